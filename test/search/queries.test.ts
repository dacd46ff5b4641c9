/**
 * How well `searchSkills` ranks real skills: 40 queries as people write them and 40 as keywords, each with the skills that
 * answer it, written before the ranking was changed. The descriptions are those of the corpus beside the checkout.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildSearchIndex, searchSkills } from "../../src/runtime/select/search-index.ts";
import { describedSkills, findCorpus } from "../support/corpus.ts";

type Query = readonly [text: string, skills: readonly string[]];

const corpus = findCorpus();
const sets = JSON.parse(readFileSync(join(import.meta.dirname, "queries.json"), "utf8")) as Readonly<
  Record<"sentences" | "keywords", readonly Query[]>
>;

/** The rank of the first skill that answers each query, from 1; Infinity if none is found. */
function ranksOf(queries: readonly Query[]): readonly number[] {
  const index = buildSearchIndex(describedSkills(corpus as string));
  return queries.map(([text, skills]) => {
    const at = searchSkills(index, text, index.ids.length).findIndex(({ id }) => skills.includes(id));
    return at === -1 ? Infinity : at + 1;
  });
}

describe.skipIf(corpus === undefined)("among the skills of the corpus", () => {
  test("each query names skills that are there", () => {
    const ids = new Set(describedSkills(corpus as string).map(({ id }) => id));
    expect(ids.size).toBe(229);
    const unknown = Object.values(sets).flatMap((queries) => queries.flatMap(([, skills]) => skills));
    expect(unknown.filter((id) => !ids.has(id))).toEqual([]);
  });

  test.each([
    // Before stop words and prefixes: 20, 28, 33 and 32, 34, 38.
    ["sentences", 26, 33, 33],
    ["keywords", 32, 34, 38],
  ] as const)("%s: first, among the first three, among the first ten", (set, first, three, ten) => {
    const ranks = ranksOf(sets[set]);
    const upTo = (rank: number): number => ranks.filter((one) => one <= rank).length;
    expect(ranks).toHaveLength(40);
    expect([upTo(1), upTo(3), upTo(10)]).toEqual([first, three, ten]);
  });
});
