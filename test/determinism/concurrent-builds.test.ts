/** Builds that meet in one output directory: one after the other, also after one of them was killed. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { build } from "../../src/api/build.ts";
import { isAlive } from "../../src/host/is-alive.ts";
import { createProject, type Project } from "../support/consumer.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const LOCK = ".skillc-lock";

let project: Project;
const out = (path = ""): string => join(project.dir, "generated/skills", path);
const hidden = (): string[] => readdirSync(out()).filter((name) => /staging|lock/.test(name));

beforeEach(() => {
  project = createProject({ "skills/ebb/SKILL.md": skill("ebb", "falls"), "b/flow/SKILL.md": skill("flow", "rises") });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  project.remove();
});

describe("two processes", () => {
  test("that build different sources into one directory leave one of the two outputs, whole", async () => {
    const many = (dir: string, word: string): [string, string][] =>
      Array.from({ length: 40 }, (_, index) => [`${dir}/${dir}${index}/SKILL.md`, skill(`${dir}${index}`, word)]);
    project.write(Object.fromEntries([...many("skills", "falls"), ...many("b", "rises")]));
    for (let round = 0; round < 8; round++) {
      const codes = await Promise.all([run("skills"), run("b"), run("skills")]);
      expect(codes).toEqual([0, 0, 0]);
      const loaded = spawnSync(process.execPath, ["--input-type=module", "-e", loadAll()], { encoding: "utf8" });
      expect(loaded.stderr).toBe("");
      expect(hidden()).toEqual([]);
      const verified = await Promise.all([run("skills", "--check"), run("b", "--check")]);
      expect(verified.sort()).toEqual([0, 1]);
    }
  }, 120_000);

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s while waiting ends the process and removes what is its own",
    async (signal) => {
      mkdirSync(out(), { recursive: true });
      writeFileSync(out(LOCK), JSON.stringify({ pid: process.pid, host: "elsewhere", token: "a" }));
      writeFileSync(
        join(project.dir, "skillc.config.json"),
        JSON.stringify({ outputs: [{ outDir: "a/b" }, { outDir: "generated/skills" }] }),
      );
      const child = spawn(process.execPath, [CLI, "build"], { cwd: project.dir, stdio: "ignore" });
      const ended = new Promise((resolve) => {
        child.on("exit", (_code, by) => resolve(by));
      });
      await vi.waitFor(() => expect(existsSync(join(project.dir, "a/b", LOCK))).toBe(true), { timeout: 20_000 });
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(existsSync(join(project.dir, "a"))).toBe(false);
      expect(existsSync(out(LOCK))).toBe(true);
    },
    30_000,
  );
});

describe("a lock", () => {
  const dead = (): number => spawnSync(process.execPath, ["-e", ""]).pid;
  const held = (holder: object): void => {
    mkdirSync(out(), { recursive: true });
    writeFileSync(out(LOCK), JSON.stringify({ token: "a", ...ownRun(), ...holder }));
  };

  test("of a process that is gone is removed at once", async () => {
    held({ pid: dead(), host: hostname() });
    expect((await build({ cwd: project.dir })).ok).toBe(true);
    expect(hidden()).toEqual([]);
  });

  test("of an earlier process with the id of a living one is removed at once", async () => {
    held({ pid: process.pid, host: hostname(), started: "1" });
    expect((await build({ cwd: project.dir })).ok).toBe(true);
  });

  test.each(["", '{"pid":1,"host":"els'])("of which only %j was written is removed soon", async (text) => {
    mkdirSync(out(), { recursive: true });
    writeFileSync(out(LOCK), text);
    expect((await build({ cwd: project.dir })).ok).toBe(true);
    expect(hidden()).toEqual([]);
  });

  test("of another host is judged by its age", async () => {
    held({ pid: dead(), host: "elsewhere" });
    const old = new Date(Date.now() - 61_000);
    utimesSync(out(LOCK), old, old);
    expect((await build({ cwd: project.dir })).ok).toBe(true);
  });

  test.each([
    ["of another host", "elsewhere", " (process 4194999 on elsewhere)"],
    ["without a host", undefined, ""],
  ])("%s that is fresh stops the build, which says who holds it", async (_title, host, by) => {
    held({ pid: 4_194_999, host });
    const { exitCode, diagnostics } = await withFastTimers(build({ cwd: project.dir }));
    expect(exitCode).toBe(2);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule, message }) => [rule, message])).toEqual([
      ["output-locked", `another build is writing "generated/skills"${by}`],
    ]);
    expect(readdirSync(out())).toEqual([LOCK]);
  });

  test("of this process is waited for", async () => {
    const results = await Promise.all([build({ cwd: project.dir }), build({ cwd: project.dir })]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(hidden()).toEqual([]);
  });
});

describe("what a killed build left", () => {
  test("is removed, whatever process has its id now", async () => {
    mkdirSync(out(".skillc-staging-x0123456789abcdef/content"), { recursive: true });
    writeFileSync(out(`${LOCK}-0123456789abcdef`), "");
    await build({ cwd: project.dir });
    expect(hidden()).toEqual([]);
  });

  test("of an older version stays while its process lives, also one of another user", async () => {
    mkdirSync(out(".skillc-staging-4711"), { recursive: true });
    const kill = vi.spyOn(process, "kill").mockImplementation(() => refuse("EPERM"));
    expect(isAlive(4711)).toBe(true);
    await build({ cwd: project.dir });
    expect(hidden()).toEqual([".skillc-staging-4711"]);
    kill.mockImplementation(() => refuse("ESRCH"));
    expect(isAlive(4711)).toBe(false);
    await build({ cwd: project.dir });
    expect(hidden()).toEqual([]);
  });
});

function skill(name: string, word: string): string {
  return `---\nname: ${name}\ndescription: Says when the water ${word}. Use before a landing.\n---\n${word} ${name}\n`;
}

function refuse(code: string): never {
  throw Object.assign(new Error(code), { code });
}

function run(source: string, ...flags: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [CLI, "build", source, "--out", "generated/skills", ...flags], {
    cwd: project.dir,
    stdio: "ignore",
  });
  return new Promise((resolve) => {
    child.on("exit", resolve);
  });
}

function loadAll(): string {
  const url = JSON.stringify(pathToFileURL(out("index.js")).href);
  return `const { skills } = await import(${url}); for (const id of skills.names) await skills.load(id);`;
}

/** The parts of a lock that name this run of the system, as far as it has them. */
function ownRun(): object {
  const path = "/proc/sys/kernel/random/boot_id";
  if (!existsSync(path)) return {};
  return { boot: readFileSync(path, "utf8").trim(), namespace: readlinkSync("/proc/self/ns/pid") };
}

/** Lets all timers fire at once until a promise settles. */
async function withFastTimers<T>(pending: Promise<T>): Promise<T> {
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((run: () => void) => setTimeout(run, 0));
  return pending;
}
