/** Tools for Google's ADK: a whole turn, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, thrownTurn } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("adk") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("adk");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("ADK tools", () => {
  test("a whole turn", async () => {
    expect(await app.drive("adk.mjs")).toEqual(thrownTurn);
  });

  test("the glue type-checks", async () => {
    const source = documentedGlue(
      "ADK tools",
      `
import { z } from "zod";
const model = "gemini-flash-latest";
const parameters = z.object({ command: z.string() });
const shell = new FunctionTool({ name: "shell", description: "Runs", parameters, execute: ({ command }) => command });`,
      "export default clerk;",
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("adkTools(agent", "adkTools(skills"))).toContain("TS");
  });
});
