import type { EvalCase } from "../model/evals.ts";
import {
  buildSearchIndex,
  MIN_PREFIX,
  queryTerms,
  scoreSkills,
  type SearchableSkill,
  type SearchIndex,
} from "../runtime/select/search-index.ts";
import { compareCodeUnits } from "../paths/index.ts";

/**
 * A skill that models see.
 *
 * @example
 * const skill: TriggerSkill = { id: "pdf", description: "Fills in PDF forms." };
 */
export type TriggerSkill = SearchableSkill;

/**
 * A query of an eval file, with the skill that it is about.
 *
 * @example
 * const one: TriggerCase = { file: "skills/pdf/evals/triggers.json", line: 3, skill: "pdf", query: "fill this in", kind: "should" };
 */
export interface TriggerCase extends Pick<EvalCase, "query" | "kind" | "line" | "split"> {
  /** Path of the eval file, relative to the working directory. */
  readonly file: string;
  /** Id of the expected skill; as written if there is none. */
  readonly skill: string;
}

/**
 * A query and where the expected skill is in its ranking.
 *
 * @example
 * const missed = report.cases.filter(({ kind, rank }) => kind === "should" && rank !== 1);
 */
export interface RankedCase extends TriggerCase {
  /** From 1: skills with a higher score, or the same score and a smaller id, come first; null without a common word. */
  readonly rank: number | null;
  /** Id of the first skill; null if no skill has a word of the query. */
  readonly best: string | null;
  /** Words of the query that the expected skill has, or that begin one of its words. */
  readonly words: readonly string[];
}

/**
 * How often one skill was first instead of the expected one.
 *
 * @example
 * for (const { expected, got, count } of report.confusions) console.log(expected, got, count);
 */
export interface Confusion {
  readonly expected: string;
  readonly got: string;
  readonly count: number;
}

/**
 * Counts of a trigger test.
 *
 * @example
 * const share = summary.rank1 / summary.shouldTrigger;
 */
export interface TriggerSummary {
  readonly skills: number;
  /** Those of them with queries that should or should not trigger them. */
  readonly tested: number;
  readonly shouldTrigger: number;
  readonly shouldNotTrigger: number;
  /** Prompts of evals: they test answers. */
  readonly prompts: number;
  /** Queries that should trigger a skill, and rank it first; among the first three. */
  readonly rank1: number;
  readonly rank3: number;
  readonly promptsRank1: number;
  readonly promptsRank3: number;
  /** Queries that should trigger a skill and have no word in common with it, or a skill that is not ranked. */
  readonly unranked: number;
  /** Queries that should not trigger a skill, and yet rank it first. */
  readonly negativesFirst: number;
}

/**
 * The result of a trigger test: ranks by words. No model runs.
 *
 * @example
 * const { summary, cases, confusions }: TriggerReport = await testTriggers();
 */
export interface TriggerReport {
  readonly formatVersion: 1;
  readonly summary: TriggerSummary;
  /** By file, line and query. */
  readonly cases: readonly RankedCase[];
  /** Of queries that should trigger a skill; the most frequent first. */
  readonly confusions: readonly Confusion[];
}

/** Ranks cases against skills. The same skills and cases give the same report in any order. */
export function rankTriggers(skills: readonly TriggerSkill[], cases: readonly TriggerCase[]): TriggerReport {
  const index = buildSearchIndex(skills);
  const positions = new Map(index.ids.map((id, at) => [id, at]));
  const ranking = { index, longer: createLonger(index) };
  const ranked = sortCases(cases).map((one) => rankCase(ranking, one, positions.get(one.skill)));
  return {
    formatVersion: 1,
    summary: summarize(index.ids, ranked),
    cases: ranked,
    confusions: confusionsOf(ranked.filter(({ skill }) => positions.has(skill))),
  };
}

