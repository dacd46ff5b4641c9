/**
 * Standard output that fails: one line, exit code 2, no stack, for every command and format, and never a part of a result
 * with exit code 0.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { createProject, type Project } from "../support/consumer.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const SKILL = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\n[No](where.md).\n";
const FULL = "skillc: standard output cannot be written (ENOSPC)\n";

let project: Project;
beforeAll(() => {
  project = createProject({ "skills/ebb/SKILL.md": SKILL, "package.json": "{}" });
  project.write({ "fine/SKILL.md": SKILL.replace("[No](where.md)", "Look") });
});
afterAll(() => project.remove());

/** Runs skillc in a shell. `rest`: arguments and redirections. */
function run(
  rest: string,
  before = "",
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const command = `${before}"${process.execPath}" "${CLI}" ${rest}`;
  return spawnSync("sh", ["-c", command], { cwd: project.dir, encoding: "utf8", timeout: 50_000 });
}

describe.skipIf(process.platform !== "linux")("a full disk", () => {
  const formats = ["pretty", "concise", "agent", "json", "ndjson", "github", "gitlab", "sarif", "junit", "markdown"];
  test.each([
    ...formats.map((format) => `check --all --format ${format}`),
    ...commandTable.map(({ name }) => `${name} --help`),
    "--version",
    "help",
    "list fine",
    "list fine --json",
    "show ebb",
    "build fine --out o",
    "build fine --out o --json",
    "report fine --out page.html",
    "rules",
    "rules --json",
    "explain SKC019",
    "verify",
    "init --check",
    "new tide",
  ])("skillc %s", (args) => {
    const { status, stderr } = run(`${args} > /dev/full`);
    expect(stderr).not.toMatch(/^ {4}at |bug in skillc/m);
    expect(stderr.slice(-FULL.length)).toBe(FULL);
    expect(status).toBe(2);
  });

  test("a known outcome", () => {
    expect(run("check --all --format json").status).toBe(1);
    expect(run("check --all --format json > /dev/full")).toMatchObject({ status: 2, stderr: FULL });
  });

  test.each([
    ["serve --mcp", '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    [
      "lsp",
      'Content-Length: 91\\r\\n\\r\\n{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}}',
    ],
  ])("skillc %s, which waits for more", (args, message) => {
    const { status, stderr } = run(
      `${args} ${args === "lsp" ? "" : "fine"} > /dev/full`,
      `{ printf '${message}\\n'; sleep 3; } | `,
    );
    expect(stderr).toContain(FULL);
    expect(status).toBe(2);
  });

  test("of standard error leaves the outcome", () => {
    expect(run("check --all --format concise 2> /dev/full")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("SKC"),
    });
    expect(run("check --nope 2> /dev/full").status).toBe(2);
    expect(run("check --all > /dev/full 2>&1").status).toBe(2);
  });

  test("that has room for a part of a result", () => {
    const { status, stderr } = run("rules --json > part.json", "ulimit -f 8; ");
    expect([status, stderr]).toEqual([2, "skillc: standard output cannot be written (EFBIG)\n"]);
    expect(statSync(join(project.dir, "part.json")).size).toBeLessThanOrEqual(8192);
  });
});

describe.skipIf(process.platform !== "linux")("a standard output that", () => {
  test("is only for reading", () => {
    expect(run("list 1< /dev/null")).toMatchObject({ status: 2, stderr: expect.stringContaining("written (EBADF)") });
  });

  test("fails in the kernel", () => {
    expect(run("rules --json > /proc/self/mem")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("written (EIO)"),
    });
  });

  // Node opens /dev/null in its place.
  test("is closed is like one that no one reads", () => {
    expect(run("check --all >&-")).toMatchObject({ status: 1, stderr: "3 skills in skills (2) and . (1)\n" });
    expect(run("check --all >&- 2>&-").status).toBe(1);
  });
});

test("a file takes a whole result", () => {
  expect(run("rules --json > whole.json").status).toBe(0);
  expect(JSON.parse(project.read("whole.json"))).toBeTruthy();
});
