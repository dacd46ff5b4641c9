/** The facts of Codex's own tests of its renderer: what each budget keeps, cuts and omits. */
import { describe, expect, test } from "vitest";
import { simulateListing, type ListedSkill } from "../../../src/listings/index.ts";

const skill = (id: string, description = "desc"): ListedSkill => ({ id, path: id, description });
/** The line of a skill without a description, its line break included. */
const bare = (id: string): number => `- ${id}: (file: r0/${id}/SKILL.md)\n`.length;
const line = (id: string, description: string): string =>
  `- ${id}:${description === "" ? "" : ` ${description}`} (file: r0/${id}/SKILL.md)`;

const inCharacters = (skills: readonly ListedSkill[], characters: number) =>
  simulateListing(skills, { client: "codex", budget: { characters } });
/** The lines of skills, without that of their root. */
const linesIn = (skills: readonly ListedSkill[], characters: number): readonly string[] =>
  inCharacters(skills, characters).lines.slice(1);

describe("the budget", () => {
  test.each([
    ["codex@200k", 4000, "tokens"],
    ["codex@99", 1, "tokens"],
    ["codex", 5440, "tokens"],
    ["codex@tokens:7000", 7000, "tokens"],
    ["codex@chars:8000", 8000, "characters"],
  ])("%s is %i %s", (client, limit, unit) => {
    expect(simulateListing([], client).budget).toMatchObject({ limit, unit });
  });
});

describe("descriptions", () => {
  const two = [skill("beta-skill", "uvwxyz"), skill("alpha-skill", "abcdef")];
  const least = bare("alpha-skill") + bare("beta-skill");

  test("are cut equally before a skill is omitted", () => {
    const { shortened, omitted, lostCharacters } = inCharacters(two, least + 6);
    expect(linesIn(two, least + 6)).toEqual([line("alpha-skill", "ab"), line("beta-skill", "uv")]);
    expect([shortened.length, omitted.length, lostCharacters]).toEqual([2, 0, 8]);
  });

  test("a short one leaves its share to a long one", () => {
    const skills = [skill("short-skill", "x"), skill("long-skill", "abcdefghi")];
    const budget = bare("short-skill") + bare("long-skill") + 11;
    expect(linesIn(skills, budget)).toEqual([line("long-skill", "abcdefgh"), line("short-skill", "x")]);
  });

  test("an empty one makes no skill", () => {
    expect(inCharacters([skill("long-skill", "a".repeat(250)), skill("empty-skill", "")], 1000).whole).toEqual([
      "long-skill",
    ]);
  });

  test("what is lost is counted over all skills", () => {
    const budget = bare("long-skill") + 49;
    expect(inCharacters([skill("long-skill", "a".repeat(250))], budget).lostCharacters).toBe(202);
  });

  test("a token is four bytes, rounded up for each line", () => {
    const tokens = Math.ceil(bare("long-skill") / 4) + 1;
    const [only] = simulateListing([skill("long-skill", "a".repeat(1000))], {
      client: "codex",
      budget: { tokens },
    }).shortened;
    expect(only?.to).toBe(tokens * 4 - bare("long-skill") - 1);
  });
});

describe("names alone", () => {
  test("are kept in order while they fit", () => {
    const skills = ["a-skill", "b-skill", "c-skill", "d-skill"].map((id) => skill(id));
    const { omitted, nameOnly } = inCharacters(skills, bare("a-skill") + bare("b-skill"));
    expect([nameOnly, omitted]).toEqual([
      ["a-skill", "b-skill"],
      ["c-skill", "d-skill"],
    ]);
  });

  test("one that does not fit is passed, and a shorter one after it is kept", () => {
    const skills = [skill("an-oversized-skill", "desc ".repeat(100)), skill("repo-skill")];
    expect(linesIn(skills, bare("repo-skill"))).toEqual([line("repo-skill", "")]);
  });

  test("none fits: nothing is listed, not even the root", () => {
    const { lines, omitted, fitsAt } = inCharacters([skill("a-skill")], 5);
    expect([lines, omitted, fitsAt]).toEqual([[], ["a-skill"], null]);
  });
});

test("a description is on one line, cut at 1,024 code points", () => {
  const long = "日 ".repeat(600);
  const { lines, shortened } = simulateListing([skill("wide", ` a\n\n b\tc `), skill("zz", long)], "codex");
  expect(lines[1]).toBe(line("wide", "a b c"));
  expect(Array.from(lines[2] ?? "").length).toBe(Array.from(line("zz", "")).length + 1 + 1024);
  expect(lines[2]).toContain("日 日... (file:");
  expect(shortened).toEqual([{ id: "zz", from: 1199, to: 1021 }]);
});

test("its own file hides a skill, and disable-model-invocation does not", () => {
  const skills: readonly ListedSkill[] = [
    { ...skill("a"), disableModelInvocation: true },
    { ...skill("b"), allowsImplicit: true },
    { ...skill("c"), allowsImplicit: false },
  ];
  expect(simulateListing(skills, "codex").whole).toEqual(["a", "b"]);
  expect(simulateListing(skills, "claude-code").whole).toEqual(["b", "c"]);
});

test("an astral character counts once, and is never halved", () => {
  const skills = [skill("a", "😀".repeat(50))];
  for (let room = 0; room < 60; room++) {
    const [cut = ""] = linesIn(skills, bare("a") + room);
    expect(cut).toBe(line("a", "😀".repeat(Math.max(0, Math.min(50, room - 1)))));
  }
});
