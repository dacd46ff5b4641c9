/** In which content module a skill finds what: by address, and as version 1 stated it. */
import { describe, expect, test } from "vitest";
import { createSkills, FORMAT_VERSION, type AnySkills, type SkillRow } from "../../../src/runtime/access.ts";

const BASE = { description: "", body: [1, 1, 1] } as const;

/** Skills of a module whose content modules have the contents of `modules` by key; `""` is the eager one. */
function openModule(
  rows: readonly object[],
  modules: Readonly<Record<string, Readonly<Record<string, string>>>>,
  { formatVersion = FORMAT_VERSION, packs }: { readonly formatVersion?: number; readonly packs?: string } = {},
): { readonly skills: AnySkills; readonly loaded: string[] } {
  const loaded: string[] = [];
  const textsOf = (name: string): Record<string, () => string> =>
    Object.fromEntries(Object.entries(modules[name] ?? {}).map(([key, text]) => [key, () => text]));
  const skills = createSkills({
    formatVersion,
    hash: "",
    profile: "standard",
    skills: rows.map((row): SkillRow => ({ ...BASE, ...(row as Pick<SkillRow, "id" | "document">) })),
    views: [],
    mediaTypes: [["md", "text/markdown"]],
    content: {
      texts: textsOf(""),
      load: (name) => {
        loaded.push(name);
        return modules[name] === undefined ? undefined : Promise.resolve({ texts: textsOf(name) });
      },
      ...(packs === undefined ? {} : { packs: () => packs }),
    },
  });
  return { skills, loaded };
}

describe("by address", () => {
  const small = { id: "small", home: "p8123456789abcdef" };
  const large = { id: "large", home: "sfedcba9876543210" };
  const packs = "c c8 p p08 p81 p9 sfedcba9876543210 sfedcba98765432108";

  test.each([
    ["the last pack that is not after the address", small, "d", { p81: { d: "text" } }, ["p81"]],
    [
      "the modules of a large skill, by key",
      large,
      "7f",
      { sfedcba9876543210: { "7f": "text" } },
      ["sfedcba9876543210"],
    ],
    ["its later module", large, "8a", { sfedcba98765432108: { "8a": "text" } }, ["sfedcba98765432108"]],
    ["contents of several skills", small, "9b", { p81: {}, c8: { "9b": "text" } }, ["p81", "c8"]],
    [
      "contents of several skills, of a large one",
      large,
      "1b",
      { sfedcba9876543210: {}, c: { "1b": "text" } },
      ["sfedcba9876543210", "c"],
    ],
    ["contents that are loaded at once", small, "d", { "": { d: "text" }, p81: {} }, []],
  ])("%s", async (_title, row, key, modules, expected) => {
    const { skills, loaded } = openModule([{ ...row, document: [key, 0] }], modules, { packs });
    expect((await skills.load(row.id)).instructions).toBe("text");
    expect(loaded).toEqual(expected);
  });

  test("a file with its own module is not looked for elsewhere", async () => {
    const file = ["a.png", 3, "eeb", { pack: "b-ee", mediaType: "image/png", encoding: "binary" }];
    const rows = [{ ...small, document: ["d", 0], files: [file] }];
    const { skills, loaded } = openModule(rows, { "b-ee": { eeb: "AAEC" } }, { packs });
    expect([...(await skills.readBytes("small", "a.png"))]).toEqual([0, 1, 2]);
    expect(loaded).toEqual(["b-ee"]);
  });

  test("a content that is nowhere is an error", async () => {
    const { skills } = openModule([{ ...small, document: ["d", 0] }], { p81: {}, c8: {} }, { packs });
    await expect(skills.load("small")).rejects.toMatchObject({ code: "content-mismatch" });
  });
});

test("version 1 names the modules", async () => {
  const files = [
    ["near.md", 1, "n"],
    ["far.md", 1, "f", { pack: "p1" }],
    ["eager.md", 1, "e", { pack: "" }],
  ];
  const rows = [
    { id: "packed", pack: "p01", document: ["d", 0], files },
    { id: "whole", document: ["e", 0] },
  ];
  const modules = { "": { e: "eager" }, p01: { d: "document", n: "near" }, p1: { f: "far" } };
  const { skills, loaded } = openModule(rows, modules, { formatVersion: 1 });
  expect((await skills.load("packed")).instructions).toBe("document");
  expect((await skills.load("whole")).instructions).toBe("eager");
  const read = (path: string): Promise<string> => skills.readText("packed", path);
  expect(await Promise.all([read("near.md"), read("far.md"), read("eager.md")])).toEqual(["near", "far", "eager"]);
  expect(loaded).toEqual(["p01", "p1"]);
  expect(skills.get("packed")).not.toHaveProperty("pack");
  expect(skills.formatVersion).toBe(1);
});

test("a later version is an error", () => {
  const { skills } = openModule([], {}, { formatVersion: FORMAT_VERSION + 1 });
  expect(() => skills.names).toThrow("Not format 2, but 3");
});
