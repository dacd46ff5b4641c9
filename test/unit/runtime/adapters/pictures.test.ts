/** Pictures, PDFs and other binary files, as each framework passes them on; the real packages get them in `frameworks/`. */
import { encode } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { aiSdkTools } from "../../../../src/runtime/adapters/ai-sdk.ts";
import { answerCalls as answerAnthropic, anthropicTools } from "../../../../src/runtime/adapters/anthropic.ts";
import { langchainTools } from "../../../../src/runtime/adapters/langchain.ts";
import { mastraTools } from "../../../../src/runtime/adapters/mastra.ts";
import { answerCalls as answerOpenai, openaiAgentTools } from "../../../../src/runtime/adapters/openai.ts";
import { pictureOf } from "../../../../src/runtime/adapters/pictures.ts";
import { registerSkills, type McpSkillServer, type McpZod } from "../../../../src/runtime/adapters/mcp.ts";
import { tanstackTools } from "../../../../src/runtime/adapters/tanstack.ts";
import { agentSkills } from "../../../../src/runtime/agent/index.ts";
import { fixtureSkills, type FixtureFile } from "../../../support/fixture-skills.ts";

const base64Of = (bytes: number): string => btoa("\u0007".repeat(bytes));
const binary = (mediaType: string, bytes: number): FixtureFile =>
  ({ base64: base64Of(bytes), mediaType }) as FixtureFile;

const skills = fixtureSkills([
  {
    id: "forms",
    files: {
      "assets/plan.png": binary("image/png", 334_642),
      "assets/guide.pdf": binary("application/pdf", 60_001),
      "assets/logo.svgz": binary("image/svg+xml", 40),
      "assets/parts.zip": binary("application/zip", 200_000),
      "assets/poster.jpg": binary("image/jpeg", 5_000_001),
      "assets/notes.md": "No picture.",
    },
  },
  { id: "vault", disableModelInvocation: true, files: { "key.png": binary("image/png", 9) } },
]);
const READ = "read_skill_resource";

type Read = (path: string, name?: string) => Promise<unknown>;

/** What a model gets in each framework. */
async function frameworks(): Promise<ReadonlyMap<string, Read>> {
  const agent = await agentSkills(skills);
  const listOf = (name: string): Read => {
    const tools = {
      langchain: langchainTools(agent, (run, fields) => ({ ...fields, run })),
      anthropic: anthropicTools(agent),
      openai: openaiAgentTools(agent).map(({ invoke, ...tool }) => ({
        ...tool,
        run: (input: object) => invoke({}, JSON.stringify(input)),
      })),
      tanstack: tanstackTools(agent).map(({ execute, ...tool }) => ({ ...tool, run: execute })),
    }[name] as readonly { readonly name: string; run(input: unknown): Promise<unknown> }[];
    return async (path, skill = "forms") => tools.find((tool) => tool.name === READ)?.run({ name: skill, path });
  };
  const mcp = new Map<string, (input: object) => Promise<{ readonly content: unknown }>>();
  registerSkills(
    {
      registerTool: (name, _config, run) => mcp.set(name, run),
      registerResource: () => undefined,
      registerPrompt: () => undefined,
    } satisfies McpSkillServer,
    agent,
    {
      looseObject: () => ({ meta: () => ({}) }),
      string: () => ({ optional: () => ({ describe: () => ({}) }) }),
    } satisfies McpZod,
  );
  const answer: Read = async (path, name = "forms") => {
    const block = { type: "tool_use", id: "c", name: READ, input: { name, path } };
    return (await answerAnthropic(agent, { content: [block] }))[1].content[0]?.content;
  };
  const output: Read = async (path, name = "forms") => {
    const item = { type: "function_call", call_id: "c", name: READ, arguments: JSON.stringify({ name, path }) };
    return (await answerOpenai(agent, { output: [item] }))[0]?.output;
  };
  const shown =
    (
      tools: Readonly<Record<string, { execute(input: unknown): Promise<unknown>; toModelOutput?: unknown }>>,
      isBare: boolean,
    ): Read =>
    async (path, name = "forms") => {
      const given = await tools[READ]?.execute({ name, path });
      expect(JSON.stringify(given).length).toBeLessThan(300);
      const toModel = tools[READ]?.toModelOutput as (given: unknown) => Promise<{ readonly value: unknown }>;
      return (await toModel(isBare ? given : { output: given })).value;
    };
  return new Map<string, Read>([
    ["AI SDK", shown(aiSdkTools(agent), false)],
    ["Mastra", shown(mastraTools(agent), true)],
    ["Anthropic", answer],
    ["Anthropic runner", listOf("anthropic")],
    ["OpenAI Responses", output],
    ["OpenAI Agents", listOf("openai")],
    ["LangChain", listOf("langchain")],
    ["MCP", async (path, name = "forms") => (await mcp.get(READ)?.({ name, path }))?.content],
    ["TanStack", listOf("tanstack")],
  ]);
}

