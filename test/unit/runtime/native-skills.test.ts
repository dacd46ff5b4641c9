/** What the frameworks with a skill system of their own get: names, hidden skills, restrictions, files. */
import { describe, expect, test } from "vitest";
import { nativeSkills, readNativeFile } from "../../../src/runtime/adapters/native/native-skills.ts";
import { adkSkills } from "../../../src/runtime/adapters/native/adk.ts";
import { deepAgentsBackend } from "../../../src/runtime/adapters/native/deepagents.ts";
import { flueSkills } from "../../../src/runtime/adapters/native/flue.ts";
import { mastraSkills } from "../../../src/runtime/adapters/native/mastra.ts";
import { openaiSandboxSkills } from "../../../src/runtime/adapters/native/openai.ts";
import { strandsSkills } from "../../../src/runtime/adapters/native/strands.ts";
import { cloudflareSkills, cloudflareSkills024 } from "../../../src/runtime/adapters/native/cloudflare.ts";
import { fixtureSkills, type FixtureSkill } from "../../support/fixture-skills.ts";

const namesOf = (skills: readonly FixtureSkill[]): readonly string[] =>
  nativeSkills(fixtureSkills(skills), {}).served.map(({ name }) => name);

describe("names", () => {
  test("are bare where only one skill has them, else they carry the namespace", () => {
    expect(namesOf([{ id: "pdf" }, { id: "a:form", name: "form", namespace: "a" }])).toEqual(["form", "pdf"]);
    const two: readonly FixtureSkill[] = [
      { id: "a:pdf", name: "pdf", namespace: "a" },
      { id: "b:pdf", name: "pdf", namespace: "b" },
    ];
    expect(namesOf(two)).toEqual(["a-pdf", "b-pdf"]);
    // A hidden skill does not change the names of the others.
    expect(namesOf([two[0] as FixtureSkill, { ...two[1], id: "b:pdf", disableModelInvocation: true }])).toEqual([
      "a-pdf",
    ]);
    expect(() => namesOf([...two, { id: "a-pdf" }])).toThrow('would both be named "a-pdf"');
  });
});

describe("what is served", () => {
  const skills = fixtureSkills([
    { id: "open" },
    { id: "hidden", disableModelInvocation: true },
    { id: "scoped", requiredScope: ["money:open"] },
    { id: "restricted", disallowedTools: ["Bash(rm:*)"] },
  ]);
  const served = (options = {}): readonly string[] => nativeSkills(skills, options).served.map(({ name }) => name);

  test("hidden skills are not, restricted ones are named", () => {
    expect(served()).toEqual(["open"]);
    expect(nativeSkills(skills, {}).leftOut.map(({ id }) => id)).toEqual(["restricted"]);
    expect(served({ grants: ["money:*"] })).toEqual(["open", "scoped"]);
    expect(served({ unrestricted: ["restricted"] })).toEqual(["open", "restricted"]);
    expect(served({ only: ["hidden", "restricted"] })).toEqual([]);
    expect(nativeSkills(skills, { only: ["open"] }).leftOut).toEqual([]);
    expect(() => served({ unrestricted: ["open", "restrictd"] })).toThrow("restricted");
  });
});

describe("files", () => {
  const skills = fixtureSkills([
    { id: "pdf", path: "skills/pdf", files: { "a.md": { text: "A.\n" } }, instructions: "Look.\n" },
    { id: "till", path: "skills/till", disableModelInvocation: true },
  ]);

  test.each(["../till/SKILL.md", "./a.md", "/a.md", "x/../a.md", "SKILL.md", "", "A.md"])(
    "the path %j is none",
    async (path) => {
      expect(await readNativeFile(skills, skills.get("pdf"), path)).toBeUndefined();
      expect(await cloudflareSkills(skills).readResource("pdf", path)).toMatchObject({ ok: false });
      expect(await cloudflareSkills024(skills).readResource("pdf", path)).toBeNull();
    },
  );

  test("agents 0.24 loads each skill alone and knows no hidden one", async () => {
    const source = cloudflareSkills024(skills);
    expect(source.fingerprint).toBe(skills.hash);
    expect((await source.list()).map(({ name }) => name)).toEqual(["pdf"]);
    expect(await source.load("pdf")).toMatchObject({ body: "Look.\n", resources: [{ path: "a.md", size: 3 }] });
    expect(await source.readResource("pdf", "a.md")).toMatchObject({ content: "A.\n", encoding: "text" });
    expect([await source.load("till"), await source.load("pfd")]).toEqual([null, null]);
  });

  test("a content that cannot be loaded is an error of the source", async () => {
    const broken = { ...skills, load: async () => Promise.reject(new Error("offline")) };
    expect(await cloudflareSkills(broken).list()).toMatchObject({
      ok: false,
      error: { _tag: "SkillSourceError", operation: "list", message: expect.stringContaining("offline") },
    });
  });
});

