/** Tools for Mastra: a whole turn, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, fullTurnWith, PICTURE, thrownTurn } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("mastra") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("mastra");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("Mastra tools", () => {
  test("a whole turn", async () => {
    const picture = expect.objectContaining({ data: PICTURE, mediaType: "image/png" }) as unknown;
    expect(await app.drive("mastra.mjs")).toEqual(fullTurnWith("text", picture, thrownTurn));
  });

  test("the glue type-checks", async () => {
    const source = documentedGlue(
      "Mastra tools",
      `
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
declare const model: ConstructorParameters<typeof Agent>[0]["model"];
declare const prompt: string;
const inputSchema = z.object({ command: z.string() });
const shell = createTool({ id: "shell", description: "Runs", inputSchema, execute: async ({ command }) => command });`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("mastraTools(agent", "mastraTools(skills"))).toContain("TS");
  });
});
