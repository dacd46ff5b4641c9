/** The blocks of docs/agents.md for frameworks without an adapter, run with their packages; and what does not fit says so. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { createFrameworkApp, frameworkMissing } from "./framework.ts";
import { glueOf } from "./glue.ts";

/** What the model of an application is: it loads a skill, then says what it got. */
const AI_SDK_MODEL = `
let asked = 0;
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 }, totalTokens: 2 };
const model = {
  specificationVersion: "v3", provider: "scripted", modelId: "scripted", supportedUrls: {},
  async doGenerate({ prompt, tools }) {
    const input = JSON.stringify({ name: "pdf", arguments: "tax.pdf" });
    const load = { type: "tool-call", toolCallId: "1", toolName: "load_skill", input };
    const said = { type: "text", text: JSON.stringify([tools.map((one) => one.name).sort(), prompt]) };
    const first = asked++ === 0;
    return { content: [first ? load : said], finishReason: { unified: first ? "tool-calls" : "stop" }, usage, warnings: [] };
  },
};`;

/** The block, the code before it, and the code after it, which prints what the model got of the tools. */
const blocks: readonly (readonly [heading: string, pin: string, before: string, after: string])[] = [
  [
    "VoltAgent",
    "voltagent",
    AI_SDK_MODEL,
    `const { text } = await clerk.generateText("Fill in tax.pdf"); console.log(text); process.exit(0);`,
  ],
  [
    "Genkit",
    "genkit",
    `const prompt = "Fill in tax.pdf";
const model = "scripted";
const answer = async ({ messages, tools }) => {
  const input = { name: "pdf", arguments: "tax.pdf" };
  const said = { text: JSON.stringify([tools.map((one) => one.name).sort(), messages]) };
  const content = messages.at(-1).role === "tool" ? [said] : [{ toolRequest: { name: "load_skill", ref: "1", input } }];
  return { message: { role: "model", content }, finishReason: "stop" };
};`,
    `console.log(text); process.exit(0);`,
  ],
  [
    "OpenAI Realtime",
    "openai",
    "",
    `const [load] = clerk.tools.filter(({ name }) => name === "load_skill");
console.log(JSON.stringify([clerk.tools.map((one) => one.name), clerk.instructions, await load.invoke(undefined, '{"name":"pdf","arguments":"tax.pdf"}')]));`,
  ],
  [
    "MCP SDK 2",
    "mcp-server",
    `import { Client, InMemoryTransport } from "@modelcontextprotocol/client";`,
    `const client = new Client({ name: "test", version: "1.0.0" });
const [mine, theirs] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(mine), client.connect(theirs)]);
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: "load_skill", arguments: { name: "pdf", arguments: "tax.pdf" } });
console.log(JSON.stringify([tools.map((one) => one.name), client.getInstructions(), content]));
process.exit(0);`,
  ],
  [
    "AgentKit",
    "agent-kit",
    "",
    `const load = clerk.tools.get("load_skill");
const output = await load.handler(load.parameters.parse({ name: "pdf", arguments: "tax.pdf" }), {});
console.log(JSON.stringify([[...clerk.tools.keys()], clerk.system, output]));
process.exit(0);`,
  ],
  [
    "Copilot SDK",
    "copilot-sdk",
    "const client = { createSession: async (config) => config };",
    `const load = session.tools.find(({ name }) => name === "load_skill");
console.log(JSON.stringify([session.tools.map((one) => one.name), session.systemMessage.content, await load.handler({ name: "pdf", arguments: "tax.pdf" }, {})]));
process.exit(0);`,
  ],
];

describe.each(blocks)("%s", (heading, pin, before, after) => {
  test.skipIf(frameworkMissing(pin) !== undefined)("a model loads a skill, and gets the index once", async () => {
    const app = await createFrameworkApp(pin);
    try {
      // Genkit knows a model by its name.
      const scripted = "ai.defineModel({ name: model }, answer);";
      const glue = glueOf(heading).replace("const ai = genkit({});", (line) => `${line}\n${scripted}`);
      const code = `${glue.replace(/^(?!import )/m, `${before}\n`)}\n${after}`;
      writeFileSync(join(app.dir, "block.mjs"), (await transform(code, { loader: "ts" })).code);
      const text = JSON.stringify(await app.drive("block.mjs"));
      expect(text).toContain("read_skill_resource");
      expect(text).toContain("Fill in tax.pdf as");
      expect(text.split("Fills in PDF forms. Use it when").length - 1).toBe(1);
      expect(text).not.toMatch(/Counts the money|Opens the vault/);
    } finally {
      await app.dispose();
    }
  });
});

describe.skipIf(frameworkMissing("ai-5") !== undefined)("AI SDK 5", () => {
  test("gets a TypeError that names the form to pass, which works", async () => {
    expect(await drive("ai-5", "ai-5.mjs")).toEqual({
      error: ["TypeError", expect.stringMatching(/^ai 5 reads no Standard Schema: pass tool\(/) as string],
      text: expect.stringContaining("Fill in tax.pdf as") as string,
    });
  });
});

describe.skipIf(frameworkMissing("voltagent") !== undefined)("VoltAgent with the tools of the AI SDK", () => {
  test("throws a TypeError that names the form to pass", async () => {
    expect(await drive("voltagent", "voltagent-list.mjs")).toEqual({
      error: ["TypeError", expect.stringMatching(/^VoltAgent takes no tools of the AI SDK: pass createTool/) as string],
    });
  });
});

async function drive(pin: string, driver: string): Promise<unknown> {
  const app = await createFrameworkApp(pin);
  try {
    return await app.drive(driver);
  } finally {
    await app.dispose();
  }
}
