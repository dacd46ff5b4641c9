import { describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/runtime/catalog/catalog.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { createSkillsFromCatalog } from "../../../src/runtime/catalog/skills-from-catalog.ts";
import { mergeCatalogs } from "../../../src/runtime/catalog/merge-catalogs.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";
import { compileToCatalog } from "../../support/compile-project.ts";

const seal = new Uint8Array([0, 255, 128, 10]);
const build = () =>
  compileToCatalog(
    {
      "skills/weather/SKILL.md":
        "---\nname: weather\ndescription: Tells the weather.\nallowed-tools: Read, Bash(date:*)\n---\nLook up.\n",
      "skills/weather/references/clouds.md": "Cumulus ☁",
      "skills/weather/assets/seal.png": seal,
      "skills/constructor/SKILL.md": "---\nname: constructor\ndescription: Builds.\n---\n\nBuild.\n",
    },
    { sources: [{ dir: "skills", preload: true }], views: { all: "skills" } },
  );

describe("skills from json-full", () => {
  test.each([
    ["at the end", "push"],
    ["at the start", "unshift"],
  ] as const)("a second skill of one id, %s, replaces no restriction: the catalog is rejected", async (_where, add) => {
    const { catalog } = await build();
    const skills = [...catalog.skills];
    skills[add]({ ...(skills[1] as (typeof skills)[number]), allowedTools: [] });
    expect(() => createSkillsFromCatalog({ ...catalog, skills })).toThrow("Not the data of a skillc build");
  });

  test("are what was compiled", async () => {
    const { catalog } = await build();
    const skills = createSkillsFromCatalog(catalog);
    expect(skills.names).toEqual(["constructor", "weather"]);
    expect(skills.hash).toBe(catalog.hash);
    expect(skills.get("weather")).toMatchObject({
      allowedTools: ["Read", "Bash(date:*)"],
      path: "skills/weather",
      preload: true,
    });
    expect(skills.get("weather")).not.toHaveProperty("source");
    expect((await skills.load("constructor")).instructions).toBe("\nBuild.\n");
    expect(await skills.readText("weather", "references/clouds.md")).toBe("Cumulus ☁");
    expect(await skills.readBytes("weather", "assets/seal.png")).toEqual(seal);
    expect(skills.view("all").map(({ id }) => id)).toEqual(["constructor", "weather"]);
    expect(await createExecutor(skills).activate("weather", { by: "model" })).toMatchObject({
      instructions: "Look up.",
    });
  });

  test("read SKILL.md as it is on disk", async () => {
    const document = "\uFEFF---\r\nname: tides\r\ndescription: Tells the tide.\r\n---\r\nLook $0.\r\n";
    const { catalog } = await compileToCatalog(
      { "skills/tides/SKILL.md": document },
      { sources: ["skills", { name: "motto", description: "Says it.", instructions: "Hold fast." }] },
    );
    const skills = createSkillsFromCatalog(catalog);
    expect(await skills.readText("tides", "SKILL.md")).toBe(document);
    expect(await skills.readBytes("tides", "SKILL.md")).toEqual(new TextEncoder().encode(document));
    const { instructions, places } = await skills.load("tides");
    expect([instructions, places]).toEqual(["Look $0.\r\n", [5]]);
    expect((await skills.load("motto")).instructions).toBe("Hold fast.");
    // A catalog that was written by hand need not have it.
    const bare = { ...catalog, skills: catalog.skills.map(({ frontmatter: _frontmatter, ...skill }) => skill) };
    expect(await createSkillsFromCatalog(bare).readText("tides", "SKILL.md")).toBe("Look $0.\r\n");
  });

  test("need the contents, and the format of this runtime", async () => {
    const { catalog } = await build();
    const bare = { ...catalog, skills: catalog.skills.map(({ instructions: _instructions, ...skill }) => skill) };
    expect(() => createSkillsFromCatalog(bare)).toThrow('emit "json-full"');
    expect(() => createSkillsFromCatalog({ ...catalog, formatVersion: 99 })).toThrow("format 1");
    for (const nonsense of [null, {}, "[]"])
      expect(() => createSkillsFromCatalog(nonsense as unknown as Catalog)).toThrow("format 1");
  });

  test("join views", async () => {
    const { catalog } = await build();
    const first = createSkillsFromCatalog(catalog);
    const both = mergeCatalogs(first, fixtureSkills([{ id: "smith" }]));
    expect(both.view("all").map(({ id }) => id)).toEqual(["constructor", "weather"]);
    expect(both.hash).toContain("+");
  });
});
