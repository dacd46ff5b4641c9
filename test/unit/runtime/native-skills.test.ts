/** What the frameworks with a skill system of their own get: names, hidden skills, restrictions, files. */
import { describe, expect, test } from "vitest";
import { nativeSkills, readNativeFile } from "../../../src/runtime/adapters/native-skills.ts";
import { cloudflareSkills, cloudflareSkills024 } from "../../../src/runtime/adapters/cloudflare.ts";
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
