/** On a terminal, work of more than a second says how far it is; nowhere else does it say anything. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject, type Project } from "../support/consumer.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
/** Opens a pseudo-terminal. */
const hasScript = isThere("script", "--version");

function isThere(...command: readonly [string, string]): boolean {
  try {
    execFileSync(command[0], [command[1]], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const SKILLS = 250;
const body = "See [low](low.md).\n";
const files = Object.fromEntries(
  Array.from({ length: SKILLS }, (_, index) => [
    [`skills/port-${index}/SKILL.md`, `---\nname: port-${index}\ndescription: Pier ${index}. Use it.\n---\n${body}`],
    [`skills/port-${index}/low.md`, `# Low ${index}\n`],
  ]).flat() as [string, string][],
);
/** A slow disk: seconds of waiting on any machine, and no work for it. */
const SLOW_DISK = `const fs = require("node:fs");
const { openSync } = fs;
const pause = new Int32Array(new SharedArrayBuffer(4));
fs.openSync = (path, ...more) => {
  if (String(path).endsWith("SKILL.md")) Atomics.wait(pause, 0, 0, 10);
  return openSync(path, ...more);
};
require("node:module").syncBuiltinESMExports();
`;

let project: Project;
beforeAll(() => (project = createProject({ "package.json": "{}", "slow-disk.cjs": SLOW_DISK, ...files })));
afterAll(() => project.remove());

/** Runs the command line; `stdout` and `stderr` are one where a terminal shows them. */
function run(command: string, env: Readonly<Record<string, string>> = {}): string {
  const options = { cwd: project.dir, encoding: "utf8", stdio: "pipe", maxBuffer: 64 * 1024 * 1024 } as const;
  const clean = { ...process.env, CI: "", TERM: "xterm", NO_COLOR: "1", ...env };
  try {
    return execFileSync("sh", ["-c", command], { ...options, env: clean });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return stdout + stderr;
  }
}

/** A report is never taken from a cache. */
const skillc = (args: string): string =>
  `'${process.execPath}' --require ./slow-disk.cjs '${BIN}' ${args}${args === "report" ? "" : " --no-cache"}`;
const onTerminal = (args: string, env?: Readonly<Record<string, string>>): string =>
  run(`script -qec "${skillc(args)}" /dev/null`, env);

/** What a terminal shows in the end: text after a return replaces a line that was erased. */
const shown = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.split("\r\u001B[2K").at(-1))
    .join("\n");

describe.runIf(hasScript)("on a terminal", () => {
  test.each(["check", "build", "list", "report"])("%s says how far it is, and leaves no trace of that", (command) => {
    const text = onTerminal(command);
    expect(text).toMatch(new RegExp(`compiling skills: [\\d,]+ of ${SKILLS}, [\\d,]+ per second`));
    expect(shown(text)).not.toMatch(/compiling|searching|linking|writing/);
    expect(shown(text)).toMatch(new RegExp(`port-1\\b|${SKILLS} skills`));
  });

  test.each([
    ["with --quiet", "check --quiet", {}],
    ["in CI", "check", { CI: "true" }],
    ["that is dumb", "check", { TERM: "dumb" }],
    ["if it takes less than a second", "check skills/port-1", {}],
  ])("%s it does not", (_where, args, env) => {
    expect(onTerminal(args, env)).not.toContain("compiling");
  });

  test("so does what waits for a repository", () => {
    const bin = join(project.dir, "slow");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), "#!/bin/sh\nsleep 2\nexit 1\n", { mode: 0o755 });
    const text = run(`script -qec "'${process.execPath}' '${BIN}' add acme/skills@v1" /dev/null`, {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    });
    expect(text).toContain("fetching references: 0 of 1");
    expect(shown(text)).not.toContain("fetching references");
    expect(shown(text)).toContain("error");
  });

  test("a report in a file is the report", () => {
    run(`script -qec "${skillc("check --format json")} > report.json" /dev/null`);
    const plain = run(`${skillc("check --format json")} 2>/dev/null`);
    expect(run("cat report.json")).toBe(plain);
  });
});

test("on a pipe nothing says how far it is", () => {
  expect(run(`${skillc("check")} 2>&1 | cat`)).not.toMatch(/compiling|\r/);
});
