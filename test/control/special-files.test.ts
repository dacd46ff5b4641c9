/**
 * Pipes, devices, sockets and kernel files in every place where skillc reads or writes: no run waits for one or reads
 * without end, and each says what is wrong. In processes of their own, because a hanging call stops a whole process.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project } from "../support/consumer.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const SKILL = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n";

let project: Project;
const at = (path: string): string => join(project.dir, path);

beforeEach(() => {
  project = createProject({ "skills/ebb/SKILL.md": SKILL });
  mkdirSync(at("generated/skills"), { recursive: true });
});

afterEach(() => project.remove());

const pipe = (path: string) => (): void => void execFileSync("mkfifo", [at(path)]);
const device = (path: string) => (): void => symlinkSync("/dev/zero", at(path));
const nothing = (): void => {};
const code = (text: string, more: () => void) => (): void => {
  writeFileSync(at("skillc.config.ts"), text);
  more();
};

type Row = readonly [title: string, prepare: () => void, args: readonly string[], exitCode: number, says: string];

const NO_FILE = "it is not a regular file";
const rows: readonly Row[] = [
  ["a pipe as config", pipe("skillc.config.json"), ["check"], 2, NO_FILE],
  ["a pipe as --config", pipe("x.json"), ["check", "--config", "x.json"], 2, NO_FILE],
  ["a device as --config", device("x.yaml"), ["build", "--config", "x.yaml"], 2, NO_FILE],
  ["a pipe as code config", pipe("skillc.config.ts"), ["build"], 2, NO_FILE],
  [
    "a pipe that a config imports",
    code('export { default } from "./x.ts";\n', pipe("x.ts")),
    ["check"],
    2,
    "regular file",
  ],
  [
    "JSON that is a device",
    code('export { default } from "./x.json";\n', device("x.json")),
    ["check"],
    2,
    "regular file",
  ],
  ["a pipe as tsconfig.json", code("export default {};\n", pipe("tsconfig.json")), ["check"], 2, "regular file"],
  ["a pipe as package.json", code("export default {};\n", pipe("package.json")), ["check"], 2, "regular file"],
  ["a pipe as ignore file", pipe("skills/.skillignore"), ["check"], 2, "it is not a file"],
  [
    "a pipe as SKILL.md",
    () => (mkdirSync(at("skills/b")), pipe("skills/b/SKILL.md")()),
    ["check"],
    0,
    "not-regular-file",
  ],
  ["a pipe as resource", pipe("skills/ebb/notes.md"), ["build"], 0, "not-regular-file"],
  ["a link to a device as resource", device("skills/ebb/notes.md"), ["build"], 1, "symlink-escape"],
  ["a pipe as manifest", pipe("generated/skills/.skillc-manifest.json"), ["build"], 0, "file"],
  ["a device as manifest", device("generated/skills/.skillc-manifest.json"), ["build"], 0, "file"],
  ["a pipe as visible manifest", pipe("generated/skills/skillc-manifest.json"), ["build"], 0, "file"],
  ["a pipe as lock", pipe("generated/skills/.skillc-lock"), ["build"], 2, NO_FILE],
  ["a device as lock", device("generated/skills/.skillc-lock"), ["build"], 2, NO_FILE],
  ["a broken link as lock", () => symlinkSync("none", at("generated/skills/.skillc-lock")), ["build"], 2, NO_FILE],
  ["a pipe as output file", pipe("generated/skills/catalog.json"), ["build"], 2, "was not written by skillc"],
  [
    "a pipe as output file, compared",
    pipe("generated/skills/catalog.json"),
    ["build", "--check"],
    2,
    "was not written by",
  ],
  ["a pipe as --out", pipe("x"), ["build", "--out", "x"], 2, "cannot be written (ENOTDIR)"],
  ["a directory below a pipe as --out", pipe("x"), ["build", "--out", "x/y"], 2, "cannot be written (ENOTDIR)"],
  ["/dev/null as --out", nothing, ["build", "--out", "/dev/null"], 2, "cannot be written (ENOTDIR)"],
  ["a file as --out", () => writeFileSync(at("x"), ""), ["build", "--out", "x"], 2, "cannot be written (ENOTDIR)"],
  ["a kernel directory as --out", nothing, ["build", "--out", "/proc/skillc"], 2, "cannot be written (ENOENT)"],
  ["a directory in it as --out", nothing, ["build", "--out", "/proc/self/skillc/a"], 2, "cannot be written (ENOENT)"],
  ["/dev/zero as --baseline", nothing, ["check", "--baseline", "/dev/zero"], 2, NO_FILE],
  ["a pipe as --baseline", pipe("x"), ["check", "--baseline", "x"], 2, NO_FILE],
  ["a file without end as --baseline", nothing, ["check", "--baseline", "/proc/self/pagemap"], 2, "cannot be read"],
  ["a pipe as --update-baseline", pipe("x"), ["check", "--baseline", "x", "--update-baseline"], 2, "(ENXIO)"],
  ["a pipe as report", pipe("x"), ["check", "--format", "json=x"], 2, 'the report "x" cannot be written (ENXIO)'],
  ["a kernel file as report", nothing, ["check", "--format", "json=/proc/x/y"], 2, "cannot be written (ENOENT)"],
  ["a full device as report", nothing, ["check", "--format", "json=/dev/full"], 2, "cannot be written (ENOSPC)"],
  ["/dev/null as report", nothing, ["check", "--format", "json=/dev/null"], 0, ""],
  ["a pipe as source", pipe("x"), ["check", "x"], 2, "x"],
  ["a kernel directory for a new skill", nothing, ["new", "ebb", "--dir", "/proc/x"], 2, "ENOENT"],
];

// Windows has pipes, but not as files.
describe.skipIf(process.platform !== "linux")("never waits for", () => {
  test.each(rows)("%s", async (_title, prepare, args, exitCode, says) => {
    prepare();
    const result = await run(args);
    expect(result.output).toContain(says);
    expect(result.exitCode).toBe(exitCode);
  });

  test("a socket as baseline", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(at("socket"), resolve);
    });
    const result = await run(["check", "--baseline", "socket"]);
    server.close();
    expect(result.output).toContain(NO_FILE);
    expect(result.exitCode).toBe(2);
  });
});

describe.skipIf(process.platform !== "linux")("a report", () => {
  test("goes through a pipe with a reader", async () => {
    pipe("x")();
    const reader = spawn("cat", [at("x")]);
    let text = "";
    reader.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const ended = new Promise((resolve) => {
      reader.on("close", resolve);
    });
    expect((await run(["check", "--format", "json=x"])).exitCode).toBe(0);
    await ended;
    expect(JSON.parse(text)).toMatchObject({ summary: { skills: 1 } });
    expect(readFileSync(at("skills/ebb/SKILL.md"), "utf8")).toBe(SKILL);
  });
});

function run(args: readonly string[]): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ["--max-old-space-size=256", CLI, ...args], {
    cwd: project.dir,
    timeout: 50_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on("close", (exitCode) => resolve({ exitCode, output }));
  });
}
