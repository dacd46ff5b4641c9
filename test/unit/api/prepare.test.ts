/** Commands of bodies: never run unasked, run in the skill's directory when allowed, their output never read as a token. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { build, check, type UserConfig } from "../../../src/index.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { createProject, type Project } from "../../support/consumer.ts";
import type { AnySkills } from "../../../src/runtime/access.ts";

const skill = (body: string): string =>
  `---\nname: lighthouse\ndescription: Keeps the lighthouse log. Use when the keeper asks for the last entries.\n---\n${body}`;

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

function lighthouse(body: string, files: Readonly<Record<string, string>> = {}): Project {
  const project = createProject({ "skills/lighthouse/SKILL.md": skill(body), ...files });
  projects.push(project);
  return project;
}

const LIT = "skills/lighthouse/lamp-is-lit";
const allowTouch: UserConfig = { prepare: { shell: { allow: ["touch lamp-is-lit"] } } };

async function load(project: Project): Promise<AnySkills> {
  const { skills } = (await import(join(project.dir, "generated/skills/index.js"))) as { skills: AnySkills };
  return skills;
}

test("without prepare no command is run", async () => {
  const project = lighthouse("!`touch lamp-is-lit`\n\n```!\ntouch lamp-is-lit\n```\n");
  const { ok, diagnostics } = await build({ cwd: project.dir });
  expect(ok).toBe(true);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["shell-injection-syntax"]);
  expect(existsSync(join(project.dir, LIT))).toBe(false);
  expect((await (await load(project)).load("lighthouse")).instructions).toContain("!`touch lamp-is-lit`");
});

test("with it a listed command is run in the directory of its skill", async () => {
  const project = lighthouse("!`touch lamp-is-lit`\n");
  const { ok, diagnostics } = await build({ cwd: project.dir, overrides: allowTouch });
  expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
  expect(existsSync(join(project.dir, LIT))).toBe(true);
});

test("checking runs nothing, and names what a build would refuse", async () => {
  const project = lighthouse("!`touch lamp-is-lit`\n\n!`touch lamp-is-out`\n");
  const { diagnostics } = await check({ cwd: project.dir, overrides: allowTouch });
  expect(diagnostics.map(({ rule, args }) => [rule, args["command"]])).toEqual([
    ["shell-command-refused", "touch lamp-is-out"],
  ]);
  expect(existsSync(join(project.dir, LIT))).toBe(false);
});

test("a skill in the config runs nothing", async () => {
  const project = lighthouse("The log.\n");
  const inline = {
    name: "harbour-light",
    description: "Keeps the other light.",
    instructions: "!`touch lamp-is-lit`\n",
  };
  await build({ cwd: project.dir, overrides: { ...allowTouch, sources: [inline] } });
  expect(existsSync(join(project.dir, "lamp-is-lit"))).toBe(false);
});

test("commands are run by every build", async () => {
  const project = lighthouse("Entries: !`cat log.txt`\n", { "skills/lighthouse/log.txt": "fog\n" });
  const overrides: UserConfig = { emit: ["json-full"], prepare: { shell: { allow: ["cat log.txt"] } } };
  const instructions = async (): Promise<unknown> => {
    await build({ cwd: project.dir, overrides });
    return JSON.parse(project.read("generated/skills/catalog.full.json")).skills[0].instructions;
  };
  expect(await instructions()).toBe("Entries: fog\n");
  project.write({ "skills/lighthouse/log.txt": "gale\n" });
  expect(await instructions()).toBe("Entries: gale\n");
});

test("the output of a command contains no tokens, even at run time", async () => {
  const body = "\n\nLog of $0: !`cat log.txt`\nfor $1\n";
  const project = lighthouse(body, { "skills/lighthouse/log.txt": "cost $0 and $ARGUMENTS, !`date`\n" });
  const overrides: UserConfig = { prepare: { shell: { allow: ["cat log.txt"] } } };
  const { catalog } = await build({ cwd: project.dir, overrides });
  expect(catalog?.skills[0]?.body).toMatchObject({ prepared: true, placeholders: ["$0", "$1"] });
  expect(catalog?.skills[0]?.requires).toEqual([]);

  const skills = await load(project);
  const opened = await createExecutor(skills).open("lighthouse", { arguments: "May June" });
  expect(opened).toMatchObject({ ok: true, instructions: "Log of May: cost $0 and $ARGUMENTS, !`date`\nfor June" });
});

test("a body whose only tokens come from a command has none", async () => {
  const project = lighthouse("Log: !`cat log.txt`\n", { "skills/lighthouse/log.txt": "cost $0\n" });
  const overrides: UserConfig = { emit: ["module", "json-full"], prepare: { shell: { allow: ["cat log.txt"] } } };
  await build({ cwd: project.dir, overrides });
  const opened = await createExecutor(await load(project)).open("lighthouse", { arguments: "May" });
  expect(opened).toMatchObject({ instructions: "Log: cost $0\n\nARGUMENTS: May" });
  expect(JSON.parse(project.read("generated/skills/catalog.full.json")).skills[0].body.places).toEqual([]);
});

test("the allowed text of a failed command replaces it", async () => {
  const project = lighthouse("Log: !`cat nothing.txt`\n");
  const overrides: UserConfig = {
    emit: ["json-full"],
    rules: { "shell-command-failed": "warning" },
    prepare: { shell: { allow: ["cat *"], markers: "skillkit" } },
  };
  const { ok, diagnostics } = await build({ cwd: project.dir, overrides });
  expect({ ok, rules: diagnostics.map(({ rule }) => rule) }).toEqual({ ok: true, rules: ["shell-command-failed"] });
  const [only] = JSON.parse(project.read("generated/skills/catalog.full.json")).skills;
  expect(only.instructions).toMatch(/^Log: \[command failed: .*nothing\.txt.*\]\n$/);
});

test("a skill that is left out because a command failed is named", async () => {
  const project = lighthouse("Log: !`cat nothing.txt`\n", {
    "skills/buoy/SKILL.md":
      "---\nname: buoy\ndescription: Counts the buoys of the bay. Use when one is missing.\n---\nCount.\n",
  });
  const overrides: UserConfig = { onInvalid: "skip", prepare: { shell: { allow: ["cat *"] } } };
  const { ok, catalog } = await build({ cwd: project.dir, overrides });
  expect(ok).toBe(true);
  expect(catalog?.skills.map(({ id }) => id)).toEqual(["buoy"]);
  expect(catalog?.dropped).toEqual([{ file: "skills/lighthouse/SKILL.md", reason: "shell-command-failed" }]);
});

test("what a command wrote is searched for secrets, as every text is", async () => {
  // Put together by the command, so that no file of this repository holds a token.
  const project = lighthouse("Log:\n\n!`sh read-log`\n", {
    "skills/lighthouse/read-log": '#!/bin/sh\nprintf "token: ghp_%s%s%s\\n" q7Wd2mKz9LbT 4xVnR8sPfG3h J6yCtE1uAoDw\n',
  });
  const overrides: UserConfig = { prepare: { shell: { allow: ["sh read-log"] } } };
  const { ok, diagnostics } = await build({ cwd: project.dir, overrides });
  expect(ok).toBe(false);
  const found = diagnostics.find(({ rule }) => rule === "secret-in-text");
  expect(found).toMatchObject({
    file: "skills/lighthouse/SKILL.md",
    lineText: "!`sh read-log`",
    span: { start: { line: 7, column: 1 } },
  });
  expect(JSON.stringify(diagnostics)).not.toContain("q7Wd2mKz9LbT4xVnR8s");
});

test.each(["cognesy", "skillkit"] as const)("a prefix pattern expands nothing, with markers of %s", async (markers) => {
  const words = `'$MY_TOKEN' '~' '*' '{a,b}' '\\' '#' "it's; id" '' '$(id)'`;
  const project = lighthouse(`Log: !\`printf [%s] ${words}\`\n`);
  const quoted = lighthouse(`Log: !\`printf '[%s]' ${words}\`\n`);
  const run = async ({ dir }: Project) => {
    const overrides: UserConfig = { emit: ["json-full"], prepare: { shell: { allow: ["printf *"], markers } } };
    const { diagnostics } = await build({ cwd: dir, overrides });
    return diagnostics.map(({ rule, args }) => [rule, args["reason"]]);
  };
  expect(await run(project)).toMatchObject([["shell-command-refused", expect.stringContaining('"["') as string]]);
  expect(await run(quoted)).toEqual([]);
  const [only] = JSON.parse(quoted.read("generated/skills/catalog.full.json")).skills;
  expect(only.instructions).toBe("Log: [$MY_TOKEN][~][*][{a,b}][\\][#][it's; id][][$(id)]\n");
});

test("a command sees a variable only if prepare.shell.env names it", async () => {
  vi.stubEnv("HARBOUR", "Kiel");
  const project = lighthouse("Log: !`echo $HARBOUR`.\n");
  const instructions = async (env?: readonly string[]): Promise<unknown> => {
    const overrides: UserConfig = { emit: ["json-full"], prepare: { shell: { allow: ["echo $HARBOUR"], env } } };
    await build({ cwd: project.dir, overrides });
    return JSON.parse(project.read("generated/skills/catalog.full.json")).skills[0].instructions;
  };
  expect(await instructions()).toBe("Log: .\n");
  expect(await instructions(["HARBOUR"])).toBe("Log: Kiel.\n");
  vi.unstubAllEnvs();
});

test.each([
  [".", ["HEAD", "config", "objects/info", "refs/heads/x"]],
  ["deep/er", ["deep/er/HEAD", "deep/er/objects/x", "deep/er/refs/x"]],
  ["node_modules/x", ["node_modules/x/HEAD", "node_modules/x/commondir"]],
  ["lower", ["lower/head", "lower/Objects/x", "lower/refs/x"]],
  ["hidden", ["hidden/HEAD", "hidden/objects/x", "hidden/refs/x", ".skillignore"]],
])("nothing runs in a skill that contains a bare repository: %s", async (repository, paths) => {
  const files = paths.map((path) => [`skills/lighthouse/${path}`, path === ".skillignore" ? "hidden\n" : ""] as const);
  const project = lighthouse("!`touch lamp-is-lit`\n", Object.fromEntries(files));
  for (const run of [check, build]) {
    const { diagnostics } = await run({ cwd: project.dir, overrides: allowTouch });
    const refused = diagnostics.find(({ rule }) => rule === "shell-command-refused");
    expect(refused?.args).toMatchObject({ repository });
    expect(refused?.message).toContain("contains a bare git repository");
  }
  expect(existsSync(join(project.dir, LIT))).toBe(false);
});

test("a working tree, or a file called HEAD, is not a bare repository", async () => {
  const project = lighthouse("!`touch lamp-is-lit`\n", {
    "skills/lighthouse/.git/HEAD": "",
    "skills/lighthouse/.git/objects/x": "",
    "skills/lighthouse/.git/refs/x": "",
    "skills/lighthouse/HEAD": "",
    "skills/lighthouse/objects/x": "",
  });
  await build({ cwd: project.dir, overrides: allowTouch });
  expect(existsSync(join(project.dir, LIT))).toBe(true);
});

test.each([
  ["body", "standard", undefined, /^Log: \[error: command 'cat nothing.txt' failed/],
  ["skip", "cognesy", "skillkit", /^Log: \[command failed: /],
  [undefined, "cognesy", undefined, /^Log: \[error: /],
  [undefined, "skillkit", undefined, /^Log: \[command failed: .*nothing\.txt/],
  [undefined, "skillkit", "cognesy", /^Log: \[error: /],
] as const)(
  "with onInvalid %s under %s, markers %s, a failed command leaves its marker, and the restrictions stay",
  async (onInvalid, profile, markers, marker) => {
    const project = lighthouse("Log: !`cat nothing.txt`\n");
    const file = "skills/lighthouse/SKILL.md";
    const text = project.read(file).replace("\n---\n", "\nallowed-tools: Read\ndisable-model-invocation: true\n---\n");
    project.write({ [file]: text });
    const shell = { allow: ["cat *"], ...(markers && { markers }) };
    const overrides: UserConfig = { emit: ["json-full"], profile, prepare: { shell }, ...(onInvalid && { onInvalid }) };
    const { ok, diagnostics } = await build({ cwd: project.dir, overrides });
    const failed = diagnostics.filter(({ rule }) => rule === "shell-command-failed");
    expect({ ok, levels: failed.map(({ severity }) => severity) }).toEqual({ ok: true, levels: ["warning"] });
    expect(JSON.parse(project.read("generated/skills/catalog.full.json")).skills).toMatchObject([
      { allowedTools: ["Read"], disableModelInvocation: true, instructions: expect.stringMatching(marker) },
    ]);
  },
);
