/** An agent that is written against `skillc/runtime`: compiled without any ambient types, and run by plain Node. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, linkPackage, ROOT, runNode, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, STRICT } from "./compilers.ts";
import { HARBOUR_SKILLS } from "./harbour-skills.ts";

const AGENT = `
import {
  bindTools, callTool, createExecutor, createSkillsFromCatalog, createToolGate, isRefusal, isToolFailure, mergeCatalogs, modernTools,
  type Catalog, type ExecutorOptions, type SkillTool,
} from "skillc/runtime";
import { skills } from "../generated/skills/index.js";

const options: ExecutorOptions = { maxActive: 2, skillDir: ({ path }) => \`/mnt/\${path}\` };
const executor = createExecutor(skills, options);
const tools: readonly SkillTool[] = modernTools(executor);
const bound = bindTools(executor, { mooring: "winch" });

export async function moor(): Promise<string> {
  const output = await callTool(tools, "load_skill", { name: "mooring" });
  if (isToolFailure(output)) throw new Error(output.error);
  const gate = createToolGate(executor.activeSkills().map((id) => executor.skills.get(id)));
  const refused = await executor.activate("moring");
  return [gate.offers("Winch"), ...bound(), isRefusal(refused) && refused.nearest.join()].join(" ");
}

export function joined(catalog: Catalog): readonly string[] {
  return mergeCatalogs(skills, createSkillsFromCatalog(catalog)).names;
}

export const wrong = createExecutor(skills, { maxActive: "2" }); // TS2322
`;

/** The first example of the library's README, with what it takes for granted. */
const README = `
declare const sessionId: string;
declare const call: { readonly name: string; readonly input: unknown };
${/```ts\n(.*?)```/s.exec(readFileSync(join(ROOT, "src/runtime/README.md"), "utf8"))?.[1]?.replace("#skills", "../generated/skills/index.js")}
export { system, output };
`;

let project: Project;

beforeAll(async () => {
  project = createProject({
    ...HARBOUR_SKILLS,
    "package.json": JSON.stringify({ name: "harbour-agent", type: "module" }),
    "src/agent.ts": AGENT,
    "src/readme.ts": README,
    "src/tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...STRICT,
        module: "nodenext",
        moduleResolution: "nodenext",
        outDir: "..",
        rootDir: "..",
      },
      include: ["**/*.ts"],
      exclude: [],
    }),
  });
  linkPackage(project);
  await project.build();
});

afterAll(() => project.remove());

describe.each(COMPILERS)("TypeScript $version", (compiler) => {
  test("takes the agent and the example of the README, and finds the one mistake", async () => {
    const at = AGENT.split("\n").findIndex((line) => line.endsWith("// TS2322")) + 1;
    const messages = await compile(compiler, project.dir, ["-p", "src"]);
    expect(messages.map((message) => message.at)).toEqual([`src/agent.ts:${at} TS2322`]);
  });
});

test("runs on the package as it is built", async () => {
  project.write({ "main.mjs": 'import { moor } from "./src/agent.js";\nconsole.log(await moor());\n' });
  await compile(COMPILERS[0], project.dir, ["-p", "src"]);
  expect(await runNode(["main.mjs"], project.dir)).toBe("true winch mooring\n");
});
