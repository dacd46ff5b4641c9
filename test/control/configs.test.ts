/** Configs are programs: whatever one does, the command line ends, says why, and prints its own result only. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
import { loadModule } from "../../src/bundle/load-module.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
const SKILL = "---\nname: tide\ndescription: Reads tide tables. Use it to plan a mooring.\n---\n\nRead the table.\n";

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-configs-"));
  write({ "skills/tide/SKILL.md": SKILL });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** The real command line in a process of its own, which is killed if it hangs: then the exit code is null. */
function skillc(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: dir,
      env: { ...process.env, NO_COLOR: "1" },
      timeout: 30_000,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("exit", (exitCode) => setTimeout(() => resolve({ exitCode, stdout, stderr }), 50));
  });
}

const value = `{ sources: ["skills"], outDir: "out" }`;

describe("what a config leaves behind does not matter", { timeout: 60_000 }, () => {
  test.each<[what: string, code: string]>([
    ["a timer", `setInterval(() => {}, 1000); export default ${value};`],
    ["a server", `import { createServer } from "node:net"; createServer().listen(0); export default ${value};`],
    [
      "a child process",
      `import { spawn } from "node:child_process"; spawn(process.execPath, ["-e", "setTimeout(() => {}, 5000)"], { stdio: "ignore" }); export default ${value};`,
    ],
    [
      "a thread",
      `import { Worker } from "node:worker_threads"; new Worker("setInterval(() => {}, 1000)", { eval: true }); export default ${value};`,
    ],
    ["an open input", `process.stdin.resume(); export default ${value};`],
    ["a promise that is never settled", `new Promise(() => {}); export default ${value};`],
    ["a rejection after the end", `setTimeout(() => Promise.reject(new Error("late")), 100); export default ${value};`],
    ["an exit code", `process.exitCode = 3; export default ${value};`],
    [
      "deleted globals",
      `for (const name of ["URL", "TextDecoder", "setTimeout", "Promise", "Map", "Set", "Buffer"]) delete globalThis[name]; export default ${value};`,
    ],
    [
      "replaced methods",
      `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
       Array.prototype.map = Array.prototype.filter = JSON.parse = JSON.stringify = Object.keys = () => { throw new Error("replaced"); };
       fs.readFileSync = fs.writeFileSync = () => { throw new Error("replaced"); }; syncBuiltinESMExports();
       Object.prototype.optional = true; Object.prototype.then = undefined; export default ${value};`,
    ],
  ])("%s", async (_, code) => {
    write({ "skillc.config.mjs": code });
    expect(await skillc("build", "--quiet")).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(dir, "out/index.js"))).toBe(true);
  });

  test.each([
    "console.log('hello')",
    "process.stdout.write('hello')",
    "await new Promise((done) => process.stdout.write('hello', done))",
  ])("what it prints does not mix with the result: %s", async (print) => {
    write({ "skillc.config.mjs": `${print}; export default ${value};` });
    const { stdout, stderr, exitCode } = await skillc("list", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toBeTruthy();
    expect(stdout).not.toContain("hello");
    expect(stderr).toContain("hello");
  });

  test("variables that it sets reach the commands of a body", async () => {
    write({
      "skillc.config.mjs": `process.env.TIDE = "high"; export default { sources: ["skills"], outDir: "out", emit: ["json-full"], prepare: { shell: { allow: ["echo $TIDE"], env: ["TIDE"] } } };`,
      "skills/tide/SKILL.md": `${SKILL}\nTide: !\`echo $TIDE\`\n`,
    });
    expect(await skillc("build", "--quiet")).toMatchObject({ exitCode: 0 });
  });
});

