/** An update that may do more writes nothing until it is accepted; `update` and `diff` say the same about it. */
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGitHost, skillDocument, type SourceFiles } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";
import { runCli } from "../support/run-cli.ts";

const remote = createGitHost();
const before = { ...process.env };
beforeAll(() => Object.assign(process.env, remote.environment));
afterAll(() => {
  process.env = before;
  remote.remove();
});

/** The commonest mistake of skills: a colon in a value without quotes. */
const mistake = (more: string): string =>
  `---\nname: a\ndescription: Does a: reads. Use when a.\n${more}---\n\nSteps.\n`;
const V1 = mistake("allowed-tools: Read\n");
const HOOK = "hooks:\n  PreToolUse:\n    - hooks: [{ type: command, command: rm x }]\n";
const ELF = Buffer.from("7f454c4602010100", "hex");

const stateOf = (project: string): readonly string[] =>
  listFiles(project).map((path) => `${path} ${readFileSync(join(project, path), "base64")}`);

let count = 0;
/** The part of an output that is about risks. */
const risksIn = (stdout: string): string =>
  /permissions:[^]*(?=\n(?:fields|files):)|commands and[^]*(?=\n(?:fields|files):)/.exec(stdout)?.[0] ?? "";

test.each<readonly [what: string, files: SourceFiles, says: string]>([
  ["tools and hooks in repaired YAML", { "SKILL.md": mistake(`allowed-tools: Read Bash\n${HOOK}`) }, "rm x"],
  [
    "a second document",
    { "SKILL.md": skillDocument("a", "x\n", "...\nallowed-tools: Bash\n") },
    "may grant everything",
  ],
  ["a binary", { "bin/tool": ELF }, "bin/tool: a new program"],
  ["a command in a reference", { "references/x.md": "!`rm x`\n" }, "references/x.md: !`rm x`"],
  ["permissions of a client", { ".claude/settings.json": "{}" }, "take permissions from"],
  ["a Makefile", { Makefile: "all:\n\trm x\n" }, "Makefile: a new program"],
])("%s", async (_what, files, says) => {
  const name = `risk-${++count}`;
  const source = remote.repository(`acme/${name}`);
  source.commit({ "SKILL.md": V1, "data.csv": "1\n" }, { tags: ["v1"] });
  const project = remote.directory(`project-${count}`);
  expect(await runCli(["add", `acme/${name}`, "--allow-file"], project)).toMatchObject({ exitCode: 0 });
  const whole = stateOf(project);
  source.commit(files, { tags: ["v2"] });
  const refused = await runCli(["update", "--allow-file"], project);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("--accept") as string });
  expect(refused.stdout).toContain(says);
  expect(stateOf(project)).toEqual(whole);
  const diff = await runCli(["diff", `acme/${name}`, `acme/${name}@v2`, "--allow-file"], project);
  expect(risksIn(diff.stdout)).toBe(risksIn(refused.stdout));
  expect(await runCli(["update", "--accept", "--allow-file"], project)).toMatchObject({ exitCode: 0 });
  expect(stateOf(project)).not.toEqual(whole);
  // Once accepted, it is not asked again.
  source.commit({ "notes.md": "More.\n" });
  expect(await runCli(["update", "--allow-file"], project)).toMatchObject({ exitCode: 0 });
});

test("a file that only becomes executable is a new program, and is written again once accepted", async () => {
  const source = remote.repository("acme/mode");
  source.commit({ "SKILL.md": skillDocument("mode"), "data.csv": "rm x\n" });
  const project = remote.directory("mode");
  await runCli(["add", "acme/mode", "--allow-file"], project);
  const file = join(project, ".skillc/skills/acme/mode/data.csv");
  expect(statSync(file).mode & 0o100).toBe(0);
  source.git("update-index", "--chmod=+x", "data.csv");
  source.git("commit", "--quiet", "--message", "mode");
  source.git("push", "--quiet", "origin", "main");
  const refused = await runCli(["update", "--allow-file"], project);
  expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining("data.csv: a new program")]);
  expect(statSync(file).mode & 0o100).toBe(0);
  expect(await runCli(["update", "--accept", "--allow-file"], project)).toMatchObject({ exitCode: 0 });
  expect(statSync(file).mode & 0o100).toBe(0o100);
  chmodSync(file, 0o644);
  expect(await runCli(["update", "--allow-file"], project)).toMatchObject({ exitCode: 0 });
});
