/** The recipes of Next.js: builds, servers, types, and what the dev server shows of changes. */
import { afterEach, describe, expect, test } from "vitest";
import { whyMissing } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN, skillText, until } from "./project.ts";
import { openRecipe, type Recipe, type RecipeServer } from "./recipe.ts";

let recipe: Recipe;
afterEach(() => recipe.dispose());

/** Next.js 15 builds with webpack unless told otherwise, and has no option for it. */
const asNext15 = (): void => recipe.write("package.json", recipe.read("package.json").replaceAll(" --webpack", ""));

const atPort = (port: number): readonly string[] => ["--hostname", "127.0.0.1", "--port", String(port)];

/** The steps of a developer; `isBroken` waits until the error of a broken skill is seen. */
async function develop(server: RecipeServer, isBroken: () => Promise<void>): Promise<void> {
  await server.shows("/skills/tides", "Read the table of the harbor.");
  recipe.write("skills/tides/SKILL.md", skillText("tides", "Edited."));
  await server.shows("/skills/tides", "Edited.");
  recipe.write("skills/sea/fog/SKILL.md", skillText("fog", "One long blast."));
  await server.shows("/skills/fog", "One long blast.");
  recipe.remove("skills/sea");
  await server.shows("/skills/fog", "unknown skill");
  recipe.write("skills/tides/SKILL.md", BROKEN);
  await isBroken();
  recipe.write("skills/tides/SKILL.md", skillText("tides", "Repaired."));
  await server.shows("/skills/tides", "Repaired.");
}

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
      await server.shows("/skills/tides", "Read the table of the harbor.");
      await server.shows("/", "tides");
      expect((await recipe.program("tsc", "--noEmit")).stdout).toBe("");
      recipe.write("app/wrong.ts", 'import { skills } from "virtual:skillc";\nskills.get("tide");\n');
      expect((await recipe.program("tsc", "--noEmit")).stdout).toMatch(/^app\/wrong\.ts\(2,12\): error TS2345/);
    });

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
      await develop(server, async () => {
        await until(async () => (await server.get("/skills/tides")).status === 500, server.printed, 60_000);
        expect(server.printed()).toMatch(/skills\/tides\/SKILL\.md:3:14: the value of [^]*3 \| description: A: b/);
        expect(recipe.read(".skillc/index.js")).toContain("Does tides things.");
      });
    });
  });

  describe.skipIf(isMissing)(`${pinOf(pin).packages[0]} with Turbopack`, () => {
    test("builds and serves the skills, with types", { timeout: 300_000 }, async () => {
      recipe = await openRecipe("next-turbopack", pin);
      await recipe.script("build");
      const server = await recipe.serve("start", atPort);
      await server.shows("/skills/tides", "Read the table of the harbor.");
      await server.shows("/", "tides");
      expect((await recipe.program("tsc", "--noEmit")).stdout).toBe("");
      recipe.write("app/wrong.ts", 'import { skills } from "#skills";\nskills.get("tide");\n');
      expect((await recipe.program("tsc", "--noEmit")).stdout).toMatch(/^app\/wrong\.ts\(2,12\): error TS2345/);
    });

    test(
      "shows changes while it is developed; a broken skill leaves the last good ones",
      { timeout: 300_000 },
      async () => {
        recipe = await openRecipe("next-turbopack", pin);
        const skills = await recipe.serve("skills");
        const server = await recipe.serve("dev", atPort);
        await develop(server, async () => {
          await skills.prints("skills/tides/SKILL.md:3:14");
          await server.shows("/skills/tides", "Edited.");
        });
      },
    );
  });
}
