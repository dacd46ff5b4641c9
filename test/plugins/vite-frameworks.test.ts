/** The recipes of frameworks on Vite or Rollup: Astro, SvelteKit and Nitro. */
import { afterEach, describe, expect, test } from "vitest";
import { whyMissing } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN } from "./project.ts";
import { develop, expectTypes, openRecipe, PLACE, TIDES, type Recipe } from "./recipe.ts";

let recipe: Recipe;
afterEach(() => recipe.dispose());

/** SvelteKit 2 reads its options from a file. */
function asSvelteKit2(): void {
  recipe.write(
    "vite.config.ts",
    recipe
      .read("vite.config.ts")
      .replace("{ adapter: adapter() }", "")
      .replace(/^import adapter.*\n/, ""),
  );
  recipe.write(
    "svelte.config.js",
    'import adapter from "@sveltejs/adapter-node";\nexport default { kit: { adapter: adapter() } };\n',
  );
  recipe.write(
    "tsconfig.json",
    '{ "extends": "./.svelte-kit/tsconfig.json", "compilerOptions": { "skipLibCheck": true } }\n',
  );
  // Its own tsconfig.json has src, but no files next to it.
  recipe.write("src/app.d.ts", '/// <reference path="../skillc-env.d.ts" />\n');
}

const atPort = (port: number): readonly string[] => ["--host", "127.0.0.1", "--port", String(port)];

const frameworks = [
  { pin: "astro", name: "astro", entry: "dist/server/entry.mjs", sources: "src" },
  { pin: "sveltekit", name: "sveltekit", entry: "build/index.js", sources: "src" },
  { pin: "sveltekit-2", name: "sveltekit", entry: "build/index.js", sources: "src", adapt: asSvelteKit2 },
  {
    pin: "nitropack",
    name: "nitro",
    entry: ".output/server/index.mjs",
    sources: "server",
    place: "skills/tides/SKILL.md (3:13)",
  },
];

for (const { pin, name, entry, sources, adapt, place = PLACE } of frameworks)
  describe.skipIf(whyMissing("bundlers", pinOf(pin)))(pinOf(pin).packages[0] ?? "", () => {
    const open = async (): Promise<void> => {
      recipe = await openRecipe(name, pin);
      adapt?.();
    };

    test("builds and serves the skills, with types; fails at the place of an error", { timeout: 180_000 }, async () => {
      await open();
      await recipe.script("build");
      const server = await recipe.serve(entry);
      await server.shows("/skills/tides", TIDES);
      await expectTypes(recipe, sources, "virtual:skillc");
      recipe.write("skills/tides/SKILL.md", BROKEN);
      await expect(recipe.script("build")).rejects.toThrow(
        /the value of "description" contains ": " but is not quoted/,
      );
    });

    test("shows changes while it is developed", { timeout: 180_000 }, async () => {
      await open();
      const server = await recipe.serve("dev", atPort);
      await develop(recipe, server, () => server.prints(place));
    });
  });
