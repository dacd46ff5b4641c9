/** The recipes of Next.js: builds, servers, types, and what the dev server shows of changes. */
import { afterEach, describe, expect, test } from "vitest";
import { whyMissing } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN, until } from "./project.ts";
import { develop, expectTypes, openRecipe, PLACE, TIDES, type Recipe } from "./recipe.ts";

let recipe: Recipe;
afterEach(() => recipe.dispose());

/** Next.js 15 builds with webpack unless told otherwise, and has no option for it. */
const asNext15 = (): void => recipe.write("package.json", recipe.read("package.json").replaceAll(" --webpack", ""));

const atPort = (port: number): readonly string[] => ["--hostname", "127.0.0.1", "--port", String(port)];

for (const pin of ["next-16", "next-15"]) {
  const isMissing = whyMissing("bundlers", pinOf(pin));

  describe.skipIf(isMissing)(`${pinOf(pin).packages[0]} with webpack`, () => {
    const open = async (): Promise<void> => {
      recipe = await openRecipe("next-webpack", pin);
      if (pin === "next-15") asNext15();
    };

    test("builds and serves the skills, with types", { timeout: 300_000 }, async () => {
      await open();
      await recipe.script("build");
      const server = await recipe.serve("start", atPort);
      await server.shows("/skills/tides", TIDES);
      await server.shows("/", "tides");
      await expectTypes(recipe, "app", "virtual:skillc");
    });

    // What fails, and what a server shows of changes, is tested with the newest version.
    if (pin !== "next-16") return;

    test("fails at the place of an error", { timeout: 300_000 }, async () => {
      await open();
      recipe.write("skills/tides/SKILL.md", BROKEN);
      await expect(recipe.script("build")).rejects.toThrow(
        /skills\/tides\/SKILL\.md:3:14: the value of [^]*3 \| description: A: b/,
      );
    });

    test("shows changes and errors while it is developed", { timeout: 300_000 }, async () => {
      await open();
      const server = await recipe.serve("dev", atPort);
      await develop(recipe, server, async () => {
        await until(async () => (await server.get("/skills/tides")).status === 500, server.printed, 60_000);
        expect(server.printed()).toMatch(/skills\/tides\/SKILL\.md:3:14: the value of [^]*3 \| description: A: b/);
        expect(recipe.read(".skillc/index.js")).toContain("Does tides things.");
      });
    });
  });

  // With version 15, Turbopack builds as a beta.
  if (pin !== "next-16") continue;

  describe.skipIf(isMissing)(`${pinOf(pin).packages[0]} with Turbopack`, () => {
    test("builds and serves the skills, with types", { timeout: 300_000 }, async () => {
      recipe = await openRecipe("next-turbopack", pin);
      await recipe.script("build");
      const server = await recipe.serve("start", atPort);
      await server.shows("/skills/tides", TIDES);
      await server.shows("/", "tides");
      await expectTypes(recipe, "app", "#skills");
    });

    test(
      "shows changes while it is developed; a broken skill leaves the last good ones",
      { timeout: 300_000 },
      async () => {
        recipe = await openRecipe("next-turbopack", pin);
        const server = await recipe.serve("dev", atPort);
        await develop(recipe, server, async () => {
          await server.prints(PLACE);
          await server.shows("/skills/tides", "Edited.");
        });
      },
    );
  });
}
