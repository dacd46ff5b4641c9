/** MCP sdk 1: tools, resources and prompts through the official client, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { documentedGlue, fullTurnWith, PICTURE } from "./full-turn.ts";

let app: FrameworkApp;
const isMissing = frameworkMissing("mcp-sdk") !== undefined;
beforeAll(async () => {
  if (!isMissing) app = await createFrameworkApp("mcp-sdk");
});
afterAll(() => app?.dispose());

describe.skipIf(isMissing)("MCP sdk", () => {
  test("a whole turn with the tools", async () => {
    expect(await app.drive("mcp.mjs", "tools")).toEqual(
      fullTurnWith("text", { type: "image", data: PICTURE, mimeType: "image/png" }),
    );
  });

  test("resources and prompts", async () => {
    const argument = [{ name: "arguments", description: "Arguments for the skill", required: false }];
    const failed = { failed: expect.stringContaining("not found") as string };
    expect(await app.drive("mcp.mjs", "resources")).toEqual({
      schema: expect.objectContaining({
        type: "object",
        required: ["name"],
        properties: expect.objectContaining({ name: expect.objectContaining({ enum: ["pdf", "review"] }) }),
      }),
      errors: [true, null, true],
      resources: [
        ["skill://pdf/SKILL.md", "text/markdown"],
        ["skill://pdf/assets/stamp.png", "image/png"],
        ["skill://pdf/references/fields.md", "text/markdown"],
        ["skill://review/SKILL.md", "text/markdown"],
      ],
      // Only the user may ask for the till.
      prompts: ["pdf", "review", "till"].map((name) => [name, argument]),
      body: expect.objectContaining({ text: expect.stringContaining("# Forms") }),
      text: expect.objectContaining({ text: "# Fields\n\nA field has a name and a value.\n" }),
      binary: { uri: "skill://pdf/assets/stamp.png", mimeType: "image/png", blob: "iVBORw0KGgoAAQL//g==" },
      refused: [failed, failed, failed, failed, failed],
      prompt: expect.stringContaining("Fill in tax.pdf as"),
      userOnly: expect.stringContaining("Count the coins"),
      hiddenPrompt: failed,
    });
  });

  test("the glue type-checks", async () => {
    const source = documentedGlue(
      "MCP server",
      `
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const transport = new StdioServerTransport();`,
      `
import { checkedTool } from "skillc/mcp";
const inputSchema = { command: z.string() };
const run = async ({ command }: { command: string }) => ({ content: [{ type: "text" as const, text: command }] });
server.registerTool("shell", { inputSchema }, checkedTool(agent, "shell", run));`,
    );
    expect(await app.typeCheck(source)).toBe("");
    expect(
      await app.typeCheck(source.replace("registerSkills(server, agent, z)", "registerSkills({}, agent, z)")),
    ).toContain("TS");
  });
});
