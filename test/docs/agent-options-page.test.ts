/** docs/agent-options.md: every option is in it, and every example is type-checked and runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject, linkPackage, run, type Project } from "../support/consumer.ts";
import { compile, COMPILERS, STRICT } from "../types/compilers.ts";
import { agentOptions, agentOptionsPage } from "./agent-options-page.mjs";
import { withPart } from "./generated.mjs";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/agent-options.md"), "utf8");

/** The first block has the imports of the others. */
const [imports = "", ...examples] = Array.from(PAGE.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = ""]) => code);

/** What the examples use and do not declare. */
const SETUP = `import { readFile } from "node:fs/promises";
import { createSkillsFromCatalog, type Hook } from "skillc/runtime";
const saved = new Map<string, unknown>();
const store = {
  get: async (name: string): Promise<unknown> => saved.get(name),
  set: async (name: string, value: unknown): Promise<void> => void saved.set(name, value),
};
const log = (text: string): void => void saved.set("log", text);
const runLoop = (prompt: string, tools: readonly string[]): string => prompt + tools.join();
const hooks: readonly Hook[] = [];
const handlers = {};
const shown: unknown[] = [];
`;

/** An expression with its value as a comment. */
const VALUE = /^([^/\n]+); \/\/ (.*)$/gm;

const skill = (name: string, fields: string): string => `---\nname: ${name}\n${fields}\n---\n\nDo it.\n`;

let project: Project;
beforeAll(async () => {
  project = createProject({
    "skills/documents/pdf/SKILL.md": skill("pdf", "description: Fills in forms. Use it for forms."),
    "skills/documents/pdf/scripts/fill.ts": "export default () => 1;\n",
    "skills/documents/review/SKILL.md": skill("review", "description: Reviews a change. Use it for changes."),
    "skills/ops/deploy/SKILL.md": skill("deploy", "description: Deploys $0.\ndisable-model-invocation: true"),
    "skills/billing/refunds/SKILL.md": skill("refunds", "description: Refunds.\nrequired_scope: billing:read"),
    "package.json": '{ "type": "module", "imports": { "#skills": "./generated/skills/index.js" } }',
    "skillc.config.json": '{ "emit": ["module", "json-full"], "module": { "scripts": true } }',
    "examples.ts": [
      imports,
      SETUP,
      ...examples.map((code) => `await (async () => {\n${code.replaceAll(VALUE, "shown.push($1);")}})();`),
      "console.log(JSON.stringify(shown));\n",
    ].join("\n"),
    "engine.d.ts": `declare module "node:fs/promises" { export function readFile(path: string, as: "utf8"): Promise<string>; }
declare const console: Record<"info" | "log" | "warn", (...values: unknown[]) => void>;
`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...STRICT, noUnusedLocals: false, module: "nodenext", noEmit: true },
      files: ["examples.ts", "engine.d.ts"],
    }),
  });
  linkPackage(project);
  await project.build();
});
afterAll(() => project.remove());

const options = agentOptions();

test("it has every option: npm run docs updates it", () => {
  expect(options.map(({ name }) => name)).toContain("maxActive");
  for (const { name, about, example } of options)
    expect([name, about, example]).toEqual([name, expect.stringMatching(/\w/), expect.stringContaining(`${name}:`)]);
  expect(PAGE).toBe(withPart(PAGE, "options", agentOptionsPage(options)));
});

test("every example is type-checked", async () => {
  expect(examples.length).toBeGreaterThan(options.length);
  expect(await compile(COMPILERS[0], project.dir)).toEqual([]);
});

test("every example runs, and its values are those of the comments", async () => {
  const { code } = await transform(project.read("examples.ts"), { loader: "ts", target: "es2022" });
  project.write({ "examples.mjs": code });
  const { stdout, stderr } = await run("node", ["../../examples.mjs"], { cwd: join(project.dir, "generated/skills") });
  expect(stderr).toBe("");
  const values = examples.flatMap((example) => Array.from(example.matchAll(VALUE), ([, , value = ""]) => value));
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual(
    values.map((value) => JSON.parse(value) as unknown),
  );
});
