/** The recipes of Turborepo and Nx: what starts a build of skills, and what comes from the cache. */
import { afterEach, expect, test } from "vitest";
import { whyMissing } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN, skillText } from "./project.ts";
import { openRecipe, PLACE, TIDES, type Recipe } from "./recipe.ts";

let recipe: Recipe;
afterEach(() => recipe.dispose());

const runners = [
  {
    name: "turborepo",
    allOfTwo: "Cached:    2 cached, 2 total",
    noneOfTwo: "Cached:    0 cached, 2 total",
    config: "turbo.json",
    inside: "skills/**",
    outside: "$TURBO_ROOT$/skills/**",
  },
  {
    name: "nx",
    allOfTwo: "2/2 hit",
    noneOfTwo: "0/2 hit",
    config: "nx.json",
    inside: "{projectRoot}/skills/**/*",
    outside: "{workspaceRoot}/skills/**/*",
  },
];

const IGNORED = "node_modules\n.turbo\n.nx\ndist\ngenerated\n";
const app = (): string => recipe.read("packages/agent/dist/tides.txt");

for (const { name, allOfTwo, noneOfTwo, config, inside, outside } of runners) {
  const title = pinOf(name).packages[0];
  const isMissing = whyMissing("bundlers", pinOf(name));

  test.skipIf(isMissing)(
    `${title} builds after a change of a skill, and restores a build otherwise`,
    { timeout: 180_000 },
    async () => {
      recipe = await openRecipe(name, name, "packages/agent/skills");
      recipe.write(".gitignore", IGNORED);
      const generated = "packages/agent/generated/skills/";

      expect(await recipe.script("build")).toContain(noneOfTwo);
      expect(app()).toContain(TIDES);
      const built = [recipe.read(`${generated}index.js`), recipe.read(`${generated}.skillc-manifest.json`)];
      recipe.remove("packages/agent/generated");
      recipe.remove("packages/agent/dist");
      expect(await recipe.script("build")).toContain(allOfTwo);
      expect([recipe.read(`${generated}index.js`), recipe.read(`${generated}.skillc-manifest.json`)]).toEqual(built);
      expect(app()).toContain(TIDES);

      recipe.write("packages/agent/skills/tides/SKILL.md", skillText("tides", "Edited."));
      expect(await recipe.script("build")).toContain(noneOfTwo);
      expect(app()).toContain("Edited.");
      recipe.write("packages/agent/skills/sea/fog/SKILL.md", skillText("fog", "One long blast."));
      expect(await recipe.script("build")).toContain(noneOfTwo);
      expect(recipe.read(`${generated}index.d.ts`)).toContain('"fog"');

      recipe.write("packages/agent/skills/tides/SKILL.md", BROKEN);
      await expect(recipe.script("build")).rejects.toThrow(PLACE);
    },
  );

  test.skipIf(isMissing)(`${title} sees skills outside the package`, { timeout: 180_000 }, async () => {
    recipe = await openRecipe(name, name);
    recipe.write(".gitignore", IGNORED);
    recipe.write(
      config,
      recipe.read(config).replace(inside, () => outside),
    );
    const source = { dir: "../../skills", mountAs: "skills" };
    recipe.write("packages/agent/skillc.config.json", JSON.stringify({ sources: [source] }));
    expect(await recipe.script("build")).toContain(noneOfTwo);
    expect(app()).toContain(TIDES);
    expect(await recipe.script("build")).toContain(allOfTwo);
    recipe.write("skills/tides/SKILL.md", skillText("tides", "Edited."));
    expect(await recipe.script("build")).toContain(noneOfTwo);
    expect(app()).toContain("Edited.");
  });
}
