/**
 * Finds skills that are easily confused: with nearly the same description, or with a name that starts with another name.
 * It scales to 10,000 skills: each is compared with a few candidates that share one of its rarest words.
 */
import { placeOf, type LinkFindings } from "./placed-findings.ts";
import type { IdentifiedSkill } from "./resolve-ids.ts";
import { linkRules, MAX_PAIRS } from "./rules.ts";

/** Minimum share of common words among all words of both. */
const OVERLAP = 0.8;
/** Shorter descriptions overlap because of a few common words. */
const MIN_WORDS = 6;
/** Maximum candidates per description; more of them share only common words. */
const MAX_CANDIDATES = 64;

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

export interface Overlap {
  /** Position of the earlier text. */
  readonly one: number;
  readonly other: number;
  /** Share of common words among all words of both, from 0 to 1. */
  readonly share: number;
}

/** Returns for each text the first earlier one that overlaps with it. */
export function findOverlaps(texts: readonly string[]): Overlap[] {
  const sets = texts.map(wordsOf);
  const counts = new Map<string, number>();
  for (const set of sets) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rarity = (word: string): number => counts.get(word) as number;

  const found: Overlap[] = [];
  const byWord = new Map<string, number[]>();
  const bySet = new Map<string, number>();
  for (const [other, set] of sets.entries()) {
    if (set.size < MIN_WORDS) continue;
    // Two sets with this overlap share one of the rarest words of each: of n words, the n - ceil(0.8 n) + 1 rarest.
    const rarest = [...set].sort((one, two) => rarity(one) - rarity(two) || (one < two ? -1 : 1));
    const key = rarest.join(" ");
    const equal = bySet.get(key);
    if (equal !== undefined) {
      found.push({ one: equal, other, share: 1 });
      continue;
    }
    bySet.set(key, other);
    const probes = rarest.slice(0, set.size - Math.ceil(OVERLAP * set.size) + 1);
    const overlap = firstOverlap(other, set, probes);
    if (overlap !== undefined) found.push(overlap);
    for (const word of probes) {
      const list = byWord.get(word);
      if (list === undefined) byWord.set(word, [other]);
      else list.push(other);
    }
  }
  return found;

  function firstOverlap(other: number, set: ReadonlySet<string>, probes: readonly string[]): Overlap | undefined {
    const tried = new Set<number>();
    for (const word of probes)
      for (const one of byWord.get(word) ?? []) {
        if (tried.has(one)) continue;
        if (tried.size >= MAX_CANDIDATES) return undefined;
        tried.add(one);
        const share = jaccard(sets[one] as ReadonlySet<string>, set);
        if (share > OVERLAP) return { one, other, share };
      }
    return undefined;
  }
}

/** Returns words in lowercase; scripts without spaces are split by character. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu);
  return new Set(words ?? []);
}

function jaccard(one: ReadonlySet<string>, two: ReadonlySet<string>): number {
  const [small, large] = one.size < two.size ? [one, two] : [two, one];
  if (small.size < OVERLAP * large.size) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / (one.size + two.size - shared);
}
