/** OpenAI: whole turns with the Agents SDK and the Responses API, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, fullTurnWith, PICTURE } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("openai") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("openai");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("OpenAI", () => {
  test.each(["agents", "responses"])("a whole turn with %s", async (api) => {
    const picture = { type: "input_image", image_url: `data:image/png;base64,${PICTURE}` };
    // Neither API has a field that says whether an output is an error.
    expect(await app.drive("openai.mjs", api)).toEqual({
      ...fullTurnWith("input_text", expect.objectContaining(picture)),
      errors: [],
    });
  });

  test("the glue of the Agents SDK type-checks", async () => {
    const source = documentedGlue(
      "OpenAI Agents SDK",
      `
import { tool, type Tool } from "@openai/agents";
import { z } from "zod";
declare const prompt: string;
const parameters = z.object({ command: z.string() });
const shell = tool({ name: "shell", description: "Runs", parameters, execute: async ({ command }) => command });`,
      "const tools: Tool[] = openaiAgentTools(agent);",
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("agent.systemPrompt", "agent.systemPromt"))).toContain("TS2551");
  });

  test("the glue of the Responses API type-checks", async () => {
    const source = documentedGlue(
      "OpenAI Responses API",
      `
import OpenAI from "openai";
declare const client: OpenAI;
declare const prompt: string;
declare const execute: (input: { command: string }) => Promise<string>;`,
      "await answerCalls(agent, response, { shell: { execute } });",
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("openaiTools(agent)", "openaiTools({})"))).toContain("TS");
  });
});
