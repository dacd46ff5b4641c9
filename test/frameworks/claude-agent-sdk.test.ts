/** The Claude Agent SDK: a whole turn with its command line, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { described, documentedGlue, fullTurn } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("claude-agent-sdk") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("claude-agent-sdk");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("Claude Agent SDK", () => {
  test("a whole turn", async () => {
    const outputs = [...fullTurn.outputs];
    // Its command line reads the picture itself, and the one of the test is none.
    outputs[2] = [
      { type: "text", text: JSON.stringify(described) },
      { type: "text", text: expect.stringContaining("[Image could not be processed") as string },
      { type: "text", text: expect.stringMatching(/^\[Image source: .*\.png\]$/) as string },
    ];
    outputs[7] = expect.objectContaining({ code: "denied" });
    expect(await app.drive("claude-agent-sdk.mjs")).toEqual({ ...fullTurn, outputs });
  });

  test("the glue type-checks", async () => {
    const source = documentedGlue(
      "Claude Agent SDK",
      `
import { tool } from "@anthropic-ai/claude-agent-sdk";
declare const prompt: string;
declare const show: (message: unknown) => void;
const shell = tool("shell", "Runs", { command: z.string() }, async ({ command }) => ({ content: [{ type: "text", text: command }] }));`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace("claudeAgentServer(agent", "claudeAgentServer(skills"))).toContain("TS");
  });
});
