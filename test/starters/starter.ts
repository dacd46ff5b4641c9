/** Starters as a user creates them: copied, installed with the packed skillc, and run in their runtime. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ROOT, run } from "../support/consumer.ts";
import { findBinary, type BinaryName } from "../support/engine-binaries.ts";

const STARTERS = join(ROOT, "templates/starters");

/** The names of all starters, sorted. */
export const starterNames: readonly string[] = readdirSync(STARTERS).toSorted();

/** What `template.json` says about a starter: the command line shows it and copies the other files. */
export interface StarterInfo {
  readonly title: string;
  readonly node: string;
  readonly runtime: string;
  readonly next: readonly string[];
}

/** Path of a starter, or of one of its files as it is stored. */
export function starterPath(name: string, file = ""): string {
  return join(STARTERS, name, file);
}

/** The command line that ships. */
const SKILLC = join(ROOT, "dist/bin/skillc.js");

/** Creates a starter in a directory that does not exist yet, as a user does. `skillc`: the command line to run. */
export function createStarter(name: string, dir: string, skillc = SKILLC): void {
  mkdirSync(dir);
  execFileSync(process.execPath, [skillc, "init", "--template", name], { cwd: dir, stdio: "pipe" });
}

/** Output of a program that has ended. */
export interface Ended {
  readonly exitCode: number | null;
  /** stdout, then stderr. */
  readonly output: string;
}

/** A server that a starter has started. */
export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** A created starter. */
export interface Starter {
  readonly dir: string;
  /** Runs a program with the engines in the path. Never throws for an exit code. */
  run(command: string, ...args: readonly string[]): Promise<Ended>;
  /** Starts a server, with its port in `args` as `{port}` and in the variable `PORT`; waits until it answers. */
  serve(command: string, ...args: readonly string[]): Promise<Served>;
  dispose(): Promise<void>;
}

/** Options of `startStarter`. */
interface StarterOptions {
  /** Engines that the programs of the starter find in the path. */
  readonly engines: readonly BinaryName[];
  /** The command line that creates it. */
  readonly skillc: string;
  /** Variables for all programs of the starter. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Creates a starter in a new temporary directory. */
export function startStarter(name: string, { engines, skillc, env = {} }: StarterOptions): Starter {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-starter-")));
  const dir = join(home, `my-${name}`);
  createStarter(name, dir, skillc);
  const scratch = join(home, "scratch");
  mkdirSync(scratch);
  const path = [...engines.map((engine) => dirname(findBinary(engine) as string)), process.env["PATH"]].join(delimiter);
  const all = {
    PATH: path,
    // npm keeps its settings and its cache, which is warm; the others write here.
    XDG_CONFIG_HOME: scratch,
    XDG_CACHE_HOME: scratch,
    XDG_DATA_HOME: scratch,
    DENO_DIR: scratch,
    BUN_INSTALL_CACHE_DIR: scratch,
    CI: "1",
    // The test runner sets it to "test".
    NODE_ENV: "",
    NODE_OPTIONS: "",
    NEXT_TELEMETRY_DISABLED: "1",
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    DENO_NO_UPDATE_CHECK: "1",
    ...env,
  };
  return {
    dir,
    async run(command, ...args) {
      const { exitCode, stdout, stderr } = await run(command, args, { cwd: dir, env: all });
      return { exitCode, output: stdout + stderr };
    },
    serve: (command, ...args) => serve(command, args, { cwd: dir, env: all }),
    dispose: () => rm(home, { recursive: true, force: true, maxRetries: 10 }),
  };
}

async function serve(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Served> {
  const port = await freePort();
  const child = spawn(
    command,
    args.map((arg) => arg.replace("{port}", String(port))),
    // A group of its own, because wrangler and npm start further programs.
    { cwd, env: { ...process.env, ...env, PORT: String(port) }, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-(child.pid as number), "SIGTERM");
    const late = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), 5000);
    await ended;
    clearTimeout(late);
  };
  for (let left = 120; ; left--) {
    if (child.exitCode !== null || left === 0) {
      await stop();
      throw new Error(`${command} ${args.join(" ")} does not answer at ${url}:\n${output}`);
    }
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
