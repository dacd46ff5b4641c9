/** LangChain and LangGraph: whole turns, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, fullTurnWith, PICTURE } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("langchain") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("langchain");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("LangChain", () => {
  test.each(["langchain", "langgraph"])("a whole turn with %s", async (api) => {
    expect(await app.drive("langchain.mjs", api)).toEqual(
      fullTurnWith("text", {
        type: "image",
        source_type: "base64",
        mime_type: "image/png",
        data: PICTURE,
        metadata: { filename: "stamp.png" },
      }),
    );
  });

  test.each(["LangChain", "LangGraph"])("the glue of %s type-checks", async (heading) => {
    const source = documentedGlue(
      heading,
      `
import { z } from "zod";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
declare const model: BaseChatModel;
declare const prompt: string;
const schema = z.object({ command: z.string() });
const shell = tool(async ({ command }) => command, { name: "shell", description: "Runs", schema });`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("(agent, tool", "(agent, model"))).toContain("TS");
  });
});
