/**
 * Kills commands of the installer with SIGKILL, after a random time or right before a random change of the disk. Then lock,
 * config and directories must be the old or the new ones, and the next command repairs whatever is left.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGitHost, skillDocument, type GitHost, type SourceFiles } from "../support/git-source.ts";
import { listFiles } from "../support/list-files.ts";

const REF = "@acme/tools@main";
const INSTALLED = ".skillc/skills/acme/tools";

/** Counts changes of the disk, and kills the process before one of them. */
const PRELOAD = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.env.KILL_AT ?? "0");
let count = 0;
for (const name of ["writeFileSync", "renameSync", "mkdirSync", "rmSync", "rmdirSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    count++;
    if (count === left) process.kill(process.pid, "SIGKILL");
    return original(...args);
  };
}
syncBuiltinESMExports();
process.on("exit", () => original(count));
function original(count) { process.stderr.write("\\nCHANGES " + count + "\\n"); }
`;

interface Run {
  readonly exitCode: number | null;
  readonly changes: number;
  readonly output: string;
  readonly ms: number;
}

interface Bench {
  readonly host: GitHost;
  readonly bin: string;
  readonly preload: string;
}

function run(
  { host, bin, preload }: Bench,
  cwd: string,
  args: readonly string[],
  kill: { at?: number; ms?: number } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const started = performance.now();
    const env = {
      ...process.env,
      ...host.environment,
      XDG_CACHE_HOME: join(cwd, "cache"),
      KILL_AT: String(kill.at ?? 0),
    };
    const child = spawn(process.execPath, ["--import", preload, bin, ...args], { cwd, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const timer = kill.ms === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), kill.ms);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      const changes = Number(/CHANGES (\d+)/.exec(output)?.[1] ?? 0);
      resolve({ exitCode, changes, output, ms: performance.now() - started });
    });
  });
}

/** The lock, the config, and every installed file as one text; empty where there is none. */
function stateOf(project: string): { readonly lock: string; readonly config: string; readonly tree: string } {
  const [lock = "", config = ""] = ["skillc.lock", "skillc.config.json"].map((name) => {
    const path = join(project, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  });
  const dir = join(project, INSTALLED);
  const files = existsSync(dir) ? listFiles(dir) : [];
  return {
    lock,
    config,
    tree: files.map((path) => `${path}\0${readFileSync(join(dir, path), "utf8")}`).join("\n"),
  };
}

const versions = (text: string): SourceFiles =>
  Object.fromEntries([
    ["SKILL.md", skillDocument("tools", text)],
    ...Array.from({ length: 12 }, (_, index) => [`references/r${index}.md`, `${text} ${index}\n`] as const),
  ]);

export interface KillOptions {
  readonly count: number;
  readonly seed: number;
  /** The built command line. */
  readonly bin: string;
}

/** Runs kills; returns a line for each that left something wrong. */
export async function killInstaller({ count, seed, bin }: KillOptions): Promise<readonly string[]> {
  const host = createGitHost();
  const preload = join(host.root, "preload.mjs");
  writeFileSync(preload, PRELOAD);
  const bench: Bench = { host, bin, preload };
  const failures: string[] = [];
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  try {
    const source = host.repository("acme/tools");
    source.commit(versions("One"));
    // Projects before each command, and what the command makes of them.
    const empty = host.directory("empty");
    const installed = host.directory("installed");
    const first = await run(bench, installed, ["add", REF, "--allow-file"]);
    if (first.exitCode !== 0) return [first.output];
    source.commit(versions("Two"), { tags: ["v2"] });
    const commands = [
      { name: "add", from: empty, args: ["add", REF, "--allow-file"] },
      { name: "update", from: installed, args: ["update", "--allow-file"] },
      { name: "move", from: installed, args: ["update", "@acme/tools@v2", "--allow-file"] },
      { name: "remove", from: installed, args: ["remove", REF] },
    ].map((command) => ({ ...command, wanted: host.directory(`wanted-${command.name}`) }));
    const whole = new Map<string, Run>();
    for (const { name, from, args, wanted } of commands) {
      cpSync(from, wanted, { recursive: true });
      whole.set(name, await run(bench, wanted, args));
    }
    for (let index = 0; index < count; index++) {
      const command = commands[index % commands.length] as (typeof commands)[number];
      const { changes, ms } = whole.get(command.name) as Run;
      // Times only beyond the start of the process; changes from the first to the last.
      const kill = random(2) === 0 ? { at: 1 + random(changes) } : { ms: ms * (0.4 + random(700) / 1000) };
      const project = join(host.root, "project");
      rmSync(project, { recursive: true, force: true });
      cpSync(command.from, project, { recursive: true });
      await run(bench, project, command.args, kill);
      const wrong = await check(bench, project, [stateOf(command.from), stateOf(command.wanted)]);
      if (wrong !== undefined)
        failures.push(`run ${index} (seed ${seed}), ${command.name}, ${JSON.stringify(kill)}: ${wrong}`);
    }
  } finally {
    host.remove();
  }
  return failures;
}

type State = ReturnType<typeof stateOf>;

async function check(bench: Bench, project: string, [old, next]: readonly [State, State]): Promise<string | undefined> {
  const killed = stateOf(project);
  if (killed.lock !== old.lock && killed.lock !== next.lock) return "the lock is neither the old nor the new one";
  if (![old.config, next.config].includes(killed.config)) return "the config is neither the old nor the new one";
  // Between two renames there is no directory, but never a part of one.
  if (![old.tree, next.tree, ""].includes(killed.tree)) return "the directory is neither the old nor the new one";
  const repaired = await run(bench, project, ["verify"]);
  if (repaired.exitCode !== 0) return `verify: ${repaired.output}`;
  const now = stateOf(project);
  const isOld = now.lock === old.lock && now.config === old.config && now.tree === old.tree;
  const isNext = now.lock === next.lock && now.config === next.config && now.tree === next.tree;
  if (!isOld && !isNext) return "lock, config and directory are of two versions";
  const again = await run(bench, project, ["install", "--allow-file"]);
  if (again.exitCode !== 0) return `install: ${again.output}`;
  const left = listFiles(project).filter((path) => /staging|trash|journal|tmp|\.skillc-lock|file-x/.test(path));
  return left.length === 0 ? undefined : `left: ${left.join(", ")}`;
}
