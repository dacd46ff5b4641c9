/** docs/dependencies.md: its skill, its configs, its commands and its programs, each run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { agentSkills } from "../../src/runtime/agent/index.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { rules } from "../../src/rules.ts";
import { createProject } from "../support/consumer.ts";
import { createGitHost } from "../support/git-source.ts";
import { runCli, type CliResult } from "../support/run-cli.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/dependencies.md"), "utf8");
const blocks = Array.from(PAGE.matchAll(/^```(\w+)[^\n]*\n([^]*?)^```$/gm), ([, kind = "", text = ""]) => ({
  kind,
  text,
}));
const of = (kind: string): readonly string[] => blocks.flatMap((block) => (block.kind === kind ? [block.text] : []));

const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Handles ${name}. Use when asked for ${name}.\n${more}---\nRead.\n`;
const FILES = {
  "package.json": "{}",
  "skills/pdf/SKILL.md": of("markdown")[0] ?? "",
  "skills/forms/SKILL.md": skill("forms", 'metadata:\n  version: "1.4.0"\n'),
  "skills/review/SKILL.md": skill("review"),
  "skills/stamps/SKILL.md": `${skill("stamps")}Follow [the rules](../_shared/rules.md).\n`,
  "skills/_shared/rules.md": "Sign each page.\n",
};
const project = createProject(FILES);
afterAll(() => project.remove());

test("has a block of each kind, and no other", () => {
  expect([...new Set(blocks.map(({ kind }) => kind))].sort()).toEqual(["json", "markdown", "sh", "text", "ts"]);
});

test("the skill of the page has no finding", async () => {
  const { stdout, exitCode } = await runCli(["check", "skills", "--all", "--format", "json"], project.dir);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string }[] };
  expect([exitCode, diagnostics.filter(({ code }) => code.startsWith("SKC75"))]).toEqual([0, []]);
});

test.each(of("sh").map((command, at) => [command.trim(), of("text")[at] ?? ""]))("%s", async (command, printed) => {
  const args = command.split(" ").slice(1);
  const { stdout, exitCode } = await (args[0] === "add" ? runAdd(args) : runCli(args, project.dir));
  expect([exitCode, stdout.replaceAll(/\([0-9a-f]{12}\)/g, "(5d2f1a9c03be)")]).toEqual([0, printed]);
});

/** Runs a command in an empty project, with the skills of the page as a repository. */
async function runAdd(args: readonly string[]): Promise<CliResult> {
  const remote = createGitHost();
  const before = { ...process.env };
  onTestFinished(() => {
    process.env = before;
    remote.remove();
  });
  Object.assign(process.env, remote.environment);
  remote.repository("acme/skills").commit(FILES);
  return runCli([...args, "--allow-file"], remote.directory("project"));
}

describe("every config", () => {
  test.each(of("json").map((text) => [text]))("%s", async (text) => {
    const own = createProject({ ...FILES, "skillc.config.json": text });
    const { stdout, stderr, exitCode } = await runCli(["build"], own.dir);
    expect([exitCode, stderr.includes("error[")]).toEqual([0, false]);
    if (text.includes("include")) expect(PAGE).toContain(`\`${/view billing:.*/.exec(stdout)?.[0]}\``);
    own.remove();
  });
});

test("the config with a shared directory gives a skill its file, in the module and in a package", async () => {
  const text = of("json").find((one) => one.includes("shared"));
  const own = createProject({ ...FILES, "skillc.config.json": text ?? "" });
  const { outputs } = await build({ cwd: own.dir, cache: false });
  const stamps = outputs[0]?.catalog.skills.find(({ id }) => id === "stamps");
  expect(stamps?.links).toEqual({ "../_shared/rules.md": "shared/rules.md" });
  const written = readFileSync(join(own.dir, "generated/skills/stamps/SKILL.md"), "utf8");
  expect(written).toContain("Follow [the rules](shared/rules.md).");
  own.remove();
});

test("every program prints what it says", async () => {
  const { outputs } = await build({
    cwd: project.dir,
    cache: false,
    overrides: { emit: ["json-full"], outDir: "full" },
  });
  const text = readFileSync(join(outputs[0]?.outDir ?? "", "catalog.full.json"), "utf8");
  for (const program of of("ts")) {
    const printed: unknown[] = [];
    const body = program.replaceAll(/^import .*$/gm, "").replaceAll(" as { requires?: readonly string[] }", "");
    const run = runInThisContext(`(async function (skills, agentSkills, console) { ${body}\n})`) as (
      ...given: readonly unknown[]
    ) => Promise<void>;
    await run(createSkillsFromCatalog(JSON.parse(text)), agentSkills, { log: (one: unknown) => printed.push(one) });
    const said = Array.from(program.matchAll(/\/\/ (\[.*\])$/gm), ([, list = ""]) => JSON.parse(list) as unknown);
    expect(said.length).toBeGreaterThan(0);
    expect(printed).toEqual(said);
  }
});

test("the table has the rules", () => {
  const codes = Object.values(rules).map(({ code }) => code as string);
  const named = Array.from(PAGE.matchAll(/^\| (SKC\d+) \|/gm), ([, code]) => code);
  expect(named).toEqual(codes.filter((code) => /^SKC7(?:5\d|6[0-6])$/.test(code)).sort());
});
