import { describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/runtime/catalog.ts";
import { createExecutor } from "../../../src/runtime/executor.ts";
import { createSkills } from "../../../src/runtime/create-skills.ts";
import { mergeCatalogs } from "../../../src/runtime/merge-catalogs.ts";
import { compileToCatalog, fixtureSkills } from "../../support/runtime-skills.ts";

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
  test("are what was compiled", async () => {
    const { catalog } = await build();
    const skills = createSkills(catalog);
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

  test("need the contents, and the format of this runtime", async () => {
    const { catalog } = await build();
    const bare = { ...catalog, skills: catalog.skills.map(({ instructions: _instructions, ...skill }) => skill) };
    expect(() => createSkills(bare)).toThrow('emitter "json-full"');
    expect(() => createSkills({ ...catalog, formatVersion: 99 })).toThrow("format 1");
    for (const nonsense of [null, {}, "[]"])
      expect(() => createSkills(nonsense as unknown as Catalog)).toThrow("format 1");
  });
});

describe("merged catalogs", () => {
  const town = fixtureSkills([
    { id: "baker", description: "town", instructions: "Town bread.", files: { "oven.md": "brick" } },
    { id: "acme:post", name: "post", namespace: "acme", preload: true },
  ]);
  const village = fixtureSkills([
    { id: "baker", description: "village", instructions: "Village bread.", preload: true, path: "hamlet/baker" },
    { id: "smith", instructions: "Hammer." },
    { id: "other:post", name: "post", namespace: "other" },
  ]);

  test("refuse duplicates unless told who wins", () => {
    expect(() => mergeCatalogs(town, village)).toThrow('Both catalogs have "baker"');
    expect(mergeCatalogs(town, village, { duplicates: "first" }).get("baker").description).toBe("town");
    expect(mergeCatalogs(town, village, { duplicates: "last" }).get("baker").description).toBe("village");
  });

  test("read from the owner, sorted, with preload joined", async () => {
    const both = mergeCatalogs(town, village, { duplicates: "first" });
    expect(both.names).toEqual(["acme:post", "baker", "other:post", "smith"]);
    expect(await both.load("baker")).toMatchObject({ instructions: "Town bread.", preload: true });
    expect((await both.load("smith")).instructions).toBe("Hammer.");
    expect(await both.readText("baker", "oven.md")).toBe("brick");
    expect(new TextDecoder().decode(await both.readBytes("baker", "oven.md"))).toBe("brick");
    expect((await both.preloaded()).map(({ id }) => id)).toEqual(["acme:post", "baker"]);
    expect(both.listForDir("hamlet")).toEqual([]);
    expect(both.listForDir("skills").map(({ id }) => id)).toEqual(["acme:post", "baker", "other:post", "smith"]);
  });

  test("resolve a bare name while only one skill has it", () => {
    const both = mergeCatalogs(town, village, { duplicates: "last" });
    expect([town.has("post"), both.has("post"), both.has("smith"), both.has("constructor")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(mergeCatalogs(town, fixtureSkills([])).find("post")?.id).toBe("acme:post");
    expect(() => both.get("smiht")).toThrow('"smith"');
  });

  test("reject like any other catalog", async () => {
    const both = mergeCatalogs(town, village, { duplicates: "first" });
    await expect(both.load("smiht")).rejects.toMatchObject({ code: "unknown-skill", nearest: ["smith"] });
    await expect(both.readText("baker", "../x")).rejects.toMatchObject({ code: "path-traversal" });
    expect(() => both.view("work")).toThrow('no view "work"');
  });

  test("join views", async () => {
    const { catalog } = await build();
    const first = createSkills(catalog);
    const both = mergeCatalogs(first, mergeCatalogs(village, fixtureSkills([])));
    expect(both.view("all").map(({ id }) => id)).toEqual(["constructor", "weather"]);
    expect(both.hash).toContain("+");
  });

  test("work in an executor", async () => {
    const executor = createExecutor(mergeCatalogs(town, village, { duplicates: "first" }));
    expect(executor.activeSkills()).toEqual(["acme:post", "baker"]);
    expect(await executor.activate("smith")).toMatchObject({ instructions: "Hammer." });
  });
});
