/** Where skillc runs: in a directory that is gone or closed, without a home, without a place for temporary files. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { createSignalFile } from "../../src/host/index.ts";
import { cacheDir, userSkillsDir } from "../../src/refs/index.ts";
import { createProject, type Project } from "../support/consumer.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const SKILL = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n";
/** A user without an entry in /etc/passwd, as in a container that runs with any user id. */
const STRANGER = 54_321;
const isRoot = process.getuid?.() === 0;

let project: Project;
beforeEach(() => {
  project = createProject({ "skills/ebb/SKILL.md": SKILL });
});
afterEach(() => {
  vi.unstubAllEnvs();
  chmodSync(project.dir, 0o755);
  project.remove();
});

interface Result {
  readonly status: number | null;
  readonly output: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly uid?: number;
  /** Commands of the shell before skillc. */
  readonly before?: string;
}

function run(args: string, { env = {}, uid, before = "" }: RunOptions = {}): Result {
  const command = `${before}"${process.execPath}" "${CLI}" ${args} < /dev/null`;
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], {
    cwd: project.dir,
    encoding: "utf8",
    timeout: 50_000,
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return { status, output: stdout + stderr };
}

const expectNoStack = ({ output }: Result): void => expect(output).not.toMatch(/^ {4}at |bug in skillc/m);

describe.skipIf(process.platform === "win32")("a working directory that is gone", () => {
  const needed = {
    check: "check",
    build: "build",
    list: "list",
    show: "show ebb",
    report: "report",
    init: "init --yes",
    new: "new tide",
    add: "add ./x",
    remove: "remove acme/x",
    install: "install",
    outdated: "outdated",
    update: "update",
    resolve: "resolve acme/x",
    verify: "verify",
    diff: "diff acme/x@v1 acme/x@v2",
    test: "test",
    why: "why ebb",
    compile: "compile --blocks ../blocks",
    link: "link --blocks ../blocks",
    serve: "serve --mcp",
  };
  const before = "mkdir gone && cd gone && rmdir ../gone; ";

  test.each(Object.values(needed))("skillc %s", (args) => {
    const line = "skillc: the current directory does not exist any longer: change to another one\n";
    expect(run(args, { before })).toEqual({ status: 2, output: line });
  });

  test("what needs none works", () => {
    const others = commandTable.map(({ name }) => name).filter((name) => !(name in needed));
    expect(others).toEqual(["lsp", "explain", "rules", "targets", "completions"]);
    for (const args of [
      "--version",
      "--help",
      "check --help",
      "rules",
      "targets",
      "explain SKC019",
      "completions bash",
    ])
      expect(run(args, { before }).status, args).toBe(0);
    expect(run("lsp", { before })).toEqual({ status: 1, output: "" });
    expect(run("chekc", { before })).toMatchObject({ status: 2, output: expect.stringContaining('"chekc"') });
  });
});

describe.skipIf(!isRoot)("with the rights of another user", () => {
  const commands = ["check", "build", "list", "new tide", "init --yes", "add ./skills/ebb", "report"];

  test.each([0o000, 0o111, 0o444])("a working directory of mode %o is one error", (mode) => {
    chmodSync(project.dir, mode);
    // Names are still found in a directory that cannot be listed, and these are all that it asks for.
    for (const args of mode === 0o111 ? commands : [...commands, "verify"]) {
      const result = run(args, { uid: STRANGER });
      expectNoStack(result);
      expect([args, result.status]).toEqual([args, 2]);
      expect(result.output).toMatch(/EACCES|does not exist/);
      expect(result.output.split("\n").filter((line) => /^(?:error|warning)\b|^skillc: /.test(line))).toHaveLength(1);
    }
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["no home at all", { HOME: undefined }],
    ["a home that is closed", { HOME: "/root" }],
  ])("%s is no trouble", (_what, home) => {
    chownSync(project.dir, STRANGER, STRANGER);
    for (const args of [
      "check",
      "list",
      "build",
      "add ./skills/ebb",
      "verify",
      "new tide --dir other",
      "serve --mcp skills",
    ]) {
      const result = run(args, {
        uid: STRANGER,
        env: { ...home, XDG_CACHE_HOME: undefined, XDG_CONFIG_HOME: undefined },
      });
      expectNoStack(result);
      expect([args, result.status, result.output]).toEqual([args, 0, expect.any(String)]);
    }
  });
});

test.each(["/nonexistent", "", "relative", "/dev/null"])("works with a home or a temporary directory %j", (path) => {
  for (const name of ["HOME", "TMPDIR", "XDG_CACHE_HOME"])
    for (const args of ["check", "add ./skills/ebb", "remove ./skills/ebb"]) {
      const result = run(args, { env: { XDG_CACHE_HOME: undefined, [name]: path } });
      expectNoStack(result);
      expect([name, args, result.status]).toEqual([name, args, 0]);
    }
  expect(existsSync(join(project.dir, "relative"))).toBe(false);
});

test("no directory of the user is relative to the project", () => {
  for (const home of ["", "relative", "./x"]) {
    const environment = (name: string): string | undefined => (name === "HOME" ? home : undefined);
    expect([cacheDir(environment), userSkillsDir(environment, undefined)]).toEqual([undefined, undefined]);
  }
});

test("a bundler gets the error that there is no place for temporary files", () => {
  mkdirSync(join(project.dir, "tmp"));
  vi.stubEnv("TMPDIR", join(project.dir, "tmp/none"));
  vi.stubEnv("TEMP", join(project.dir, "tmp/none"));
  expect(() => createSignalFile()).toThrow(/temporary files, .*none, cannot be written \(ENOENT\): set TMPDIR$/);
  expect(readdirSync(join(project.dir, "tmp"))).toEqual([]);
});