function sortCases(cases: readonly TriggerCase[]): readonly TriggerCase[] {
  const keyed = cases.map((one) => ({ one, rest: JSON.stringify([one.skill, one.query, one.kind, one.split ?? ""]) }));
  keyed.sort(
    (a, b) => compareCodeUnits(a.one.file, b.one.file) || a.one.line - b.one.line || compareCodeUnits(a.rest, b.rest),
  );
  return keyed.map(({ one }) => one);
}

interface Ranking {
  readonly index: SearchIndex;
  readonly longer: (word: string) => readonly string[];
}

/** Returns what finds the terms that begin with a word, without a look at each: there are thousands of queries. */
function createLonger({ terms }: SearchIndex): Ranking["longer"] {
  const sorted = [...terms.keys()].sort();
  return (word) => {
    let start = 0;
    for (let end = sorted.length; start < end;) {
      const middle = (start + end) >> 1;
      if ((sorted[middle] as string) < word) start = middle + 1;
      else end = middle;
    }
    let end = start;
    while (sorted[end]?.startsWith(word) === true) end++;
    return sorted.slice(start, end);
  };
}

function rankCase({ index, longer }: Ranking, one: TriggerCase, at: number | undefined): RankedCase {
  const scores = scoreSkills(index, one.query, longer);
  const own = at === undefined ? 0 : (scores[at] as number);
  let best = -1;
  let most = 0;
  let ahead = 0;
  // An index: the entries of a list are objects, a hundred million of them with thousands of skills and queries.
  for (let other = 0; other < scores.length; other++) {
    const score = scores[other] as number;
    if (score > most) {
      best = other;
      most = score;
    }
    if (score > own || (score === own && at !== undefined && other < at)) ahead++;
  }
  const { file, line, skill, query, kind, split } = one;
  return {
    file,
    line,
    skill,
    query,
    kind,
    ...(split !== undefined && { split }),
    rank: own === 0 ? null : ahead + 1,
    best: index.ids[best] ?? null,
    words:
      at === undefined || own === 0 ? [] : queryTerms(query).filter((word) => hasWord({ index, longer }, word, at)),
  };
}

function hasWord({ index, longer }: Ranking, word: string, document: number): boolean {
  const terms = word.length < MIN_PREFIX ? [word] : [word, ...longer(word)];
  return terms.some((term) => {
    const postings = index.terms.get(term) ?? [];
    for (let at = 0; at < postings.length; at += 2) if (postings[at] === document) return true;
    return false;
  });
}

function summarize(ids: readonly string[], cases: readonly RankedCase[]): TriggerSummary {
  const positive = cases.filter(({ kind }) => kind === "should");
  const negative = cases.filter(({ kind }) => kind === "should-not");
  const prompts = cases.filter(({ kind }) => kind === "prompt");
  const labelled = new Set([...positive, ...negative].map(({ skill }) => skill));
  const within = (some: readonly RankedCase[], most: number): number =>
    some.filter(({ rank }) => rank !== null && rank <= most).length;
  return {
    skills: ids.length,
    tested: ids.filter((id) => labelled.has(id)).length,
    shouldTrigger: positive.length,
    shouldNotTrigger: negative.length,
    prompts: prompts.length,
    rank1: within(positive, 1),
    rank3: within(positive, 3),
    promptsRank1: within(prompts, 1),
    promptsRank3: within(prompts, 3),
    unranked: positive.filter(({ rank }) => rank === null).length,
    negativesFirst: within(negative, 1),
  };
}

function confusionsOf(cases: readonly RankedCase[]): readonly Confusion[] {
  const pairs = new Map<string, { expected: string; got: string; count: number }>();
  for (const { kind, skill: expected, best: got, rank } of cases) {
    if (kind !== "should" || rank === 1 || got === null) continue;
    const key = JSON.stringify([expected, got]);
    const pair = pairs.get(key) ?? { expected, got, count: 0 };
    pair.count++;
    pairs.set(key, pair);
  }
  return [...pairs.values()].sort(
    (one, two) =>
      two.count - one.count || compareCodeUnits(one.expected, two.expected) || compareCodeUnits(one.got, two.got),
  );
}
