/** The two limits of OpenClaw; `test/clients` compares whole listings with its functions. */
import { expect, test } from "vitest";
import { simulateListing, type ListedSkill } from "../../../src/listings/index.ts";

const skills = (count: number, length: number): readonly ListedSkill[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `skill-${1000 + at}`,
    path: `skills/skill-${1000 + at}`,
    description: "word ".repeat(length / 5).trim(),
  }));

test("the smaller of its own limit and a fifth of the context is the budget, and decides what fits", () => {
  const some = skills(26, 500);
  expect(simulateListing(some, "openclaw").budget.limit).toBe(18_000);
  expect(simulateListing(some, "openclaw@200k").budget.limit).toBe(18_000);
  const { budget, shortened, fitsAt, longest } = simulateListing(some, "openclaw@60k");
  expect([budget.limit, shortened.length]).toEqual([12_000, 26]);
  expect(fitsAt).toBeLessThan(longest[0]?.characters ?? 0);
  const cut = some.map((skill) => ({ ...skill, description: skill.description.slice(0, fitsAt ?? 0) }));
  expect(simulateListing(cut, "openclaw@60k").whole).toHaveLength(26);
});

test("of more than 150 skills the others are omitted, and no length of descriptions helps", () => {
  const { whole, omitted, fitsAt } = simulateListing(skills(152, 20), "openclaw@chars:100000");
  expect([whole.length, omitted, fitsAt]).toEqual([150, ["skill-1150", "skill-1151"], null]);
});

test("what is reserved is taken from both limits", () => {
  const some = skills(26, 300);
  const { needed } = simulateListing(some, "openclaw").budget;
  const isWhole = (client: string): boolean => simulateListing(some, client).whole.length === 26;
  expect([isWhole(`openclaw,reserve=${18_000 - needed}`), isWhole(`openclaw,reserve=${18_001 - needed}`)]).toEqual([
    true,
    false,
  ]);
  expect([isWhole(`openclaw@${5 * needed}`), isWhole(`openclaw@${5 * needed},reserve=1`)]).toEqual([true, false]);
});
