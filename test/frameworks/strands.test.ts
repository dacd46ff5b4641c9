/** Tools for Strands: a whole turn, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, thrownTurn } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("strands") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("strands");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("Strands tools", () => {
  test("a whole turn", async () => {
    expect(await app.drive("strands.mjs")).toEqual(thrownTurn);
  });

  test("the glue type-checks", async () => {
    const source = documentedGlue(
      "Strands tools",
      `
import { tool, type Model } from "@strands-agents/sdk";
import { z } from "zod";
declare const model: Model;
declare const prompt: string;
const inputSchema = z.object({ command: z.string() });
const shell = tool({ name: "shell", description: "Runs", inputSchema, callback: ({ command }) => command });`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("(agent, FunctionTool", "(agent, tool"))).toContain("TS");
  });
});
