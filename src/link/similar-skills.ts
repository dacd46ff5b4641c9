/** Finds skills that are easily confused: with nearly the same description, or with a name that starts with another name. */
import type { DiagnosticMember } from "../model/diagnostic.ts";
import type { KnownResults } from "../model/known-results.ts";
import { eachOnce, whileSame } from "../model/once-per.ts";
import { findOverlaps, type Overlap } from "./overlaps.ts";
import { placeOf, type LinkFindings } from "./placed-findings.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";
import { linkRules, MAX_PAIRS } from "./rules.ts";

/** @param owner Of the last skills: what they have in common is found anew only if they have other texts. */
export function reportSimilarSkills(
  owner: WeakKey,
  skills: readonly IdentifiedSkill[],
  { findings, known }: { readonly findings: LinkFindings; readonly known?: KnownResults | undefined },
): void {
  reportOverlaps(skills, findOverlaps(descriptionsOf(owner, skills), known), findings);
  const longer = findPrefixes(owner, idsOf(owner, skills));
  for (const { at, prefix } of examplesOf(longer)) {
    const skill = skills[at] as IdentifiedSkill;
    const args = { name: skill.id, prefix, found: longer.length, skills: skills.length };
    const members =
      longer.length > MAX_PAIRS
        ? longer.map((one) => memberOf(skills[one.at] as IdentifiedSkill, `starts with ${one.prefix}`))
        : [];
    findings.of(skill).add(linkRules["name-prefix"], placeOf(skill, "name"), args, { members });
  }
}

/** A skill of a group, and what it has to do with another. */
function memberOf({ id, place }: IdentifiedSkill, why: string): DiagnosticMember {
  return { file: place.file, text: `${id} ${why}` };
}

const descriptionsOf = eachOnce(({ facts }: IdentifiedSkill) => facts.fields.description);

const idsOf = eachOnce(({ id }: IdentifiedSkill) => id);

/** Returns the position of each id that starts with another one, and the longest of those. */
const findPrefixes = whileSame(
  (ids: readonly string[]): readonly { readonly at: number; readonly prefix: string }[] => {
    const known = new Set(ids);
    return ids.flatMap((id, at) => {
      const prefix = longestPrefix(id, known);
      return prefix === undefined ? [] : [{ at, prefix }];
    });
  },
);

function examplesOf<T>(found: readonly T[]): readonly T[] {
  return found.slice(0, found.length > MAX_PAIRS ? 1 : MAX_PAIRS);
}

function reportOverlaps(skills: readonly IdentifiedSkill[], found: readonly Overlap[], findings: LinkFindings): void {
  const overlaps = found.flatMap(({ one, other, share }) => {
    const [first, second] = [skills[one] as IdentifiedSkill, skills[other] as IdentifiedSkill];
    // Two packages may each have a version of one skill.
    return first.id === second.id ? [] : [{ first, second, percent: Math.floor(share * 100) }];
  });
  for (const { first, second, percent } of examplesOf(overlaps)) {
    const args = { first: first.id, second: second.id, percent, found: overlaps.length, skills: skills.length };
    const label = { ...placeOf(first, "description"), text: "the other description" };
    const place = placeOf(second, "description");
    const members =
      overlaps.length > MAX_PAIRS ? overlaps.map((pair) => memberOf(pair.second, `is like ${pair.first.id}`)) : [];
    findings.of(second).add(linkRules["descriptions-overlap"], place, args, { labels: [label], members });
  }
}

/** Of the names that end before a hyphen of this one, the longest that is a skill. */
function longestPrefix(id: string, ids: ReadonlySet<string>): string | undefined {
  for (let at = id.lastIndexOf("-"); at > 0; at = id.lastIndexOf("-", at - 1))
    if (ids.has(id.slice(0, at))) return id.slice(0, at);
  return undefined;
}
