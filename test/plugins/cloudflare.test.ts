/** The recipes of Cloudflare Workers: wrangler with `watch_dir`, and the Vite plugin of Cloudflare. */
import { afterEach, describe, expect, test } from "vitest";
import { whyMissing } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN } from "./project.ts";
import { develop, expectTypes, openRecipe, PLACE, TIDES, type Recipe } from "./recipe.ts";

let recipe: Recipe;
afterEach(() => recipe.dispose());

describe.skipIf(whyMissing("bundlers", pinOf("wrangler")))("wrangler", () => {
  const atPort = (port: number): readonly string[] => ["--ip", "127.0.0.1", "--port", String(port)];

  test("bundles the skills, with types", { timeout: 120_000 }, async () => {
    recipe = await openRecipe("wrangler", "wrangler");
    await recipe.script("build");
    expect(recipe.read("dist/index.js")).toContain(TIDES);
    await expectTypes(recipe, "src", "#skills");
    recipe.write("skills/tides/SKILL.md", BROKEN);
    await expect(recipe.script("build")).rejects.toThrow(PLACE);
  });

  test("builds again after each change in watch_dir", { timeout: 180_000 }, async () => {
    recipe = await openRecipe("wrangler", "wrangler");
    const server = await recipe.serve("dev", atPort);
    await develop(recipe, server, () => server.prints(PLACE));
  });
});

describe.skipIf(whyMissing("bundlers", pinOf("cloudflare-vite")))("Vite with the plugin of Cloudflare", () => {
  const atPort = (port: number): readonly string[] => ["--host", "127.0.0.1", "--port", String(port)];

  test("builds the skills for workerd, with types", { timeout: 120_000 }, async () => {
    recipe = await openRecipe("cloudflare-vite", "cloudflare-vite");
    await recipe.script("build");
    const server = await recipe.serve("preview", atPort);
    await server.shows("/skills/tides", TIDES);
    await expectTypes(recipe, "src", "virtual:skillc");
    recipe.write("skills/tides/SKILL.md", BROKEN);
    await expect(recipe.script("build")).rejects.toThrow(/SKILL\.md:3:13\n[^]*3 \| description: A: b/);
  });

  test("shows changes in the dev server; a broken skill leaves the last good ones", { timeout: 180_000 }, async () => {
    recipe = await openRecipe("cloudflare-vite", "cloudflare-vite");
    const server = await recipe.serve("dev", atPort);
    await develop(recipe, server, async () => {
      await server.prints(PLACE);
      await server.shows("/skills/tides", "Edited.");
    });
  });
});
