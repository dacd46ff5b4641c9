/** The AI SDK: a whole turn against the real package, and the glue that the documentation shows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing, type FrameworkApp } from "./framework.ts";
import { described, documentedGlue, PICTURE } from "./full-turn.ts";

describe.each([
  ["ai-6", "skillc", "system", undefined],
  ["ai-7", "skillc", "instructions", undefined],
  ["ai-7", "a copy of the runtime", "instructions", ["ai-sdk"] as const],
])("%s with %s", (name, _label, option, copied) => {
  let app: FrameworkApp;
  const isMissing = frameworkMissing(name) !== undefined;
  beforeAll(async () => {
    if (!isMissing) app = await createFrameworkApp(name, copied);
  });
  afterAll(() => app?.dispose());

  test.skipIf(isMissing)("a model loads a skill, reads its files, and is refused what it may not have", async () => {
    expect(await app.drive("ai-sdk.mjs")).toEqual({
      major: Number(name.slice(-1)),
      text: "done",
      steps: 10,
      // Only the model gets the picture: what is stored and streamed has its description.
      pictures: [
        [
          { type: "text", text: JSON.stringify(described) },
          expect.objectContaining(
            name === "ai-6"
              ? { type: "image-data", data: PICTURE, mediaType: "image/png" }
              : { type: "file", data: { type: "data", data: PICTURE }, mediaType: "image/png" },
          ),
        ],
      ],
      errors: [
        expect.objectContaining({ code: "path-traversal", nearest: [] }),
        { message: 'Unknown skill "till"', code: "unknown-skill", nearest: [] },
        { message: 'Unknown skill "vault"', code: "unknown-skill", nearest: [] },
        { message: 'Unknown skill "pfd" (did you mean "pdf"?)', code: "unknown-skill", nearest: ["pdf"] },
        {
          message: expect.stringContaining("not allowed by the active skill") as string,
          code: "denied",
          nearest: [],
        },
      ],
      toModel: ["The path \\", "Unknown skill \\", "Unknown skill \\", "Unknown skill \\", expect.any(String)],
      indexes: Array.from({ length: 10 }, () => 1),
      hidden: false,
      schemas: [
        ["Bash", "object"],
        ["load_skill", "object"],
        ["read_skill_resource", "object"],
        ["unload_skill", "object"],
      ],
      outputs: [
        expect.objectContaining({ name: "pdf", instructions: expect.stringContaining("Fill in tax.pdf as") }),
        expect.objectContaining({ content: "# Fields\n\nA field has a name and a value.\n", encoding: "text" }),
        expect.objectContaining(described),
        "ran pdftk tax.pdf",
      ],
    });
  });

  test.skipIf(isMissing)("the glue type-checks", async () => {
    const source = documentedGlue(
      "Vercel AI SDK",
      `
import { tool } from "ai";
import { z } from "zod";
import { createToolGate } from "skillc/runtime";
declare const model: Parameters<typeof generateText>[0]["model"];
declare const prompt: string;
const shell = tool({ description: "Runs", inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => command });`,
      `
const gated = await agentSkills(skills, { gate: createToolGate, only: ["pdf"] });
await generateText({ model, instructions: gated.systemPrompt, tools: aiSdkTools(gated), prompt: "Hi" });`,
    )
      .replaceAll("instructions:", `${option}:`)
      .replaceAll("isStepCount", name === "ai-6" ? "stepCountIs" : "isStepCount");
    expect(await app.typeCheck(source)).toBe("");
    expect(await app.typeCheck(source.replace('["pdf"]', '["pfd"]'))).toContain("TS2322");
  });
});
