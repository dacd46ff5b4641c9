import fc from "../../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { checkTree } from "../../../src/index.ts";
import { compareChanged } from "../../../src/link/changed-overlaps.ts";
import { compareAll } from "../../../src/link/overlaps.ts";
import { markOf } from "../../../src/model/text-mark.ts";
import { processorTime } from "../../support/processor-time.ts";

const TIDES = "Reads tide tables and names the hours of high and low water";

describe("descriptions that overlap", () => {
  it.each([
    ["the same words", TIDES, `${TIDES}!`, 1],
    ["the same words in another order", TIDES, "names the hours of low and high water and reads tide tables", 1],
    ["one word more than eleven", TIDES, `${TIDES} today`, 11 / 12],
    ["Chinese, character by character", "查询潮汐表并说明涨潮的时间", "查询潮汐表并说明落潮的时间", 11 / 13],
  ])("%s", (_, one, other, share) => {
    const [found] = compareAll([one, other]);
    expect(found).toMatchObject({ one: 0, other: 1, share: expect.closeTo(share, 5) as number });
  });

  it.each([
    ["too few words to tell", "Ties knots for people", "Ties knots for people"],
    ["half of the words", TIDES, "Reads star charts and names the hours of sunrise and sunset at sea"],
    ["nothing at all", "", ""],
  ])("not %s", (_, one, other) => {
    expect(compareAll([one, other])).toEqual([]);
  });

  it("are all found, each with the first earlier one, as by a comparison of each with each", () => {
    const description = fc
      .array(fc.integer({ min: 0, max: 14 }), { minLength: 6, maxLength: 14 })
      .map((words) => words.map((word) => `word${word}`).join(" "));
    fc.assert(
      fc.property(fc.array(description, { maxLength: 25 }), (texts) => {
        const expected = texts.flatMap((_, other) => {
          const one = texts.slice(0, other).findIndex((__, before) => shareOf(texts, before, other) > 0.8);
          return one === -1 ? [] : [{ one, other, share: shareOf(texts, one, other) }];
        });
        expect(compareAll(texts)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("are the same where a few texts have changed since the last comparison", () => {
    const description = fc
      .array(fc.integer({ min: 0, max: 14 }), { minLength: 5, maxLength: 14 })
      // A word can be a part of another one, and in capitals.
      .map((words) => words.map((word) => (word % 3 === 0 ? `WORD${word}` : `word${word}`)).join(" "));
    const change = fc.tuple(fc.constantFrom("add", "remove", "replace", "move"), fc.nat(), fc.nat(), description);
    let known = 0;
    fc.assert(
      fc.property(fc.array(description, { maxLength: 20 }), fc.array(change, { maxLength: 3 }), (before, changes) => {
        const texts = [...before];
        for (const [kind, from, to, text] of changes) {
          const at = from % (texts.length + 1);
          const moved = kind === "add" ? [] : texts.splice(at, 1);
          if (kind === "move") texts.splice(to % (texts.length + 1), 0, ...moved);
          else if (kind !== "remove") texts.splice(at, 0, text);
        }
        const last = { marks: before.map(markOf), found: compareAll(before) };
        const found = compareChanged(texts, texts.map(markOf), last);
        known += found === undefined ? 0 : 1;
        if (found !== undefined) expect(found).toEqual(compareAll(texts));
      }),
      { numRuns: 1000 },
    );
    expect(known).toBeGreaterThan(600);
  });

  it.each([5, 10, 35, 45])("not at exactly four fifths: %d words", (size) => {
    const words = Array.from({ length: size }, (_, at) => `word${at}`);
    const most = words.slice(0, (size / 5) * 4);
    expect(compareAll([words.join(" "), most.join(" ")])).toEqual([]);
    if (most.length > 6) expect(compareAll([words.join(" "), `${most.join(" ")} word${size - 1}`])).toHaveLength(1);
  });

  it("among 3,000 texts of few words, within seconds", () => {
    const random = (seed: number): number => (seed * 7919 + 104_729) % 61;
    const texts = Array.from({ length: 3000 }, (_, at) =>
      Array.from({ length: 20 }, (__, word) => `word${random(at * 31 + word * (at % 17))}`).join(" "),
    );
    expect(processorTime(() => compareAll(texts))).toBeLessThan(5_000);
  });
});

function shareOf(texts: readonly string[], one: number, other: number): number {
  const [a, b] = [one, other].map((at) => new Set((texts[at] as string).split(" "))) as [Set<string>, Set<string>];
  if (a.size < 6 || b.size < 6) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}

describe("a check", () => {
  const skill = (name: string, about: string): string => `---\nname: ${name}\ndescription: ${about}\n---\n\n# Steps\n`;
  const rulesOf = async (count: number): Promise<readonly string[]> => {
    const names = Array.from({ length: count }, (_, index) => `tide${"-on".repeat(index)}`);
    const files = names.map((name) => [`skills/${name}/SKILL.md`, skill(name, TIDES)] as const);
    const { diagnostics } = await checkTree(Object.fromEntries(files), { sources: ["skills"] });
    return diagnostics
      .filter(({ code }) => /^SKC60[34]$/.test(code))
      .map(({ message }) => message.replace(/, such as.*/, ""));
  };

  it("reports each of a few pairs", async () => {
    expect(await rulesOf(3)).toHaveLength(4);
  });

  it("reports a rate once if there are many", async () => {
    expect((await rulesOf(12)).toSorted()).toEqual([
      "11 of 12 names start with the name of another skill",
      "11 of 12 skills have nearly the same description as another",
    ]);
  });
});