describe("a config that gives no value is an error that says why", { timeout: 60_000 }, () => {
  test.each<[code: string, says: string, place: string]>([
    ["process.exit(0);", "it calls process.exit(0)", ":1:9"],
    ["\nexport default () => { process.exit(); };", "it calls process.exit()", ":2:32"],
    ["try { process.exit(3); } catch {}\nexport default {};", "it calls process.exit(3)", ":1:15"],
    ["process.reallyExit(0);", "", ""],
    ["process.abort();", "process.abort", ":1:9"],
    ["process.chdir('/');\nexport default {};", "it calls process.chdir(): the paths in a config are relative", ":1:9"],
    [
      "export default {};\nawait new Promise(() => {});",
      "it never finishes: nothing settles the promise that it awaits",
      ":2:1",
    ],
    ["export default new Promise(() => {});", "it never finishes: nothing settles the promise that it exports", ":1:1"],
    ["export default () => new Promise(() => {});", "it never finishes", ":1:1"],
    ["export default { then() {} };", "it never finishes", ":1:1"],
    ["throw new Error('no licence');", "no licence", ":1:7"],
    ["throw null;", "it threw null", ""],
    [
      "const error = new Error('x');\nerror.message = { toString() { throw 1; } };\nthrow error;",
      "it threw what cannot be described",
      "",
    ],
    ["export default {};\nPromise.reject(new Error('nobody handles it'));", "nobody handles it", ":2:16"],
    ["export default {};\nqueueMicrotask(() => { throw new Error('thrown later'); });", "thrown later", ":2:30"],
    ["export default {};\nprocess.nextTick(() => { throw new Error('thrown next'); });", "thrown next", ":2:32"],
    ["import './gone.mjs';\nexport default {};", 'Could not resolve "./gone.mjs"', ":1:8"],
    ["export default await import(['./gone', 'mjs'].join('.'));", "", ""],
    [
      "import { later } from './cycle.mjs';\nexport const now = () => 1;\nexport default { outDir: later };",
      "Cannot read properties of undefined",
      "cycle.mjs:2:27",
    ],
    ["export default { get sources() { throw new Error('no sources'); } };", "no sources", ":1:40"],
    ["export default { outDir: () => 'out' };", "but it is a function", ":1:18"],
    ["export default { sources: [Symbol('skills')] };", "a symbol", ""],
    ["export default new Proxy({}, { ownKeys() { throw new Error('closed'); } });", "closed", ""],
    ["const self = {}; self.views = self;\nexport default { views: self };", "error[", ""],
    ["export default 5;", "error[", ""],
    ["export default null;", "error[", ""],
    ["export const sources = [];", "it has no default export", ""],
  ])("%j", async (code, says, place) => {
    write({
      "skillc.config.mjs": code,
      "cycle.mjs":
        "import * as all from './skillc.config.mjs'; const self = all.default;\nexport const later = self.there;\n",
    });
    const { exitCode, stdout, stderr } = await runCli(["build"], dir);
    expect(stdout).toBe("");
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/skillc\.config\.mjs|cycle\.mjs/);
    expect(stderr).toContain(place === "" || place.startsWith("cycle") ? place : `skillc.config.mjs${place}`);
    expect(stderr).toMatch(/Nothing was written: \d+ errors?\./);
    expect(stderr).not.toMatch(/This is a bug|data:text/);
    expect(exitCode).toBe(2);
    expect(existsSync(join(dir, "out"))).toBe(false);
  });
});

describe("a config may import", { timeout: 60_000 }, () => {
  test.each<[what: string, files: Readonly<Record<string, string>>]>([
    ["JSON", { "skillc.config.mjs": `import value from "./value.json" with { type: "json" }; export default value;` }],
    ["CommonJS", { "skillc.config.mjs": `import { value } from "./value.cjs"; export default value;` }],
    [
      "CommonJS by require",
      { "skillc.config.cts": "", "skillc.config.js": `module.exports = require("./value.cjs").value;` },
    ],
    [
      "a cycle",
      {
        "skillc.config.mjs": `import { get } from "./around.mjs"; export const value = ${value}; export default () => get();`,
      },
    ],
    [
      "TypeScript",
      {
        "skillc.config.ts": `import type { X } from "none"; const value = ${value} satisfies object; export default value;`,
      },
    ],
    [
      "what it awaits",
      {
        "skillc.config.mjs": `const { value } = await import("./value.cjs"); await new Promise((done) => setTimeout(done, 50)); export default async () => value;`,
      },
    ],
  ])("%s", async (_, files) => {
    write({
      "value.json": `{ "sources": ["skills"], "outDir": "out" }`,
      "value.cjs": `exports.value = ${value};`,
      "around.mjs": `import { value } from "./skillc.config.mjs"; export const get = () => value;`,
      ...files,
    });
    expect(await runCli(["build", "--quiet"], dir)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(dir, "out/index.js"))).toBe(true);
  });
});

test("a config that runs on is stopped after a time limit", async () => {
  write({
    "loop.mjs": "export default () => { for (;;); };",
    "timer.mjs": "setInterval(() => {}, 10);\nexport default {};\nawait new Promise(() => {});",
  });
  for (const [file, line] of [
    ["loop.mjs", 1],
    ["timer.mjs", 3],
  ] as const) {
    const path = join(dir, file);
    const fault = { message: "it did not finish within 0.8 s", file: path, line, column: 1 };
    expect(await loadModule(path, 800)).toMatchObject({ faults: [fault] });
  }
});
