/** Listings of any skills, in any budget. */
import { describe, expect, test } from "vitest";
import { simulateListing, type ListedSkill } from "../../src/listings/index.ts";
import { displayWidth } from "../../src/model/display-width.ts";
import fc from "../support/fast-check.ts";

const text = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.nat(1600).map((length) => "word ".repeat(length / 5)),
);
const skills: fc.Arbitrary<readonly ListedSkill[]> = fc
  .array(fc.record({ description: text, whenToUse: fc.option(text, { nil: undefined }), hidden: fc.boolean() }), {
    maxLength: 30,
  })
  .map((all) =>
    all.map(({ description, whenToUse, hidden }, at) => ({
      id: `skill-${at}`,
      path: `skills/skill-${at}`,
      description,
      whenToUse,
      disableModelInvocation: hidden && at % 3 === 0,
    })),
  );
const budget = fc.nat(6000).map((limit) => limit + 1);

describe("claude-code", () => {
  const list = (some: readonly ListedSkill[], characters: number) =>
    simulateListing(some, { client: "claude-code", budget: { characters } });

  test("the lines are within the budget, or every description is dropped", () => {
    fc.assert(
      fc.property(skills, budget, (some, characters) => {
        const { lines, budget: spent } = list(some, characters);
        const width = lines.reduce((sum, line) => sum + displayWidth(line), Math.max(0, lines.length - 1));
        expect(width).toBe(spent.used);
        if (width > characters) expect(lines.filter((line) => line.includes(": "))).toEqual([]);
      }),
    );
  });

  test("what is dropped is within the bounds", () => {
    fc.assert(
      fc.property(skills, budget, (some, characters) => {
        const { lines, bounds } = list(some, characters);
        const dropped = lines.filter((line) => !line.includes(": ")).length;
        expect(bounds.least).toBeLessThanOrEqual(dropped);
        expect(dropped).toBeLessThanOrEqual(bounds.most);
      }),
    );
  });

  test("everything fits at the length that fits, and at no longer one", () => {
    const lengths = fc.array(fc.nat(1500), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, budget, (all, characters) => {
        const cut = (most: number): readonly ListedSkill[] =>
          all.map((length, at) => ({ id: `skill-${at}`, description: "x".repeat(Math.min(length, most)) }));
        const { fitsAt } = list(cut(Infinity), characters);
        const isWhole = (most: number): boolean => list(cut(most), characters).nameOnly.length === 0;
        const longest = Math.max(0, ...all);
        if (fitsAt === null) expect(list(cut(0), characters).budget.needed).toBeGreaterThan(characters);
        else expect([isWhole(fitsAt), fitsAt < longest && isWhole(fitsAt + 1)]).toEqual([true, false]);
      }),
    );
  });
});

describe("codex", () => {
  test("descriptions that cost the same are cut to lengths that differ by one at most", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }),
        budget,
        (lengths, tokens) => {
          const some = lengths.map((length, at) => ({ id: `skill-${10 + at}`, description: "x".repeat(length) }));
          for (const unit of ["tokens", "characters"] as const) {
            const written = unit === "tokens" ? { tokens } : { characters: tokens };
            const { shortened, budget: spent, omitted } = simulateListing(some, { client: "codex", budget: written });
            expect(spent.used).toBeLessThanOrEqual(tokens);
            const cut = shortened.map(({ to }) => to);
            // A token that is paid for has room for up to four characters.
            const most = unit === "tokens" ? 4 : 1;
            if (omitted.length === 0)
              expect(Math.max(0, ...cut) - Math.min(...cut, Infinity)).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });
});

test("each skill is in one group, and its line is there if it is not omitted, in every client", () => {
  const clients = ["claude-code", "codex", "openclaw", "gemini-cli", "flue", "agent-framework", "copilot-cli"];
  fc.assert(
    fc.property(skills, fc.constantFrom(...clients), (some, client) => {
      const { whole, nameOnly, shortened, omitted, lines } = simulateListing(some, client);
      const groups = [...whole, ...nameOnly, ...shortened.map(({ id }) => id), ...omitted];
      expect(new Set(groups).size).toBe(groups.length);
      const roots = client === "codex" && lines.length > 0 ? 1 : 0;
      expect(lines.length - roots).toBe(groups.length - omitted.length);
    }),
  );
});
