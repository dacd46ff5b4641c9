/** The levels of a derived profile are those of its base, unless a rule's row names it. */
import { describe, expect, test } from "vitest";
import { defaultLevel, otherLevel, type Rule } from "../../../src/diagnostics/index.ts";
import { deriveProfile } from "../../../src/profiles/derive.ts";
import { findProfile, levelChain, profiles, standardProfile, type Profile } from "../../../src/profiles/index.ts";
import { ruleBook } from "../../../src/rules.ts";

const lenient = findProfile("lenient") ?? standardProfile;
const goose = deriveProfile(lenient, { name: "goose", label: "Goose", directories: [".goose/skills"] });

/** Where a profile gets its levels from, whether or not it is in the table. */
const chainOf = ({ name, levelsFrom }: Profile): readonly string[] =>
  levelsFrom === undefined ? [name] : [name, ...levelChain(levelsFrom)];

/** The levels of a rule: of its plain form, and of its other one. */
const levelsOf = (rule: Rule, chain: readonly string[]): readonly string[] => [
  defaultLevel(rule, chain),
  otherLevel(rule, chain),
];

/** Whether a row says something about a profile itself. */
const names = ({ level, severe, milder }: Rule, profile: string): boolean =>
  [level, severe?.level, milder?.level].some((one) => typeof one === "object" && Object.hasOwn(one, profile));

const rules = ruleBook.names.map((name) => ruleBook.get(name) as Rule);

test.each(profiles.map((profile) => [profile.name, profile] as const))(
  "%s gets levels along its chain",
  (_, profile) => {
    expect(levelChain(profile.name)).toEqual(chainOf(profile));
  },
);

describe.each([...profiles, goose].map((profile) => [profile.name, profile] as const))("%s", (name, profile) => {
  const base = profile.levelsFrom === undefined ? ["standard"] : levelChain(profile.levelsFrom);

  test(`has the levels of ${base[0]} but for the rules that name it`, () => {
    const others = rules.filter((rule) => !names(rule, name));
    const different = others.filter((rule) => levelsOf(rule, chainOf(profile)).join() !== levelsOf(rule, base).join());
    expect(different.map((rule) => rule.name)).toEqual([]);
  });

  test("has the level of every row that names it", () => {
    const chain = chainOf(profile);
    for (const rule of rules)
      for (const [row, found] of [
        [rule.level, defaultLevel(rule, chain)],
        [(rule.severe ?? rule.milder)?.level, otherLevel(rule, chain)],
      ] as const)
        if (typeof row === "object" && Object.hasOwn(row, name))
          expect([rule.name, found]).toEqual([rule.name, row[name]]);
  });
});

test("an invented client differs from its base in no rule, and from standard in many", () => {
  expect(chainOf(goose)).toEqual(["goose", ...levelChain("lenient")]);
  const differing = (chain: readonly string[]): number =>
    rules.filter((rule) => levelsOf(rule, chainOf(goose)).join() !== levelsOf(rule, chain).join()).length;
  expect(differing(levelChain("lenient"))).toBe(0);
  expect(differing(levelChain("standard"))).toBeGreaterThan(5);
});

test("a derived profile may take its levels from another one", () => {
  expect(chainOf(deriveProfile(lenient, { name: "goose", levelsFrom: "spec" }))).toEqual([
    "goose",
    ...levelChain("spec"),
  ]);
});
