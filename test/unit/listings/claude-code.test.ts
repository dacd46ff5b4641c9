/** What Claude Code keeps and drops; `test/clients` compares whole listings with the client. */
import { describe, expect, test } from "vitest";
import { simulateListing, type ListedSkill } from "../../../src/listings/index.ts";

const skill = (id: string, description = "", more: Partial<ListedSkill> = {}): ListedSkill => ({
  id,
  path: `skills/${id}`,
  description,
  ...more,
});
const within = (skills: readonly ListedSkill[], characters: number) =>
  simulateListing(skills, { client: "claude-code", budget: { characters } });

test.each([
  ["claude-code", 8000, 200_000],
  ["claude-code@1m", 40_000, 1_000_000],
  ["claude-code@1", 1, 1],
  ["claude-code@chars:300", 300, null],
])("the budget of %s is %i characters", (client, limit, window) => {
  expect(simulateListing([], client).budget).toEqual({
    unit: "characters",
    limit,
    window,
    reserve: 0,
    used: 0,
    needed: 0,
  });
});

describe("over the budget", () => {
  const skills = [skill("a", "x".repeat(40)), skill("b", "y".repeat(20)), skill("c", "z".repeat(10))];
  // Three lines with marks and line breaks.
  const whole = 70 + 3 * 5 + 2;

  test("a budget of exactly the listing is enough", () => {
    expect(within(skills, whole).nameOnly).toEqual([]);
    expect(within(skills, whole - 1).nameOnly).toEqual(["c"]);
  });

  test("a description is dropped whole, and a shorter one after it may fit", () => {
    const { lines, budget } = within(skills, whole - 35);
    expect(lines).toEqual(["- a", `- b: ${"y".repeat(20)}`, `- c: ${"z".repeat(10)}`]);
    expect(budget.used).toBe(whole - 42);
  });

  test("names stay, however small the budget is", () => {
    expect(within(skills, 1).lines).toEqual(["- a", "- b", "- c"]);
    expect(within(skills, 1).fitsAt).toBe(null);
  });

  test("the bounds are those of the shortest and of the longest first", () => {
    expect(within(skills, whole - 15).bounds).toEqual({ least: 1, most: 1 });
    expect(within(skills, whole - 30).bounds).toEqual({ least: 1, most: 2 });
  });

  test("at the length that fits, everything is whole; with one character more, not", () => {
    const at = within(skills, 60).fitsAt ?? 0;
    const cut = (length: number) => skills.map((one) => ({ ...one, description: one.description.slice(0, length) }));
    expect(within(cut(at), 60).nameOnly).toEqual([]);
    expect(within(cut(at + 1), 60).nameOnly).not.toEqual([]);
  });

  test("what is reserved is not there", () => {
    const reserved = simulateListing(skills, { client: "claude-code", budget: { characters: 100 }, reserve: 60 });
    expect(reserved.lines).toEqual(within(skills, 40).lines);
  });
});

describe("lines", () => {
  test.each([
    ["a hidden skill", skill("a", "x", { disableModelInvocation: true }), []],
    ["when_to_use", skill("a", "x", { whenToUse: "y" }), ["- a: x - y"]],
    ["another name than that of the directory", skill("a", "x", { path: "skills/b" }), ["- b (a): x"]],
    ["a name with a space", skill("a b", "x", { path: "skills/b" }), ["- b: x"]],
    ["a namespace", skill("acme:a", "x", { path: "skills/a" }), ["- acme:a: x"]],
    ["no directory", skill("a", "x", { path: "" }), ["- a: x"]],
    ["markup", skill("a", "<b> &amp; &"), ["- a: &lt;b&gt; &amp; &"]],
    ["line breaks", skill("a", "\n x\n\n y\tz \n"), ["- a: x  y z"]],
    ["no description", skill("a"), ["- a: "]],
  ])("%s", (_, one, lines) => {
    expect(simulateListing([one], "claude-code").lines).toEqual(lines);
  });

  test("are in the order of the names, whatever their case", () => {
    const skills = ["b", "B1", "a10", "a2", "é", "_u"].map((id) => skill(id, "x"));
    const names = simulateListing(skills, "claude-code").lines.map((one) => one.slice(2).split(":")[0]);
    expect(names).toEqual(["_u", "a10", "a2", "b", "B1", "é"]);
  });

  test("equal names are both lines", () => {
    expect(simulateListing([skill("a", "x"), skill("a", "y")], "claude-code").lines).toEqual(["- a: x", "- a: y"]);
  });

  test("the cap counts UTF-16 units, and may halve an astral character", () => {
    const [cut = ""] = simulateListing([skill("a", "😀".repeat(800))], "claude-code").lines;
    expect(cut).toBe(`- a: ${"😀".repeat(800).slice(0, 1535)}…`);
    expect(simulateListing([skill("a", "x".repeat(1536))], "claude-code").shortened).toEqual([]);
  });

  test("wide characters count twice", () => {
    expect(simulateListing([skill("a", "日本")], "claude-code").budget.needed).toBe(5 + 4);
  });
});
