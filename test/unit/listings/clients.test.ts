/** Clients as they are written, the data of their numbers, and clients without a budget. */
import { describe, expect, test } from "vitest";
import * as data from "../../../src/listings/clients.ts";
import { parseListingClient, simulateListing, type ListedSkill } from "../../../src/listings/index.ts";
import { findProfile } from "../../../src/profiles/index.ts";
import { processorTime } from "../../support/processor-time.ts";

describe("a client as it is written", () => {
  test.each([
    ["codex", { client: "codex" }],
    ["claude-code@200k", { client: "claude-code", budget: { window: 200_000 } }],
    ["claude-code@1m", { client: "claude-code", budget: { window: 1_000_000 } }],
    ["claude-code@128000", { client: "claude-code", budget: { window: 128_000 } }],
    ["codex@tokens:7000", { client: "codex", budget: { tokens: 7000 } }],
    ["openclaw@chars:9000", { client: "openclaw", budget: { characters: 9000 } }],
    ["agent@4000", { client: "agent", budget: { tokens: 4000 } }],
    ["agent@200k", { client: "agent", budget: { window: 200_000 } }],
    [
      "codex@272k,root=/srv/skills/,reserve=40",
      { client: "codex", budget: { window: 272_000 }, root: "/srv/skills", reserve: 40 },
    ],
    ["codex,root=C:\\skills", { client: "codex", root: "C:/skills" }],
  ])("%s", (written, client) => {
    expect(parseListingClient(written)).toEqual(client);
  });

  test.each([
    ["", "unknown client"],
    ["Codex", "unknown client"],
    ["__proto__", "unknown client"],
    ["codex@", "unknown budget of codex"],
    ["codex@0", "unknown budget of codex"],
    ["codex@-1", "unknown budget of codex"],
    ["codex@1e9k", "unknown budget of codex"],
    ["codex@1.5k", "unknown budget of codex"],
    ["codex@200 k", "unknown budget of codex"],
    ["codex@9999999999", "unknown budget of codex"],
    ["codex@999999999m", "unknown budget of codex"],
    ["claude-code@tokens:4", "unknown budget of claude-code"],
    ["flue@200k", "flue lists everything"],
    ["codex,reserve=-1", "reserve="],
    ["codex,reserve", "reserve="],
    ["codex,root=skills", "root= of codex"],
    ["claude-code,root=/srv", "claude-code lists no paths"],
    ["codex,budget=3", "unknown setting of codex"],
  ])("%j is none", (written, message) => {
    expect(() => parseListingClient(written)).toThrow(TypeError);
    expect(() => parseListingClient(written)).toThrow(message);
  });

  test("a wrong one says what is possible", () => {
    expect(() => parseListingClient("nope")).toThrow(/claude-code, codex, .* or agent$/);
    expect(() => parseListingClient("codex@x")).toThrow(/200k.*tokens:4000.*chars:8000/);
  });
});

describe("the data", () => {
  const facts = Object.entries(data).flatMap(([name, table]) =>
    name.endsWith("Facts") ? Object.entries(table as Record<string, data.Fact>) : [],
  );

  test.each(facts)("%s has a version, a date and a source", (_, { value, version, date, source }) => {
    expect(value).toBeGreaterThan(0);
    expect(version).toMatch(/^[\da-f.-]+$/);
    expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(source.length).toBeGreaterThan(10);
  });

  test("no profile is of a newer client than its listing", () => {
    const numbers = (text: string): readonly number[] => (/\d+(?:\.\d+)+/.exec(text)?.[0] ?? "").split(".").map(Number);
    const listed = numbers(data.clientRows["claude-code"].version);
    const profile = numbers(findProfile("claude-code")?.source ?? "");
    expect(profile.length).toBe(3);
    const at = profile.findIndex((part, index) => part !== listed[index]);
    expect(at < 0 || (profile[at] as number) < (listed[at] as number)).toBe(true);
  });
});

describe("clients without a budget, and one whose source cannot be read", () => {
  const skills: readonly ListedSkill[] = [
    { id: "b", path: "skills/b", description: "x & y" },
    { id: "a", path: "skills/a", description: "z".repeat(20_000) },
    { id: "c", path: "skills/c", description: "", disableModelInvocation: true },
  ];

  test.each(["gemini-cli", "flue", "agent-framework"])("%s lists everything, in the order of arrival", (client) => {
    const { lines, whole, budget, verified } = simulateListing(skills, client);
    expect([lines.length, whole, budget.limit, verified]).toEqual([2, ["b", "a"], null, true]);
    expect(budget.used).toBe(budget.needed);
  });

  test("copilot-cli stops at the first entry that does not fit", () => {
    const { whole, omitted, verified } = simulateListing(skills.toReversed(), "copilot-cli");
    expect([whole, omitted, verified]).toEqual([[], ["a", "b"], false]);
  });

  test.each(Object.keys(data.clientRows))("%s lists nothing of nothing", (client) => {
    const { lines, bounds, budget, longest } = simulateListing([], client);
    expect([lines, bounds, budget.used, budget.needed, longest]).toEqual([[], { least: 0, most: 0 }, 0, 0, []]);
  });
});

describe("10,000 skills", () => {
  const words = "reads fills merges tables reports tides charts when a user asks for it".split(" ");
  const text = (at: number): string =>
    Array.from({ length: 50 }, (_, word) => words[(word * 7 + at * (word % 5)) % words.length]).join(" ");
  const skills = Array.from({ length: 10_000 }, (_, at) => ({
    id: `skill-${at}`,
    path: `skills/skill-${at}`,
    description: `${at} ${text(at)}`,
  }));

  // The index of an agent is planned by the runtime, which has a limit of its own.
  test.each(Object.keys(data.clientRows).filter((client) => client !== "agent"))(
    "%s: at most 50 ms of processor time",
    (client) => {
      const times = Array.from({ length: 5 }, () => processorTime(() => simulateListing(skills, client)));
      expect(Math.min(...times)).toBeLessThan(50);
    },
  );
});
