/** Agents of Carnet in a generated module: their names are a type. */
import { afterEach, expect, test } from "vitest";
import { createProject, linkPackage, type Project } from "../support/consumer.ts";
import { COMPILERS, compile, expectedMessages, STRICT } from "./compilers.ts";

const agent = (name: string): string =>
  `---\nname: ${name}\ndescription: Helps on board.\ninitialSkills: [knots]\n---\nYou are {{ SHIP }}'s ${name}.\n`;
const FILES = {
  "ship/agents/mate/AGENT.md": agent("mate"),
  "ship/agents/purser/AGENT.md": agent("purser"),
  "ship/skills/knots/SKILL.md": "---\nname: knots\ndescription: Ties knots. Use when a line has to hold.\n---\nTie.\n",
  "package.json": JSON.stringify({ private: true, type: "module" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...STRICT, noEmit: true, module: "preserve", moduleResolution: "bundler" },
    include: ["src"],
  }),
};

const MAIN = (module: string): string => `import { skills, type AgentName } from "${module}";
import { carnetPrompt, createExecutor, createCarnetSession } from "skillc/runtime";
const onWatch: AgentName = "mate";
const ashore: AgentName = "cook"; // TS2322
const names: readonly AgentName[] = skills.agents.map(({ name }) => name);
const [first] = skills.agents;
const variables: readonly string[] = first?.variables ?? [];
const session = createCarnetSession(createExecutor(skills), { agent: onWatch });
export const prompt = carnetPrompt(session, { variables: new Map([["SHIP", "Albatross"]]) });
export const used = [ashore, names, variables];
`;

let project: Project;
afterEach(() => project.remove());

test.each(COMPILERS.flatMap((compiler) => (["js", "ts"] as const).map((format) => ({ ...compiler, format }))))(
  "TypeScript $version knows them in a module of format $format",
  async ({ format, ...compiler }) => {
    const file = `../generated/skills/index${format === "js" ? ".js" : ""}`;
    const main = MAIN(file);
    project = createProject({ ...FILES, "src/main.ts": main });
    linkPackage(project);
    await project.build({ sources: ["ship"], profile: "carnet", module: { format } });
    const messages = await compile(compiler, project.dir);
    expect(messages.map(({ at }) => at)).toEqual(expectedMessages("src/main.ts", main));
  },
);

test("a module without agents has no such type", async () => {
  project = createProject(FILES);
  await project.build({ sources: ["ship/skills"], profile: "carnet" });
  expect(project.read("generated/skills/index.d.ts")).not.toContain("Agent");
});