const png = base64Of(334_642);
const pdf = base64Of(60_001);
const parts: readonly (readonly [string, unknown, unknown])[] = [
  [
    "AI SDK",
    { type: "image-data", data: png, mediaType: "image/png" },
    { type: "file-data", data: pdf, mediaType: "application/pdf", filename: "guide.pdf" },
  ],
  [
    "Mastra",
    { type: "image-data", data: png, mediaType: "image/png" },
    { type: "file-data", data: pdf, mediaType: "application/pdf", filename: "guide.pdf" },
  ],
  ...["Anthropic", "Anthropic runner"].map(
    (name) =>
      [
        name,
        { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
        { type: "document", source: { type: "base64", media_type: "application/pdf", data: pdf }, title: "guide.pdf" },
      ] as const,
  ),
  [
    "OpenAI Responses",
    { type: "input_image", image_url: `data:image/png;base64,${png}`, detail: "auto" },
    { type: "input_file", file_data: `data:application/pdf;base64,${pdf}`, filename: "guide.pdf" },
  ],
  [
    "OpenAI Agents",
    { type: "image", image: { data: png, mediaType: "image/png" } },
    { type: "file", file: { data: pdf, mediaType: "application/pdf", filename: "guide.pdf" } },
  ],
  [
    "LangChain",
    { type: "image", source_type: "base64", mime_type: "image/png", data: png, metadata: { filename: "plan.png" } },
    {
      type: "file",
      source_type: "base64",
      mime_type: "application/pdf",
      data: pdf,
      metadata: { filename: "guide.pdf" },
    },
  ],
  [
    "MCP",
    { type: "image", data: png, mimeType: "image/png" },
    { type: "resource", resource: { uri: "skill://guide.pdf", mimeType: "application/pdf", blob: pdf } },
  ],
];

describe.each(parts)("%s", (name, image, document) => {
  test("passes on a whole picture and a whole PDF after their description", async () => {
    const read = (await frameworks()).get(name) as Read;
    for (const [path, part] of [
      ["assets/plan.png", image],
      ["assets/guide.pdf", document],
    ] as const) {
      const [text, ...rest] = (await read(path)) as [{ readonly text: string }, ...unknown[]];
      expect(JSON.parse(text.text)).toMatchObject({ name: "forms", path });
      expect(rest).toEqual([part]);
    }
  });
});

test("what no provider takes is described in less than 100 tokens, in every framework", async () => {
  for (const [name, read] of await frameworks())
    for (const path of ["assets/parts.zip", "assets/poster.jpg", "assets/logo.svgz"]) {
      const text = JSON.stringify(await read(path));
      expect(encode(text).length, `${name}: ${path}`).toBeLessThan(100);
      expect(text).toContain(path);
      expect(text).toMatch(/"bytes\\?":/);
    }
});

test("a framework without pictures describes them", async () => {
  const read = (await frameworks()).get("TanStack") as Read;
  expect(await read("assets/plan.png")).toMatchObject({
    path: "assets/plan.png",
    media_type: "image/png",
    bytes: 334_642,
  });
});

test("nothing is passed on that the model may not read, and texts stay texts", async () => {
  // Some frameworks get a refusal thrown: it has its code either way.
  const thrown = (refusal: unknown): unknown => refusal;
  for (const [name, read] of await frameworks()) {
    expect(JSON.stringify(await read("key.png", "vault").catch(thrown)), name).toContain("unknown-skill");
    expect(JSON.stringify(await read("../vault/key.png").catch(thrown)), name).toContain("path-traversal");
    expect(JSON.stringify(await read("assets/notes.md")), name).toContain("No picture.");
  }
  const agent = await agentSkills(skills);
  const forged = { name: "vault", path: "key.png", media_type: "image/png", bytes: 9, hint: "" };
  expect(await pictureOf(agent.tools, forged)).toBeUndefined();
  expect(await pictureOf(agent.tools, { ...forged, name: "forms", path: "assets/notes.md" })).toBeUndefined();
  for (const output of [undefined, null, "text", 7, [], {}, { hint: "" }])
    expect(await pictureOf(agent.tools, output)).toBeUndefined();
});
