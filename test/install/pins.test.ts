/** A pin moves, the config follows, local changes stay, and every help names a command that works. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGitHost, skillDocument, type GitSource } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";
import { runCli, type CliResult } from "../support/run-cli.ts";

const remote = createGitHost();
const { copyOf } = remote;
const before = { ...process.env };
let source: GitSource;
/** A project with `acme/skills/pdf@v1.0.0`. */
let installed: string;

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const FETCHING = new Set(["add", "install", "outdated", "update", "diff"]);
const skillc = (dir: string, ...args: string[]): Promise<CliResult> =>
  runCli([...args, ...(FETCHING.has(args[0] ?? "") ? ["--allow-file"] : [])], dir);
const configOf = (dir: string): unknown => JSON.parse(readFileSync(join(dir, "skillc.config.json"), "utf8"));
const lockedIn = (dir: string): readonly string[] =>
  Object.keys((JSON.parse(readFileSync(join(dir, "skillc.lock"), "utf8")) as { skills: object }).skills);
const REF = "acme/skills/pdf";
const DOCUMENT = ".skillc/skills/acme/pdf/SKILL.md";

beforeAll(async () => {
  Object.assign(process.env, remote.environment);
  source = remote.repository("acme/skills");
  source.commit(
    {
      "pdf/SKILL.md": skillDocument("pdf"),
      "forms/a/SKILL.md": skillDocument("a"),
      "forms/b/SKILL.md": skillDocument("b"),
    },
    { tags: ["v1.0.0"] },
  );
  source.commit({ "pdf/SKILL.md": skillDocument("pdf", "More steps.\n") }, { tags: ["v1.1.0", "v2.0.0-rc.1"] });
  source.commit({ "pdf/SKILL.md": skillDocument("pdf", "Run.\n", "allowed-tools: Bash\n") }, { tags: ["v1.2.0"] });
  // Another repository with the same place.
  remote.repository("other/pdf").commit({ "SKILL.md": skillDocument("pdf") }, { tags: ["v1.0.0"] });
  installed = remote.directory("installed");
  expect(await skillc(installed, "add", `${REF}@v1.0.0`)).toMatchObject({ exitCode: 0, stderr: "" });
});
afterAll(() => {
  process.env = before;
  remote.remove();
});

test("add writes a config that names the source, and what a build takes without one", async () => {
  expect(configOf(installed)).toEqual({ sources: [{ ref: `${REF}@v1.0.0` }] });
  const project = remote.directory("with-own-skills");
  put(join(project, "skills/own/SKILL.md"), skillDocument("own"));
  const { stdout } = await skillc(project, "add", `${REF}@v1.0.0`);
  expect(stdout).toContain("\n  created skillc.config.json\n");
  expect(configOf(project)).toEqual({ sources: ["skills", { ref: `${REF}@v1.0.0` }] });
  expect((await skillc(project, "list")).stdout).toMatch(/^own .*\n.*\npdf /m);
  await skillc(project, "add", "acme/skills/forms@v1.0.0");
  expect(readFileSync(join(project, "skillc.config.json"), "utf8")).toBe(
    `{\n  "sources": [\n    "skills",\n    { "ref": "${REF}@v1.0.0" },\n    { "ref": "acme/skills/forms@v1.0.0" }\n  ]\n}\n`,
  );
});

test.each([
  ["update", `${REF}@v1.1.0`],
  ["update", "pdf@v1.1.0"],
  ["add", `${REF}@v1.1.0`],
])("%s %s moves the pin in lock, config and directory", async (command, ref) => {
  const project = copyOf(installed);
  const moved = await skillc(project, command, ref);
  expect([moved.exitCode, moved.stderr]).toEqual([0, ""]);
  expect(moved.stdout).toContain(`${REF}@v1.0.0 -> ${REF}@v1.1.0: `);
  expect([lockedIn(project), configOf(project)]).toEqual([[`${REF}@v1.1.0`], { sources: [{ ref: `${REF}@v1.1.0` }] }]);
  expect(readFileSync(join(project, DOCUMENT), "utf8")).toContain("More steps.");
  expect(await skillc(project, "install", "--frozen")).toMatchObject({ exitCode: 0 });
  expect(await skillc(project, "verify")).toMatchObject({
    stdout: "skillc.lock, disk and skillc.config.json agree (1 source)\n",
  });
});

