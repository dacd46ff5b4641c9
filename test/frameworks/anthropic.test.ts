/** Anthropic: whole turns with the tool runner and plain requests, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, fullTurn, fullTurnWith, PICTURE, thrownTurn } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("anthropic") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("anthropic");
});
afterAll(() => app?.dispose());

const CLIENT = `
import Anthropic from "@anthropic-ai/sdk";
declare const client: Anthropic;
declare const prompt: string;`;

const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: PICTURE } };

describe.skipIf(isMissing)("Anthropic", () => {
  test.each(["runner", "messages"])("a whole turn with %s", async (api) => {
    const turn = api === "runner" ? thrownTurn : fullTurn;
    expect(await app.drive("anthropic.mjs", api)).toEqual(fullTurnWith("text", picture, turn));
  });

  test("a message thread, the default of the runner, gets the index in its first request only", async () => {
    const indexes = fullTurn.indexes.map((count, at) => (at === 0 ? count : 0));
    const turn = fullTurnWith("text", picture, thrownTurn);
    expect(await app.drive("anthropic.mjs", "thread")).toEqual({ ...turn, indexes });
  });

  test("the glue of the tool runner type-checks", async () => {
    const source = documentedGlue(
      "Anthropic tool runner",
      `${CLIENT}
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
const inputSchema = { type: "object", properties: { command: { type: "string" } } } as const;
const shell = betaTool({ name: "shell", description: "Runs", inputSchema, run: ({ command }) => command ?? "" });`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("tools: anthropicTools(agent", "tools: (agent"))).toContain("TS");
  });

  test("the glue of plain requests type-checks", async () => {
    const source = documentedGlue(
      "Anthropic Messages API",
      `${CLIENT}
declare const execute: (input: { command: string }) => Promise<string>;
const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];`,
      "await answerCalls(agent, message, { shell: { execute } });",
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("(agent, message)", "(agent, messages)"))).toContain("TS");
  });
});
