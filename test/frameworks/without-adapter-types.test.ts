/** The blocks of docs/agents.md for frameworks without an adapter, type-checked beside their packages. */
import { describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing } from "./framework.ts";
import { glueOf } from "./glue.ts";

/** The block, and what an application has before it. */
const blocks: readonly (readonly [heading: string, pin: string, before: string])[] = [
  ["VoltAgent", "voltagent", 'declare const model: ConstructorParameters<typeof Agent>[0]["model"];'],
  ["Genkit", "genkit", "declare const model: string;\ndeclare const prompt: string;"],
  ["OpenAI Realtime", "openai", ""],
  ["MCP SDK 2", "mcp-server", ""],
  ["AgentKit", "agent-kit", ""],
  [
    "Copilot SDK",
    "copilot-sdk",
    'import { approveAll, type CopilotClient } from "@github/copilot-sdk";\ndeclare const client: CopilotClient;\nvoid approveAll;',
  ],
];

describe.each(blocks)("%s", (heading, pin, before) => {
  test.skipIf(frameworkMissing(pin) !== undefined)("type-checks, and a mistake does not", async () => {
    const app = await createFrameworkApp(pin);
    try {
      const source = glueOf(heading).replace(/^(?!import )/m, `${before}\n`);
      const line = source.split("\n").find((one) => one.includes("agent.systemPrompt")) ?? "";
      const mistake = line.replace("agent.systemPrompt", "agent.tools");
      expect(await app.typeCheck(`${source}{\n  // @ts-expect-error: no text\n  ${mistake}\n}\n`)).toBe("");
    } finally {
      await app.dispose();
    }
  });
});