describe("whole skills", () => {
  const skills = fixtureSkills([
    { id: "a:Form", name: "Form", namespace: "a" },
    { id: "notes", files: { "references/a/b.md": "B.\n", "top.md": "T.\n" } },
    { id: "plain", instructions: "Look.\n" },
  ]);

  test("names that a framework refuses are left out and named", async () => {
    const { skills: served, leftOut } = await flueSkills(skills);
    expect(served.map(({ name }) => name)).toEqual(["notes", "plain"]);
    expect(leftOut).toEqual([{ id: "a:Form", reason: expect.stringContaining("lowercase") }]);
  });

  test("a skill with files that a framework cannot read is left out, unless it is shipped without them", async () => {
    expect((await adkSkills(skills)).leftOut).toContainEqual({
      id: "notes",
      reason: expect.stringContaining("top.md"),
    });
    const { skills: served, leftOut } = await adkSkills(skills, { unrestricted: ["notes"] });
    expect(leftOut.map(({ id }) => id)).toEqual(["a:Form"]);
    expect(served[0]?.resources).toEqual({ references: { "a/b.md": "B.\n" }, assets: {}, scripts: {} });
    expect((await strandsSkills(skills)).skills.map(({ name }) => name)).toEqual(["plain"]);
  });

  test("a directory of a sandbox holds every file", async () => {
    const { from } = await openaiSandboxSkills(skills, { only: ["notes"] });
    expect(JSON.parse(JSON.stringify(from))).toMatchObject({
      children: {
        notes: { children: { references: { children: { a: { children: { "b.md": { content: "B.\n" } } } } } } },
      },
    });
  });
});

describe("a tree", () => {
  const skills = fixtureSkills([
    { id: "a:pdf", name: "pdf", namespace: "a", path: "skills/a/pdf", instructions: "---\nname: pdf\n---\nLook.\n" },
    { id: "b:pdf", name: "pdf", namespace: "b", path: "", instructions: "See.\n", license: "MIT: 2" },
    { id: "cat", instructions: "---\nname: 'cat'\n---\nLook.\n" },
  ]);

  test("has the SKILL.md as it is, or one with the name that the skill has there", async () => {
    const source = mastraSkills(skills);
    expect((await source.readdir("/skills")).map(({ name }) => name)).toEqual(["a-pdf", "b-pdf", "cat"]);
    expect(await source.readFile("skills/cat/SKILL.md")).toBe("---\nname: 'cat'\n---\nLook.\n");
    expect(await source.readFile("skills/a-pdf/SKILL.md")).toMatch(/^---\nname: "a-pdf"\n/);
    expect(await source.readFile("skills/b-pdf/SKILL.md")).toBe(
      '---\nname: "b-pdf"\ndescription: "b:pdf"\nlicense: "MIT: 2"\n---\nSee.\n',
    );
  });

  test.each([
    ["**/*.md", ["/skills/a-pdf/SKILL.md", "/skills/b-pdf/SKILL.md", "/skills/cat/SKILL.md"]],
    ["skills/*-pdf/*", ["/skills/a-pdf/SKILL.md", "/skills/b-pdf/SKILL.md"]],
    ["*.md", []],
    ["**/cat/**", ["/skills/cat/SKILL.md"]],
    [`${"*/".repeat(30)}${"*a".repeat(500)}`, []],
  ])("glob %s", async (pattern, found) => {
    const { files } = await deepAgentsBackend(skills).glob(pattern);
    expect(files.map(({ path }) => path)).toEqual(found);
  });
});
