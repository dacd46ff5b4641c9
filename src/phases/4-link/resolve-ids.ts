/** Gives each skill its id and settles which one keeps an id that several claim. */
import type { AdmittedSkill } from "../../model/admitted.ts";
import type { Duplicates } from "../../model/config.ts";
import { compareCodeUnits } from "../../paths/index.ts";
import { placeOf, type LinkFindings } from "./placed-findings.ts";
import { linkRules } from "./rules.ts";

export interface IdentifiedSkill extends AdmittedSkill {
  readonly id: string;
  readonly preload: boolean;
}

/** The system that the skills were probably written for, if it is not the one of the profile. */
export interface IntendedSystem {
  /** Name of its profile. */
  readonly name: string;
  readonly label: string;
  readonly duplicates: Duplicates;
}

export interface ResolveIdsOptions {
  readonly duplicates: Duplicates;
  readonly findings: LinkFindings;
  readonly drop: (file: string, reason: string) => void;
  readonly system?: IntendedSystem | undefined;
}

/** `namespace:name`, or the name alone. */
export function skillId({ place, facts: { fields } }: AdmittedSkill): string {
  const namespace = fields.namespace ?? place.namespace;
  return namespace === undefined ? fields.name : `${namespace}:${fields.name}`;
}

/**
 * Takes skills in the order of their sources and returns one skill per id, sorted by id. Preload is OR-combined over
 * all that claim an id, whichever is kept; the same real directory reached twice is one skill and no duplicate.
 */
export function resolveIds(skills: readonly AdmittedSkill[], options: ResolveIdsOptions): readonly IdentifiedSkill[] {
  const winners = new Map<string, IdentifiedSkill>();
  for (const skill of skills) {
    const id = skillId(skill);
    const first = winners.get(id);
    const preload = skill.place.preload || first?.preload === true;
    const second = { ...skill, id, preload };
    winners.set(id, first === undefined ? second : { ...settle(first, second, options), preload });
  }
  return [...winners.values()].sort((one, two) => compareCodeUnits(one.id, two.id));
}

function settle(first: IdentifiedSkill, second: IdentifiedSkill, options: ResolveIdsOptions): IdentifiedSkill {
  const { duplicates, findings, drop, system } = options;
  const { realDir } = first.place;
  if (realDir !== "" && realDir === second.place.realDir) return duplicates === "last" ? second : first;
  if (duplicates === "error") {
    const keeps = system === undefined || system.duplicates === "error" ? "" : system.duplicates;
    const files = { first: first.place.file, second: second.place.file };
    const args = { id: first.id, ...files, keeps, system: system?.label ?? "", profile: system?.name ?? "" };
    const label = { ...placeOf(first, "name"), text: "first declared here" };
    findings.of(second).add(linkRules["duplicate-name"], placeOf(second, "name"), args, { labels: [label] });
    return first;
  }
  const [kept, lost] = duplicates === "first" ? [first, second] : [second, first];
  const args = { id: first.id, kept: kept.place.file, lost: lost.place.file };
  const label = { ...placeOf(kept, "name"), text: "this one is kept" };
  findings.of(lost).add(linkRules["duplicate-shadowed"], placeOf(lost, "name"), args, { labels: [label] });
  drop(lost.place.catalogFile, `duplicate of ${first.id} in ${kept.place.catalogFile}`);
  return kept;
}
