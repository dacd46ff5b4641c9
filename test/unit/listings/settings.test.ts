/** Settings of clients that make a listing whole, and give each skill its tier. */
import { expect, test } from "vitest";
import { settingsFor, simulateListing, withTiers, type ListedSkill } from "../../../src/listings/index.ts";

const long = "x".repeat(300);
const skills: readonly ListedSkill[] = [
  { id: "core", description: long, index: "pinned" },
  { id: "sea:tides", path: "sea/tide-tables", description: long },
  { id: "old", description: long, index: "name-only" },
  { id: "sea:rare", path: "sea/rare", description: long, index: "deferred" },
];
const settings = (client: "claude-code" | "codex" | "openclaw" | "flue", all: readonly ListedSkill[], window: number) =>
  settingsFor(simulateListing(withTiers(all, client), { client, budget: { window } }), all);

test("Claude Code: overrides for the tiers, and a budget for what is left", () => {
  const [{ file, text } = { file: "", text: "" }, ...others] = settings("claude-code", skills, 10_000);
  expect([file, others]).toEqual(["~/.claude/settings.json", []]);
  expect(JSON.parse(text)).toEqual({
    // Two descriptions of 300 characters, and 42 of names, of 40,000.
    skillListingBudgetFraction: 0.017,
    skillOverrides: { old: "name-only", "sea:rare": "user-invocable-only" },
  });
  const { lines } = simulateListing(withTiers(skills, "claude-code"), "claude-code@1m");
  expect(lines.map((line) => line.replace(long, "…"))).toEqual(["- core: …", "- old", "- sea:tide-tables (tides): …"]);
  const enough = settings("claude-code", skills, 200_000);
  expect(enough.map((one) => Object.keys(JSON.parse(one.text) as object))).toEqual([["skillOverrides"]]);
});

test("Codex: a file of the skill hides a deferred one, and names alone do not exist", () => {
  const found = settings("codex", skills, 2000);
  expect(found.map(({ file }) => file)).toEqual(["~/.codex/config.toml", "rare/agents/openai.yaml"]);
  expect(found.map(({ text }) => text.split("\n")[1]?.trim())).toEqual([
    expect.stringMatching(/^max_context_tokens = \d+$/),
    "allow_implicit_invocation: false",
  ]);
});

test("what is reserved needs room too", () => {
  const client = { client: "claude-code", budget: { window: 40_000 } } as const;
  const plain = skills.map(({ index: _index, ...skill }) => skill);
  const { needed } = simulateListing(plain, client).budget;
  const textWith = (reserve: number): string | undefined =>
    settingsFor(simulateListing(plain, { ...client, reserve }), plain)[0]?.text;
  expect(textWith(1600 - needed)).toBeUndefined();
  expect(JSON.parse(textWith(1601 - needed) ?? "")).toEqual({ skillListingBudgetFraction: 0.011 });
});

test("Codex: tokens, whatever the budget counts, and no more than it takes", () => {
  const textOf = (some: readonly ListedSkill[]): string | undefined =>
    settingsFor(simulateListing(some, "codex@chars:300"), some)[0]?.text;
  const many = Array.from({ length: 150 }, (_, at) => ({ id: `skill-${at}`, description: long }));
  const { needed } = simulateListing(many, "codex").budget;
  expect(textOf(skills.slice(0, 2))).toBe("[skills]\nmax_context_tokens = 170");
  expect(textOf(many)).toBe(
    `[skills]\nmax_context_tokens = 10000 # the most that Codex takes: ${needed} would show everything`,
  );
});

test("Codex: a skill that its file hides already needs no file", () => {
  const hidden = [{ id: "rare", description: long, index: "deferred", allowsImplicit: false } as const];
  expect(settings("codex", hidden, 272_000)).toEqual([]);
});

test("OpenClaw: both limits, unless the context of the model is the smaller one", () => {
  const many = Array.from({ length: 160 }, (_, at) => ({ id: `skill-${at}`, description: long }));
  const { needed } = simulateListing(many, "openclaw").budget;
  const [{ text } = { text: "" }] = settingsFor(simulateListing(many, "openclaw"), many);
  expect(JSON.parse(text)).toEqual({
    skills: { limits: { maxSkillsInPrompt: 160, maxSkillsPromptChars: needed } },
  });
  expect(settingsFor(simulateListing(many, "openclaw@60k"), many)).toEqual([]);
});

test("clients without such settings, and skills that fit, need none", () => {
  expect(settings("flue", skills, 1000)).toEqual([]);
  const plain = skills.map(({ index: _index, ...skill }) => skill);
  for (const client of ["claude-code", "codex", "openclaw"] as const)
    expect(settings(client, plain, 272_000), client).toEqual([]);
});
