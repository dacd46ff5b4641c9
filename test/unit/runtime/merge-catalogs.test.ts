import { describe, expect, test } from "vitest";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { mergeCatalogs } from "../../../src/runtime/catalog/merge-catalogs.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

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

  test("refuse duplicates unless an option says who wins", () => {
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
    expect(() => both.view("work")).toThrow('Unknown view "work"');
  });

  test("work in an executor", async () => {
    const executor = createExecutor(mergeCatalogs(town, village, { duplicates: "first" }));
    expect(executor.activeSkills()).toEqual(["acme:post", "baker"]);
    expect(await executor.activate("smith")).toMatchObject({ instructions: "Hammer." });
  });
});
