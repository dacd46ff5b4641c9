/** `npm run new-rule` adds a rule that compiles and that the commands know, in a copy of the source code. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const RULES = "src/check/name/rules.ts";
let dir = "";

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-new-rule-"));
  for (const path of ["src", "package.json", "tsconfig.json", ".oxfmtrc.json", "test/new-rule.mjs"])
    cpSync(join(ROOT, path), join(dir, path), { recursive: true });
  mkdirSync(join(dir, "test/cases/check"), { recursive: true });
  // Not a link to the whole directory: tsc keeps its state in it.
  mkdirSync(join(dir, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((one) => !one.startsWith(".")))
    symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: dir, encoding: "utf8" });
  return { status, stdout, stderr };
}

const newRule = (...args: readonly string[]) => run("test/new-rule.mjs", ...args);
const compile = () => run("node_modules/typescript/bin/tsc", "-b", "src");
const read = (path: string): string => readFileSync(join(dir, path), "utf8");

test("a new rule compiles, has a case, and is explained", () => {
  const { status, stdout, stderr } = newRule("name", "name-of-a-ship", "--level", "info");
  expect([status, stderr]).toEqual([0, ""]);
  const [, code = ""] = /^added (SKC2\d\d) name-of-a-ship \(info\)/.exec(stdout) ?? [];
  expect(stdout).toContain('Report it in src/check/name/check.ts:\n  at(nameRules["name-of-a-ship"], span');
  expect(existsSync(join(dir, "test/cases/check/name-of-a-ship-is-reported/input/skills/tide-tables/SKILL.md"))).toBe(
    true,
  );
  expect(compile()).toEqual({ status: 0, stdout: "", stderr: "" });
  const explained = run("dist/cli/bin.js", "explain", "name-of-a-ship");
  expect(explained.stdout).toMatch(new RegExp(`^${code} name-of-a-ship\n[^]*level +info in every profile\n`));
});

test("a rule without an example does not compile", () => {
  const rules = read(RULES);
  writeFileSync(join(dir, RULES), rules.replace(/ {4}shown: \["body", "TODO [^]*?\],\n/, ""));
  const { status, stdout } = compile();
  writeFileSync(join(dir, RULES), rules);
  expect(status).not.toBe(0);
  expect(stdout).toMatch(/name\/rules\.ts[^]*'shown' is missing/);
});

test.each([
  [["name", "name-of-a-ship"], 'the rule "name-of-a-ship" exists in src/check/name/rules.ts'],
  [["links", "name-missing"], 'the rule "name-missing" exists in src/check/name/rules.ts'],
  [["names", "name-of-a-port"], 'unknown subject "names"; subjects: '],
  [["name", "Name"], '"Name" is not a rule name'],
  [["name", "name-of-a-port", "--code", "SKC201"], "the code SKC201 is taken"],
  [["name", "name-of-a-port", "--level", "fatal"], "--level must be error, warning, info, off"],
  [["name"], "usage: npm run new-rule"],
])("%j is refused, and nothing is written", (args, message) => {
  const before = read(RULES);
  const { status, stderr } = newRule(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(read(RULES)).toBe(before);
});

test("codes are given out once, and only above those of the subject", () => {
  const codes = ["text-one", "text-two"].map((rule) => /SKC\d{3}/.exec(newRule("text", rule).stdout)?.[0] ?? "");
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) expect(code).toMatch(/^SKC0/);
  expect(newRule("link", "two-ships", "--code", "SKC699").stdout).toMatch(/^added SKC699 two-ships \(warning\)/);
});
