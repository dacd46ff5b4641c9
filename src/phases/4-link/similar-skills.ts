/** Finds skills that are easily confused: with nearly the same description, or with a name that starts with another name. */
import { findOverlaps } from "./overlaps.ts";
import { placeOf, type LinkFindings } from "./placed-findings.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";
import { linkRules, MAX_PAIRS } from "./rules.ts";

export function reportSimilarSkills(skills: readonly IdentifiedSkill[], findings: LinkFindings): void {
  reportOverlaps(skills, findings);
  const ids = new Set(skills.map(({ id }) => id));
  const longer = skills.flatMap((skill) => {
    const prefix = longestPrefix(skill.id, ids);
    return prefix === undefined ? [] : [{ skill, prefix }];
  });
  for (const { skill, prefix } of examplesOf(longer)) {
    const args = { name: skill.id, prefix, found: longer.length, skills: skills.length };
    findings.of(skill).add(linkRules["name-prefix"], placeOf(skill, "name"), args);
  }
}

function examplesOf<T>(found: readonly T[]): readonly T[] {
  return found.slice(0, found.length > MAX_PAIRS ? 1 : MAX_PAIRS);
}

function reportOverlaps(skills: readonly IdentifiedSkill[], findings: LinkFindings): void {
  const overlaps = findOverlaps(skills.map(({ facts }) => facts.fields.description)).flatMap((found) => {
    const [first, second] = [skills[found.one] as IdentifiedSkill, skills[found.other] as IdentifiedSkill];
    // Two packages may each have a version of one skill.
    return first.id === second.id ? [] : [{ first, second, percent: Math.floor(found.share * 100) }];
  });
  for (const { first, second, percent } of examplesOf(overlaps)) {
    const args = { first: first.id, second: second.id, percent, found: overlaps.length, skills: skills.length };
    const label = { ...placeOf(first, "description"), text: "the other description" };
    const place = placeOf(second, "description");
    findings.of(second).add(linkRules["descriptions-overlap"], place, args, { labels: [label] });
  }
}

/** Of the names that end before a hyphen of this one, the longest that is a skill. */
function longestPrefix(id: string, ids: ReadonlySet<string>): string | undefined {
  for (let at = id.lastIndexOf("-"); at > 0; at = id.lastIndexOf("-", at - 1))
    if (ids.has(id.slice(0, at))) return id.slice(0, at);
  return undefined;
}
