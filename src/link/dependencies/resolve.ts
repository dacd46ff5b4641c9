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

/** `installed`: directories by reference. Each reference takes a few look-ups. */
export function resolveReferences(
  skills: readonly Pick<AdmittedSkill, "id" | "place" | "unit">[],
  installed: Installed,
): ResolvedReferences {
  const names = namesOf(skills);
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
      if (found.length === 0 && kind === "mention" && to.includes(":"))
        return chosen(reference, named(to.slice(to.lastIndexOf(":") + 1), namespace, names));
      return chosen(reference, found);
    });
  });
}

const NONE: readonly ResolvedReference[] = [];

function chosen(reference: SkillReference, found: readonly number[]): ResolvedReference {
  return found.length > 1 ? { reference, several: found } : { reference, to: found[0] };
}

interface Names {
  readonly byId: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, readonly number[]>;
}

function namesOf(skills: readonly Pick<AdmittedSkill, "id" | "unit">[]): Names {
  const byId = new Map<string, number>();
  const byName = new Map<string, number[]>();
  for (const [at, { id, unit }] of skills.entries()) {
    byId.set(id, at);
    const same = byName.get(unit.link.name);
    if (same === undefined) byName.set(unit.link.name, [at]);
    else same.push(at);
  }
  return { byId, byName };
}

/** First in the own namespace, then as an id, then as a name of any skill. */
function named(to: string, namespace: string | undefined, { byId, byName }: Names): readonly number[] {
  const own = namespace === undefined ? undefined : byId.get(`${namespace}:${to}`);
  const at = own ?? byId.get(to);
  return at === undefined ? (byName.get(to) ?? []) : [at];
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
