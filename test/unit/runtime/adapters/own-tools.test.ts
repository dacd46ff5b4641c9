/** The application's own tools in an adapter, and what the adapters share; the frameworks are in `test/frameworks`. */
import { describe, expect, test } from "vitest";
import { agentSkills } from "../../../../src/runtime/agent/index.ts";
import { answerCalls as answerAnthropic, anthropicTools } from "../../../../src/runtime/adapters/anthropic.ts";
import { registerSkills, type McpZod } from "../../../../src/runtime/adapters/mcp.ts";
import { openaiAgentTools, answerCalls as answerOpenai } from "../../../../src/runtime/adapters/openai.ts";
import { createToolGate } from "../../../../src/runtime/tools/index.ts";
import { fixtureSkills } from "../../../support/fixture-skills.ts";

const skills = fixtureSkills([
  {
    id: "pdf",
    description: "Fills in forms.",
    instructions: "Fill in.\n",
    allowedTools: ["Bash(pdftk:*)"],
    files: { "a.md": "0123456789", "b.bin": { base64: "AAECA//+/Q==" } },
  },
]);

async function loaded() {
  const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
  await agent.call("load_skill", { name: "pdf" });
  return agent;
}

class Shell {
  readonly name: string;
  readonly #prefix = "ran ";
  constructor(name: string) {
    this.name = name;
  }
  get label(): string {
    return `the ${this.name}`;
  }
  async invoke(_context: unknown, input: string): Promise<string> {
    return `${this.#prefix}${(JSON.parse(input) as { command: string }).command}`;
  }
}

describe("own tools", () => {
  test("an instance of a class keeps its class, its getters and its private fields", async () => {
    const own = new Shell("Bash");
    const tool = openaiAgentTools(await loaded(), [own]).at(-1) as Shell;
    expect(tool).toBeInstanceOf(Shell);
    expect(tool.label).toBe("the Bash");
    expect(await tool.invoke({}, '{"command":"pdftk a.pdf"}')).toBe("ran pdftk a.pdf");
    expect(JSON.parse(await tool.invoke({}, '{"command":"rm a.pdf"}'))).toEqual({
      error: expect.stringContaining("not allowed"),
      code: "denied",
      nearest: [],
    });
    expect(await own.invoke({}, '{"command":"rm a.pdf"}')).toBe("ran rm a.pdf");
  });

  test("arguments that are not JSON are not allowed", async () => {
    const tool = openaiAgentTools(await loaded(), [new Shell("Bash")]).at(-1) as Shell;
    expect(await tool.invoke({}, "pdftk a.pdf")).toContain("not allowed");
  });

  test("a frozen tool and one that its provider runs stay usable", async () => {
    const frozen = Object.freeze({ name: "Bash", run: async () => "ran" });
    const hosted = { name: "web_search", type: "web_search_20250305" };
    const [tool, same] = anthropicTools(await loaded(), [frozen, hosted]).slice(-2);
    expect(same).toBe(hosted);
    expect(() => (tool as typeof frozen).run()).toThrow("not allowed");
  });

  test("a tool with the name of a skill tool is rejected", async () => {
    const agent = await loaded();
    expect(() => openaiAgentTools(agent, [new Shell("load_skill")])).toThrow("rename yours");
    await expect(answerAnthropic(agent, { content: [] }, { load_skill: {} })).rejects.toThrow("rename yours");
  });
});

describe("calls of one response", () => {
  const call = (id: string, name: string, input: unknown) => [
    { type: "function_call", call_id: id, name, arguments: JSON.stringify(input) },
    { type: "tool_use", id, name, input },
  ];

  test("a skill that a call loads restricts the calls after it; other items and toolset calls are left alone", async () => {
    const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
    const own = { Bash: { execute: ({ command }: { command: string }) => `ran ${command}` } };
    const calls = [
      call("1", "Bash", { command: "ls" }),
      call("2", "load_skill", { name: "pdf" }),
      call("3", "Bash", { command: "ls" }),
      call("4", "nothing", {}),
    ];
    const outputs = await answerOpenai(agent, { output: [{ type: "message" }, ...calls.map(([item]) => item!)] }, own);
    expect(outputs.map(({ call_id }) => call_id)).toEqual(["1", "2", "3", "4"]);
    expect(outputs[0]?.output).toBe("ran ls");
    expect(outputs[2]?.output).toContain("not allowed");
    expect(outputs[3]?.output).toContain("unknown-tool");
    const toolset = { type: "tool_use", id: "5", name: "click", input: {}, toolset_name: "browser" };
    const content = [{ type: "text" }, toolset, calls[2]![1]!];
    const [asked, answered] = await answerAnthropic(agent, { content }, own);
    expect(asked).toEqual({ role: "assistant", content });
    expect(answered.content).toEqual([
      { type: "tool_result", tool_use_id: "3", content: expect.stringContaining("not allowed"), is_error: true },
    ]);
  });
});

test("a resource of an MCP server is the whole file, whatever one read returns", async () => {
  const agent = await agentSkills(skills, { maxRead: 4 });
  const files = new Map<string, () => Promise<{ contents: unknown[] }>>();
  const nothing = (): undefined => undefined;
  const z = { looseObject: () => ({ meta: nothing }), string: () => ({ optional: () => ({ describe: nothing }) }) };
  registerSkills(
    {
      registerTool: nothing,
      registerPrompt: nothing,
      registerResource: (_name, uri, _config, read) => files.set(uri, read),
    },
    agent,
    z satisfies McpZod,
  );
  expect([...files.keys()]).toEqual(["skill://pdf/SKILL.md", "skill://pdf/a.md", "skill://pdf/b.bin"]);
  expect(await files.get("skill://pdf/a.md")?.()).toEqual({
    contents: [expect.objectContaining({ text: "0123456789" })],
  });
  expect(await files.get("skill://pdf/b.bin")?.()).toEqual({
    contents: [expect.objectContaining({ blob: "AAECA//+/Q==" })],
  });
});
