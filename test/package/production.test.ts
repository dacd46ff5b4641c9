/** Nothing of skillc where the agent runs: a build with the packed package, `npm ci --omit=dev`, and a whole turn of `ai`. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject, run, runNode, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, STRICT } from "../types/compilers.ts";
import { packInto } from "./pack.ts";

const AGENT = `import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { agentSkills } from "./generated/skills/agent.js";
import { aiSdkTools } from "./generated/skills/ai-sdk.js";
import { skills } from "./generated/skills/index.js";
import { createToolGate, SkillError } from "./generated/skills/runtime.js";

const calls = [
  ["load_skill", { name: "mooring", arguments: "berth 4" }],
  ["read_skill_resource", { name: "mooring", path: "references/knots.md" }],
  ["run_skill_script", { name: "mooring", path: "scripts/moor.ts", input: { berth: 4 } }],
];
let step = 0;
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const call = calls[step++];
    const unified = call === undefined ? "stop" : "tool-calls";
    return {
      content: [
        call === undefined
          ? { type: "text", text: "done" }
          : { type: "tool-call", toolCallId: String(step), toolName: call[0], input: JSON.stringify(call[1]) },
      ],
      finishReason: { unified, raw: unified },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
      warnings: [],
    };
  },
});
const agent = await agentSkills(skills, { gate: createToolGate, scripts: true });
const tools = aiSdkTools(agent);
const { steps, text } = await generateText({ model, system: agent.systemPrompt, tools, stopWhen: stepCountIs(5), prompt: "Moor" });
const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
const error = await skills.load("moring").catch((thrown) => thrown);
console.log(JSON.stringify([text, outputs[0].instructions, outputs[1].content, outputs[2].output, error instanceof SkillError]));
`;

const SOURCE = `import { agentSkills, type AgentSkills } from "./generated/skills/agent.js";
import { aiSdkTools } from "./generated/skills/ai-sdk.js";
import { mcpSkills } from "./generated/skills/mcp-native.js";
import { skills, type SkillName } from "./generated/skills/index.js";
import { createToolGate, type AnySkills } from "./generated/skills/runtime.js";

export const any: AnySkills = skills;
export const agent: AgentSkills<SkillName> = await agentSkills(skills, { gate: createToolGate, only: ["mooring"] });
export const names: readonly SkillName[] = agent.activeSkills();
export const description: string | undefined = aiSdkTools(agent)["load_skill"]?.description;
export const source = await mcpSkills(skills, { parse: (text) => ({ text }) });
await agentSkills(skills, { only: ["moring"] }); // a misspelt name
`;

const FILES = {
  "package.json": JSON.stringify({
    private: true,
    type: "module",
    dependencies: { ai: "6.0.326", zod: "4.6.7" },
    // The package is needed to build, not to run.
    devDependencies: { skillc: "file:skillc.tgz", nanoid: "5.1.5" },
  }),
  "skills/mooring/SKILL.md":
    "---\nname: mooring\ndescription: Chooses lines and knots for a berth.\n---\nMoor at $ARGUMENTS. See [knots](references/knots.md), run scripts/moor.ts.\n",
  "skills/mooring/scripts/moor.ts":
    'import { nanoid } from "nanoid";\nexport default (input: { berth: number }): number => nanoid(5).length * input.berth;\n',
  "skills/mooring/references/knots.md": "# Knots\n",
  "skillc.config.ts": `import { defineConfig } from "skillc/config";

export default defineConfig({ module: { runtime: "full", adapters: ["mcp/native", "ai-sdk"], scripts: true } });
`,
  "agent.js": AGENT,
  "source.ts": SOURCE,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...STRICT, module: "nodenext", noEmit: true },
    files: ["source.ts"],
  }),
};

let project: Project;

async function npm(...args: readonly string[]): Promise<void> {
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const { exitCode, stderr } = await run("npm", [...args, ...flags], { cwd: project.dir });
  if (exitCode !== 0) throw new Error(`npm ${args.join(" ")} ended with ${exitCode}:\n${stderr}`);
}

const skillc = (...args: readonly string[]): ReturnType<typeof run> =>
  run("npx", ["--no-install", "skillc", ...args], { cwd: project.dir });

beforeAll(async () => {
  project = createProject(FILES);
  const tarball = await packInto(project.dir);
  await run("mv", [basename(tarball), "skillc.tgz"], { cwd: project.dir });
  await npm("install");
  const { exitCode, stderr } = await skillc("build");
  if (exitCode !== 0) throw new Error(stderr);
});
afterAll(() => project.remove());

test("an adapter that is no longer wanted is deleted, and --check notices", async () => {
  expect((await skillc("build", "--check")).exitCode).toBe(0);
  const config = project.read("skillc.config.ts");
  project.write({ "skillc.config.ts": config.replace('["mcp/native", "ai-sdk"]', '["ai-sdk"]') });
  const { exitCode, stdout, stderr } = await skillc("build", "--check");
  expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining("mcp-native.d.ts")]);
  await skillc("build");
  expect(existsSync(join(project.dir, "generated/skills/mcp-native.js"))).toBe(false);
  project.write({ "skillc.config.ts": config });
  await skillc("build");
  expect(existsSync(join(project.dir, "generated/skills/mcp-native.js"))).toBe(true);
});

test.each(COMPILERS)("TypeScript $version accepts the types, also with skipLibCheck off", async (compiler) => {
  const messages = await compile(compiler, project.dir);
  const misspelt = SOURCE.split("\n").findIndex((line) => line.endsWith("a misspelt name")) + 1;
  expect(messages.map(({ at }) => at)).toEqual([`source.ts:${misspelt} TS2322`]);
});

test("plain Node runs a turn after npm ci --omit=dev", async () => {
  await npm("ci", "--omit=dev");
  expect(existsSync(join(project.dir, "node_modules/skillc"))).toBe(false);
  expect(JSON.parse(await runNode(["agent.js"], project.dir))).toEqual([
    "done",
    expect.stringContaining("Moor at berth 4."),
    "# Knots\n",
    20,
    true,
  ]);
});
