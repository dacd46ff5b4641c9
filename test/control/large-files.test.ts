/**
 * Files of 2, 4 and 8 GiB wherever skillc reads one: the line names the size and the limit, and nothing is read first. At
 * these sizes a system call reads less than asked, a length of 32 bits is 0 again, and no string is long enough.
 */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempt } from "../../src/host/attempt.ts";
import { readRegular } from "../../src/host/read-regular.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { runCli } from "../support/run-cli.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const SKILL = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n";
const SIZES = [2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 33];
const TEXT = 8_388_608;
const WHOLE = 134_217_728;

let project: Project;
const at = (path: string): string => join(project.dir, path);

/** A sparse file: it has a size, and uses no disk. */
function grow(path: string, bytes: number): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  closeSync(openSync(at(path), "a"));
  truncateSync(at(path), bytes);
}

// It starts its service where it was loaded, which must not be a project that is removed.
beforeAll(() => import("esbuild"));

beforeEach(() => {
  project = createProject({ "skills/ebb/SKILL.md": SKILL });
});

afterEach(() => project.remove());

/** `limit`: bytes, as the line names them. `config`: a config in code that leads to the file. */
type Row = readonly [path: string, args: readonly string[], exitCode: number, limit: number, config?: string];

const rows: readonly Row[] = [
  ["skills/ebb/SKILL.md", ["check"], 2, TEXT],
  ["skills/ebb/SKILL.md", ["build"], 2, TEXT],
  ["skills/ebb/chart.bin", ["build"], 1, TEXT],
  ["skills/ebb/notes.md", ["check"], 1, TEXT],
  ["agents/mate/AGENT.md", ["check", "agents", "--profile", "carnet"], 2, TEXT],
  ["skills/.skillignore", ["check"], 2, TEXT],
  ["skillc.config.json", ["check"], 2, TEXT],
  ["skillc.config.yaml", ["build"], 2, TEXT],
  ["skillc.config.ts", ["check"], 2, TEXT],
  ["package.json", ["check"], 2, WHOLE, "export default {};"],
  ["tsconfig.json", ["check"], 2, WHOLE, "export default {};"],
  ["x.json", ["check"], 2, WHOLE, 'export { default } from "./x.json";'],
  ["x.ts", ["check"], 2, WHOLE, 'export { default } from "./x.ts";'],
  ["package.json", ["init", "--yes"], 2, WHOLE],
  ["accepted.json", ["check", "--baseline", "accepted.json"], 2, WHOLE],
  ["skillc.lock", ["check"], 2, WHOLE],
  ["skillc.lock", ["verify"], 2, WHOLE],
  ["skillc.lock", ["list", "--installed"], 2, WHOLE],
  ["catalog.json", ["serve", "--mcp", "catalog.json"], 2, WHOLE],
  ["page.html", ["report", "--out", "page.html"], 2, WHOLE],
];

describe.each(rows.map((row) => ({ row })))("$row", ({ row: [path, args, exitCode, limit, config] }) => {
  test.each(SIZES)("of %i bytes", async (bytes) => {
    if (config !== undefined) project.write({ "skillc.config.ts": `${config}\n` });
    grow(path, bytes);
    const { exitCode: found, stdout, stderr } = await runCli(args, project.dir);
    const line = (stdout + stderr).split("\n").filter((each) => each.includes(bytes.toLocaleString("en")));
    expect(line).toHaveLength(1);
    expect(line[0]).toContain(`max ${limit.toLocaleString("en")}`);
    expect(stdout + stderr).not.toMatch(/ERR_|is empty|skillc failed/);
    expect(found).toBe(exitCode);
  });
});

test("a SKILL.md of one byte more than the limit is not read, and one of the limit is", async () => {
  grow("skills/ebb/SKILL.md", TEXT + 1);
  expect((await runCli(["check"], project.dir)).stdout).toContain("(8,388,609 bytes, max 8,388,608)");
  writeFileSync(at("skills/ebb/SKILL.md"), SKILL + "\n".repeat(TEXT - SKILL.length));
  expect((await runCli(["check"], project.dir)).stdout).not.toContain("max 8,388,608)");
});

test("what is too large is judged again, not hashed, and noticed when it is small", async () => {
  grow("skillc.lock", 2 ** 33);
  for (let run = 0; run < 2; run++) expect((await runCli(["check"], project.dir)).exitCode).toBe(2);
  writeFileSync(at("skillc.lock"), '{"lockfileVersion":1,"skills":{}}');
  expect((await runCli(["check"], project.dir)).stdout).not.toContain("8,589,934,592");
});

test("a file of gigabytes is never replaced as a baseline", async () => {
  grow("x.json", 2 ** 32);
  expect((await runCli(["check", "--baseline", "x.json", "--update-baseline"], project.dir)).exitCode).toBe(2);
  expect(statSync(at("x.json")).size).toBe(2 ** 32);
});

test("an output that has grown to gigabytes is written again, and a file beside it stays", async () => {
  expect((await runCli(["build"], project.dir)).exitCode).toBe(0);
  grow("generated/skills/notes.bin", 2 ** 33);
  expect((await runCli(["build", "--no-cache"], project.dir)).exitCode).toBe(0);
  truncateSync(at("generated/skills/index.js"), 2 ** 33);
  expect(await runCli(["build"], project.dir)).toMatchObject({ exitCode: 0 });
  expect(statSync(at("generated/skills/index.js")).size).toBeLessThan(5000);
  expect(existsSync(at("generated/skills/notes.bin"))).toBe(true);
});

describe.skipIf(process.platform === "win32")("standard input", () => {
  const check = (input: string): { readonly status: number | null; readonly stderr: string } => {
    const command = `"${process.execPath}" "${CLI}" check - --stdin-filename skills/ebb/SKILL.md < ${input}`;
    return spawnSync("sh", ["-c", command], { cwd: project.dir, encoding: "utf8", timeout: 50_000 });
  };

  test.each<[string, () => void, string]>([
    ["a file of 8 GiB", () => grow("x", 2 ** 33), "8,589,934,592 bytes, max 8,388,608"],
    ["a device without end", () => {}, "more than 8,388,608 bytes"],
    ["a directory", () => mkdirSync(at("x")), "EISDIR"],
  ])("%s", (title, prepare, detail) => {
    prepare();
    const { status, stderr } = check(title.startsWith("a device") ? "/dev/zero" : "x");
    expect(stderr).toBe(`skillc: standard input cannot be read (${detail})\nSee: skillc check --help\n`);
    expect(status).toBe(2);
  });
});

test("reading compares the size first, whatever the limit is", () => {
  writeFileSync(at("x"), "12345");
  expect(attempt(() => readRegular(at("x"), { most: 4 }))).toMatchObject({ detail: "5 bytes, max 4" });
  expect(readRegular(at("x"), { most: 5 }).toString()).toBe("12345");
});