test.each([
  ["add", "acme/skills/pdf@v1.2.0 may do more"],
  ["update", "--accept"],
])("%s to a version that may do more writes nothing until it is accepted", async (command, says) => {
  const project = copyOf(installed);
  const stateOf = (): readonly string[] => listFiles(project).map((path) => readFileSync(join(project, path), "utf8"));
  const whole = stateOf();
  const refused = await skillc(project, command, `${REF}@v1.2.0`);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(says)]);
  expect(refused.stdout).toMatch(/permissions:\n {2}SKILL.md: allowed-tools/);
  expect(stateOf()).toEqual(whole);
  expect(await skillc(project, "update", `${REF}@v1.2.0`, "--accept")).toMatchObject({ exitCode: 0 });
  expect(configOf(project)).toEqual({ sources: [{ ref: `${REF}@v1.2.0` }] });
});

test("a pin that was moved in the config is moved by install, if it may do no more", async () => {
  const project = copyOf(installed);
  const move = (rev: string): void =>
    put(join(project, "skillc.config.json"), `{ "sources": [{ "ref": "${REF}@${rev}" }] }`);
  move("v1.2.0");
  expect(await skillc(project, "install")).toMatchObject({ exitCode: 1, stdout: "" });
  expect(lockedIn(project)).toEqual([`${REF}@v1.0.0`]);
  move("v1.1.0");
  const { exitCode, stdout } = await skillc(project, "install");
  expect([exitCode, stdout]).toEqual([0, `moved ${REF}@v1.0.0 to ${REF}@v1.1.0\n1 installed, 0 unchanged\n`]);
  expect(lockedIn(project)).toEqual([`${REF}@v1.1.0`]);
});

test("outdated is a table with the newest tag, and says that everything is current", async () => {
  const project = copyOf(installed);
  const outdated = await skillc(project, "outdated");
  expect(outdated.exitCode).toBe(1);
  expect(outdated.stdout.replaceAll(/[0-9a-f]{12}/g, "…").replaceAll(/ {2,}/g, "  ")).toBe(
    "source  installed  in range  newest\nacme/skills/pdf@v1.0.0  v1.0.0 (…)  v1.0.0 (…)  v1.2.0\n",
  );
  expect(outdated.stderr).toBe("`skillc update acme/skills/pdf@v1.2.0` moves to the newest\n");
  await skillc(project, "update", `${REF}@v1.2.0`, "--accept");
  expect(await skillc(project, "outdated")).toMatchObject({
    exitCode: 0,
    stdout: "everything is current (1 source)\n",
  });
  // The commit of a tag is that version.
  const commit = source.git("rev-parse", "v1.0.0");
  await skillc(project, "update", `${REF}@${commit}`, "--accept");
  expect((await skillc(project, "outdated")).stdout).toMatch(/ v1\.2\.0\n$/);
});

test("remove takes the source out of the config, and finds it by the name of its skill", async () => {
  const project = copyOf(installed);
  await skillc(project, "add", "acme/skills/forms@v1.0.0");
  const several = await skillc(project, "remove", "a");
  expect([several.exitCode, several.stderr]).toEqual([
    2,
    expect.stringContaining('"a" is one of 2 skills of acme/skills/forms@v1.0.0'),
  ]);
  expect(await skillc(project, "remove", "pdf")).toMatchObject({
    exitCode: 0,
    stdout: `removed ${REF}@v1.0.0 from .skillc/skills/acme/pdf\n  changed skillc.config.json\n`,
  });
  expect(configOf(project)).toEqual({ sources: [{ ref: "acme/skills/forms@v1.0.0" }] });
  expect((await skillc(project, "resolve", "b")).stdout).toBe(".skillc/skills/acme/forms\n");
  expect((await skillc(project, "list", "--installed")).stdout).toMatch(/ {2}a, b\n$/);
});

