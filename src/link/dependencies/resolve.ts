import type { AdmittedSkill } from "../../model/admitted.ts";
import type { SkillReference } from "../../model/references.ts";
import { isInside } from "../../paths/index.ts";
import { neighborAt } from "../neighbors.ts";

/** Positions are those of skills. */
export interface ResolvedReference {
  readonly reference: SkillReference;
  /** Undefined if no skill, or more than one, matches. */
  readonly to?: number | undefined;
  readonly several?: readonly number[] | undefined;
}

/** By position of the skill. */
export type ResolvedReferences = readonly (readonly ResolvedReference[])[];

type Installed = readonly (readonly [ref: string, dir: string])[];

/**
 * Each reference takes a few look-ups.
 *
 * @param installed Directories by reference.
 * @param positions Of all skills, by id.
 */
export function resolveReferences(
  skills: readonly Pick<AdmittedSkill, "id" | "place" | "unit">[],
  installed: Installed,
  positions: ReadonlyMap<string, number>,
): ResolvedReferences {
  const names: Names = { positions, named: namesOf(skills) };
  let dirs: ReadonlyMap<string, number> | undefined;
  return skills.map(({ unit: { link }, place }) => {
    const { references } = link;
    if (references === undefined) return NONE;
    const namespace = link.namespace ?? place.namespace;
    return references.map((reference): ResolvedReference => {
      const { to, kind } = reference;
      if (kind === "path") {
        dirs ??= new Map(skills.flatMap((skill, at) => (skill.place.dir === "" ? [] : [[skill.place.dir, at]])));
        const dir = neighborAt(place.dir, to, dirs);
        return { reference, to: dir === undefined ? undefined : dirs.get(dir) };
      }
      const found = to.includes("/") ? installedAs(to, installed, skills) : named(to, namespace, names);
      if (typeof found !== "number" && found.length === 0 && kind === "mention" && to.includes(":"))
        return chosen(reference, named(to.slice(to.lastIndexOf(":") + 1), namespace, names));
      return chosen(reference, found);
    });
  });
}

const NONE: readonly ResolvedReference[] = [];

function chosen(reference: SkillReference, found: number | readonly number[]): ResolvedReference {
  if (typeof found === "number") return { reference, to: found };
  return found.length > 1 ? { reference, several: found } : { reference, to: found[0] };
}

interface Names {
  readonly positions: ReadonlyMap<string, number>;
  /** Returns the skills with a name. */
  readonly named: (name: string) => readonly number[];
}

/** Returns the position of each id. */
export function positionsOf(skills: readonly Pick<AdmittedSkill, "id">[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [at, { id }] of skills.entries()) positions.set(id, at);
  return positions;
}

/** Most names are ids: the others are only looked up after those. */
function namesOf(skills: readonly Pick<AdmittedSkill, "unit">[]): Names["named"] {
  let known: Map<string, number[]> | undefined;
  return (name) => {
    if (known === undefined) {
      known = new Map();
      for (const [at, { unit }] of skills.entries()) {
        const same = known.get(unit.link.name);
        if (same === undefined) known.set(unit.link.name, [at]);
        else same.push(at);
      }
    }
    return known.get(name) ?? NO_SKILLS;
  };
}

const NO_SKILLS: readonly number[] = [];

/** First in the own namespace, then as an id, then as a name of any skill. */
function named(to: string, namespace: string | undefined, names: Names): number | readonly number[] {
  const own = namespace === undefined ? undefined : names.positions.get(`${namespace}:${to}`);
  return own ?? names.positions.get(to) ?? names.named(to);
}

/** All skills of an installed source, or the one that the rest of the reference names. */
function installedAs(
  to: string,
  installed: Installed,
  skills: readonly Pick<AdmittedSkill, "place" | "unit">[],
): readonly number[] {
  const name = to.slice(to.lastIndexOf("/") + 1);
  const entry = installed.find(([ref]) => ref === to) ?? installed.find(([ref]) => to.startsWith(`${ref}/`));
  if (entry === undefined) return [];
  const [ref, dir] = entry;
  const inside = [...skills.keys()].filter((at) => isInside(dir, (skills[at] as (typeof skills)[number]).place.dir));
  const same = inside.filter((at) => skills[at]?.unit.link.name === name);
  return same.length > 0 || ref !== to ? same : inside;
}
