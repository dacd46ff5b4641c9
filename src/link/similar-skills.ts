/** Skills with nearly the same description, or with a name that starts with another name, are easily confused. */
import type { DiagnosticMember } from "../model/diagnostic.ts";
import type { KnownResults } from "../model/known-results.ts";
import { isSameList } from "../model/same-list.ts";
import { markOf } from "../model/text-mark.ts";
import { compareChanged, type KnownOverlaps } from "./changed-overlaps.ts";
import { compareAll, type Overlap } from "./overlaps.ts";
import { placeOf, type LinkFindings } from "./placed-findings.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { linkRules, MAX_PAIRS } from "./rules.ts";

interface SimilarOptions {
  readonly findings: LinkFindings;
  readonly known?: KnownResults | undefined;
  /** Names the skills among those of other runs. */
  readonly owner: string;
}

export function reportSimilarSkills(
  skills: readonly AdmittedSkill[],
  { findings, known, owner }: SimilarOptions,
): void {
  const descriptions = skills.map(({ unit }) => unit.link.description);
  reportOverlaps(skills, findOverlaps(descriptions, owner, known), findings);
  const longer = findPrefixes(skills.map(({ id }) => id));
  for (const { at, prefix } of examplesOf(longer)) {
    const skill = skills[at] as AdmittedSkill;
    const args = { name: skill.id, prefix, found: longer.length, skills: skills.length };
    const members =
      longer.length > MAX_PAIRS
        ? longer.map((one) => memberOf(skills[one.at] as AdmittedSkill, `starts with ${one.prefix}`))
        : [];
    findings.of(skill).add(linkRules["name-prefix"], placeOf(skill, "name"), args, { members });
  }
}

function memberOf({ id, place }: AdmittedSkill, why: string): DiagnosticMember {
  return { file: place.file, text: `${id} ${why}` };
}

/**
 * Returns the position of each id that starts with another one and a hyphen, and the longest of those.
 *
 * @param ids Sorted: what an id starts with comes before it, with nothing in between but what starts with it too.
 */
function findPrefixes(ids: readonly string[]): readonly { readonly at: number; readonly prefix: string }[] {
  const found: { readonly at: number; readonly prefix: string }[] = [];
  /** What the last id starts with, itself included. */
  const above: string[] = [];
  for (const [at, id] of ids.entries()) {
    while (above.length > 0 && !id.startsWith(above.at(-1) as string)) above.pop();
    const prefix = above.findLast(({ length }) => id[length] === "-");
    if (prefix !== undefined) found.push({ at, prefix });
    above.push(id);
  }
  return found;
}

function examplesOf<T>(found: readonly T[]): readonly T[] {
  return found.slice(0, found.length > MAX_PAIRS ? 1 : MAX_PAIRS);
}

/** Returns for each text the first earlier one that overlaps with it. Most edits change no text, the others one. */
function findOverlaps(texts: readonly string[], owner: string, known?: KnownResults): readonly Overlap[] {
  if (known === undefined) return compareAll(texts);
  const question = [`overlaps of ${owner}`];
  const last = known.get(question) as KnownOverlaps | undefined;
  const marks = texts.map(markOf);
  if (last !== undefined && isSameList(last.marks, marks)) return last.found;
  const found = (last && compareChanged(texts, marks, last)) ?? compareAll(texts);
  known.set(question, { marks, found } satisfies KnownOverlaps);
  return found;
}

function reportOverlaps(skills: readonly AdmittedSkill[], found: readonly Overlap[], findings: LinkFindings): void {
  const overlaps = found.flatMap(({ one, other, share }) => {
    const [first, second] = [skills[one] as AdmittedSkill, skills[other] as AdmittedSkill];
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