test("a directory of another source is neither moved nor removed", async () => {
  const project = copyOf(installed);
  rmSync(join(project, "skillc.config.json"));
  for (const args of [
    ["remove", "acme/other/pdf"],
    ["update", "acme/other/pdf@v1"],
    ["resolve", "acme/other/pdf"],
  ])
    expect(await skillc(project, ...args)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is not installed") as string,
    });
  expect(existsSync(join(project, DOCUMENT))).toBe(true);
});

test("remove of what is absent says what is installed, and no way to install it", async () => {
  const project = copyOf(installed);
  const { stderr } = await skillc(project, "remove", "acme/skills/pdfs@v1.0.0");
  expect(stderr).toBe(
    `error: acme/skills/pdfs@v1.0.0 is not installed\n  installed: ${REF}@v1.0.0\n  = help: did you mean "${REF}@v1.0.0"?\n`,
  );
  expect((await skillc(remote.directory("bare"), "remove", "acme/skills")).stderr).toBe(
    "error: acme/skills is not installed; no skills are installed here\n",
  );
});

test("a config in code, a link and another layout are left to their author, with the lines to write", async () => {
  const ref = JSON.stringify(`${REF}@v1.0.0`);
  const code = remote.directory("code");
  put(join(code, "skillc.config.ts"), "export default { sources: [] };\n");
  expect((await skillc(code, "add", `${REF}@v1.0.0`)).stderr).toBe(
    `note: skillc.config.ts is a program, and was not changed: add { ref: ${ref} } to sources\n`,
  );
  put(join(code, "skillc.config.ts"), `export default { sources: [{ ref: ${ref} }] };\n`);
  expect((await skillc(code, "add", `${REF}@v1.0.0`)).stderr).toBe("");
  expect((await skillc(code, "update", `${REF}@v1.1.0`)).stderr).toBe(
    `note: skillc.config.ts is a program, and was not changed: write "${REF}@v1.1.0" instead of ${ref} in sources\n`,
  );
  expect((await skillc(code, "remove", "pdf")).stderr).toContain(
    `if it names "${REF}@v1.1.0", remove that from sources`,
  );
  const linked = remote.directory("linked");
  put(join(linked, "shared.json"), '{ "sources": [] }');
  symlinkSync("shared.json", join(linked, "skillc.config.json"));
  expect((await skillc(linked, "add", `${REF}@v1.0.0`)).stderr).toContain("has a layout that only you can change");
  expect(readFileSync(join(linked, "shared.json"), "utf8")).toBe('{ "sources": [] }');
});

test("local changes are kept by every command; --force discards them, and the rest is installed", async () => {
  const project = copyOf(installed);
  await skillc(project, "add", "acme/skills/forms@v1.0.0");
  const edited = `${readFileSync(join(project, DOCUMENT), "utf8")}Mine.\n`;
  writeFileSync(join(project, DOCUMENT), edited);
  rmSync(join(project, ".skillc/skills/acme/forms"), { recursive: true });
  const sentence = "discard them with `skillc install --force`";
  for (const args of [
    ["install"],
    ["install", "--frozen"],
    ["verify"],
    ["check"],
    ["update", `${REF}@v1.1.0`],
    ["add", `${REF}@v1.1.0`],
    ["remove", "pdf"],
  ]) {
    const { exitCode, stderr } = await skillc(project, ...args);
    expect([args, exitCode > 0, stderr === "" || stderr.includes(sentence)]).toEqual([args, true, true]);
    expect(readFileSync(join(project, DOCUMENT), "utf8")).toBe(edited);
  }
  expect(existsSync(join(project, ".skillc/skills/acme/forms/a/SKILL.md"))).toBe(true);
  expect(await skillc(project, "install", "--force")).toMatchObject({ exitCode: 0 });
  expect(await skillc(project, "verify")).toMatchObject({ exitCode: 0 });
  // Nothing of anyone is lost where files are only missing.
  rmSync(join(project, DOCUMENT));
  expect(await skillc(project, "install")).toMatchObject({ exitCode: 0 });
  expect(await skillc(project, "install", "--frozen", "--force")).toMatchObject({ exitCode: 2 });
});

