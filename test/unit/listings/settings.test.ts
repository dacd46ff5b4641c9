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
    // Two descriptions of 300 characters, and 44 of names, of 40,000.
    skillListingBudgetFraction: 0.017,
    skillOverrides: { old: "name-only", "sea:rare": "user-invocable-only" },
  });
  const { lines } = simulateListing(withTiers(skills, "claude-code"), "claude-code@1m");
  expect(lines.map((line) => line.replace(long, "…"))).toEqual([
    "- core: …",
    "- old: ",
    "- sea:tide-tables (tides): …",
  ]);
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

test("clients without such settings, and skills that fit, need none", () => {
  expect(settings("flue", skills, 1000)).toEqual([]);
  const plain = skills.map(({ index: _index, ...skill }) => skill);
  for (const client of ["claude-code", "codex", "openclaw"] as const)
    expect(settings(client, plain, 272_000), client).toEqual([]);
});
