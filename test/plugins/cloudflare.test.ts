/** The recipes of Cloudflare Workers: wrangler with `watch_dir`, and the Vite plugin of Cloudflare. */
import { afterEach, describe, expect, test } from "vitest";
import { whyMissing } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN, skillText } from "./project.ts";
import { openRecipe, type Recipe, type RecipeServer } from "./recipe.ts";

let recipe: Recipe;
afterEach(() => recipe.dispose());

const TIDES = "Read the table of the harbor.";
const PLACE = "skills/tides/SKILL.md:3:14";

async function develop(server: RecipeServer): Promise<void> {
  await server.shows("/skills/tides", TIDES);
  recipe.write("skills/tides/SKILL.md", skillText("tides", "Edited."));
  await server.shows("/skills/tides", "Edited.");
  recipe.write("skills/sea/fog/SKILL.md", skillText("fog", "One long blast."));
  await server.shows("/skills/fog", "One long blast.");
  recipe.remove("skills/sea");
  await server.shows("/skills/fog", "unknown skill");
  recipe.write("skills/tides/SKILL.md", BROKEN);
  await server.prints(PLACE);
}

async function hasTypes(specifier: string): Promise<void> {
  expect((await recipe.program("tsc", "--noEmit")).stdout).toBe("");
  recipe.write("src/wrong.ts", `import { skills } from "${specifier}";\nskills.get("tide");\n`);
  expect((await recipe.program("tsc", "--noEmit")).stdout).toMatch(/^src\/wrong\.ts\(2,12\): error TS2345/);
}

describe.skipIf(whyMissing("bundlers", pinOf("wrangler")))("wrangler", () => {
  const atPort = (port: number): readonly string[] => ["--ip", "127.0.0.1", "--port", String(port)];

  test("bundles the skills, with types", { timeout: 120_000 }, async () => {
    recipe = await openRecipe("wrangler", "wrangler");
    await recipe.script("build");
    expect(recipe.read("dist/index.js")).toContain(TIDES);
    await hasTypes("#skills");
    recipe.write("skills/tides/SKILL.md", BROKEN);
    await expect(recipe.script("build")).rejects.toThrow(PLACE);
  });

  test("builds again after each change in watch_dir", { timeout: 180_000 }, async () => {
    recipe = await openRecipe("wrangler", "wrangler");
    const server = await recipe.serve("dev", atPort);
    await develop(server);
    recipe.write("skills/tides/SKILL.md", skillText("tides", "Repaired."));
    await server.shows("/skills/tides", "Repaired.");
  });
});

describe.skipIf(whyMissing("bundlers", pinOf("cloudflare-vite")))("Vite with the plugin of Cloudflare", () => {
  const atPort = (port: number): readonly string[] => ["--host", "127.0.0.1", "--port", String(port)];

  test("builds the skills for workerd, with types", { timeout: 120_000 }, async () => {
    recipe = await openRecipe("cloudflare-vite", "cloudflare-vite");
    await recipe.script("build");
    const server = await recipe.serve("preview", atPort);
    await server.shows("/skills/tides", TIDES);
    await hasTypes("virtual:skillc");
    recipe.write("skills/tides/SKILL.md", BROKEN);
    await expect(recipe.script("build")).rejects.toThrow(/SKILL\.md:3:13\n[^]*3 \| description: A: b/);
  });

  test("shows changes in the dev server; a broken skill leaves the last good ones", { timeout: 180_000 }, async () => {
    recipe = await openRecipe("cloudflare-vite", "cloudflare-vite");
    const server = await recipe.serve("dev", atPort);
    await develop(server);
    await server.shows("/skills/tides", "Edited.");
    recipe.write("skills/tides/SKILL.md", skillText("tides", "Repaired."));
    await server.shows("/skills/tides", "Repaired.");
  });
});