test("a repository of this machine is allowed once for all commands", async () => {
  const project = remote.directory("file");
  const url = `git+file://${source.dir}`;
  expect(await runCli(["add", `${url}#v1.0.0:pdf`], project)).toMatchObject({ exitCode: 2 });
  expect(await runCli(["add", `${url}#v1.0.0:pdf`, "--allow-file"], project)).toMatchObject({ exitCode: 0 });
  expect(await runCli(["outdated"], project)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining("v1.2.0") as string,
  });
  expect(await runCli(["update", "pdf@v1.1.0"], project)).toMatchObject({ exitCode: 0 });
  const other = remote.repository("acme/unasked");
  other.commit({ "SKILL.md": skillDocument("x") });
  expect(await runCli(["add", `git+file://${other.dir}`], project)).toMatchObject({ exitCode: 2 });
});

/** What goes wrong, and the state in which it does. */
const TROUBLE: readonly (readonly [what: string, prepare: (dir: string) => void, args: readonly string[]])[] = [
  ["another source at the place", () => {}, ["add", "other/pdf@v1.0.0", "--into", ".skillc/skills/acme"]],
  ["a version that may do more", () => {}, ["add", `${REF}@v1.2.0`]],
  ["a wrong name", () => {}, ["update", "pfd"]],
  ["another repository", () => {}, ["update", "acme/skills/forms@v1.0.0"]],
  ["a directory that is gone", (dir) => rmSync(join(dir, ".skillc"), { recursive: true }), ["resolve", "pdf"]],
  ["a directory that is gone, for verify", (dir) => rmSync(join(dir, ".skillc"), { recursive: true }), ["verify"]],
  ["a directory that is gone, for build", (dir) => rmSync(join(dir, ".skillc"), { recursive: true }), ["build"]],
  ["a config without the source", (dir) => put(join(dir, "skillc.config.json"), '{ "sources": [] }'), ["verify"]],
  ["no config", (dir) => rmSync(join(dir, "skillc.config.json")), ["check"]],
  ["no config, for build", (dir) => rmSync(join(dir, "skillc.config.json")), ["build"]],
  ["no config, for list", (dir) => rmSync(join(dir, "skillc.config.json")), ["list"]],
  ["a lock that is gone", (dir) => rmSync(join(dir, "skillc.lock")), ["build"]],
  ["a lock that is gone, for install", (dir) => rmSync(join(dir, "skillc.lock")), ["install", "--frozen"]],
  ["a lock that is damaged", (dir) => put(join(dir, "skillc.lock"), "x"), ["verify"]],
  [
    "a config that the lock does not follow",
    (dir) => put(join(dir, "skillc.config.json"), `{ "sources": [{ "ref": "${REF}@v1.1.0" }] }`),
    ["build"],
  ],
  ["local changes", (dir) => put(join(dir, DOCUMENT), "x"), ["install"]],
  ["a bare repository as a directory", () => {}, ["add", "BARE"]],
  ["one of several skills", (dir) => put(join(dir, "x"), ""), ["remove", "a"]],
];

test.each(TROUBLE)("the help for %s names commands that work", async (_what, prepare, args) => {
  const project = copyOf(installed);
  if (args.includes("a")) await skillc(project, "add", "acme/skills/forms@v1.0.0");
  prepare(project);
  const failed = await skillc(project, ...args.map((arg) => (arg === "BARE" ? source.dir : arg)));
  expect(failed.exitCode).toBeGreaterThan(0);
  const help = `${failed.stdout}${failed.stderr}`.split("\n").filter((line) => line.includes("= help:"));
  expect(help.length).toBeGreaterThan(0);
  const commands = help.flatMap((line) => [...line.matchAll(/`skillc ([^`]+)`/g)].map(([, command = ""]) => command));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const copy = copyOf(project);
    // What the sentence names as well is done first.
    if (/delete it and run/.test(help.join())) rmSync(join(copy, "skillc.lock"), { force: true });
    const words = command === "init" ? ["init", "--yes"] : command.split(" ");
    const { exitCode, stderr } = await skillc(copy, ...words);
    expect([command, exitCode, stderr]).toEqual([command, 0, stderr]);
    rmSync(copy, { recursive: true });
  }
});
