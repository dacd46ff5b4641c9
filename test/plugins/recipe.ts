/** A recipe of docs/plugins.md as a project of its own: built, started and type-checked as its user would. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { ROOT, run } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { freePort } from "../support/free-port.ts";
import { placeOf } from "../support/pinned-packages.ts";
import { pinOf } from "./bundlers.ts";
import { BROKEN, skillText, until } from "./project.ts";

const RECIPES = join(import.meta.dirname, "recipes");

/** What keeps a program offline, quiet and away from the home directory. */
const QUIET = {
  CI: "1",
  NO_COLOR: "1",
  DO_NOT_TRACK: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
  NX_DAEMON: "false",
  TURBO_TELEMETRY_DISABLED: "1",
  WRANGLER_SEND_METRICS: "false",
  npm_config_update_notifier: "false",
};

/** A server that a script of a recipe has started. */
export interface RecipeServer {
  /** Fetches a path; the text is empty while nothing listens. */
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Waits until a path answers with a text. */
  shows(path: string, text: string): Promise<void>;
  /** Waits until it has printed a text. */
  prints(text: string): Promise<void>;
  /** What it has printed so far. */
  printed(): string;
  stop(): Promise<void>;
}

export interface Recipe {
  readonly dir: string;
  read(path: string): string;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Runs a script of its package.json; throws with what it printed if it fails. */
  script(name: string, ...args: readonly string[]): Promise<string>;
  /** Runs a program of `node_modules/.bin`; never throws. */
  program(name: string, ...args: readonly string[]): ReturnType<typeof run>;
  /** Starts a script, or a file with Node; `args` are made from a free port, which is also in `PORT`. */
  serve(script: string, args?: (port: number) => readonly string[]): Promise<RecipeServer>;
  /** Stops what was started and removes the directory. */
  dispose(): Promise<void>;
}

/**
 * Copies a recipe to a temporary directory, with the skill `tides` below `skills`, the packages of a pin and skillc.
 *
 * @example
 * const recipe = openRecipe("next-webpack", "next-16");
 * await recipe.script("build");
 */
export async function openRecipe(name: string, pin: string, skills = "skills"): Promise<Recipe> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-recipe-")));
  cpSync(join(RECIPES, name), dir, { recursive: true });
  cpSync(join(RECIPES, "skills"), join(dir, skills), { recursive: true });
  await linkPackages(pin, dir);
  const node = findBinary(pinOf(pin).node) as string;
  // What is killed leaves files there.
  const scratch = mkdtempSync(join(tmpdir(), "skillc-recipe-tmp-"));
  const env = {
    ...QUIET,
    HOME: scratch,
    TMPDIR: scratch,
    WRANGLER_LOG_PATH: join(scratch, "wrangler.log"),
    PATH: [join(dir, "node_modules/.bin"), dirname(node), process.env["PATH"]].join(delimiter),
  };
  const servers: RecipeServer[] = [];
  const program = (bin: string, ...args: readonly string[]) => run(bin, args, { cwd: dir, env });
  return {
    dir,
    program,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    remove: (path) => rmSync(join(dir, path), { recursive: true }),
    async script(script, ...args) {
      const { exitCode, stdout, stderr } = await program("npm", "run", script, "--", ...args);
      if (exitCode !== 0) throw new Error(`npm run ${script} ended with ${exitCode}:\n${stdout}${stderr}`);
      return stdout + stderr;
    },
    async serve(script, args = () => []) {
      const port = await freePort();
      const command = /\.m?js$/.test(script) ? ["node", script] : ["npm", "run", script, "--"];
      const server = start([...command, ...args(port)], dir, { ...env, PORT: String(port), HOST: "127.0.0.1" }, port);
      servers.push(server);
      return server;
    },
    async dispose() {
      await Promise.all(servers.map((server) => server.stop()));
      for (const path of [dir, scratch]) rmSync(path, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Copies packages as hard links where the system can: Turbopack follows no link out of the project. */
async function linkPackages(pin: string, dir: string): Promise<void> {
  const [from, to] = [join(placeOf("bundlers", pin), "node_modules"), join(dir, "node_modules")];
  const { exitCode } = await run("cp", ["-al", from, to], { cwd: dir });
  if (exitCode !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  symlinkSync(ROOT, join(to, "skillc"));
  symlinkSync("../skillc/dist/bin/skillc.js", join(to, ".bin/skillc"));
}

function start(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  port: number,
): RecipeServer {
  // A group of its own: npm does not end what it has started.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (printed += chunk));
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const url = `http://127.0.0.1:${port}${path}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined);
    return { status: response?.status ?? 0, text: (await response?.text()) ?? "" };
  };
  return {
    get,
    shows: async (path, text) => {
      let last = "";
      await until(
        async () => (last = (await get(path)).text).includes(text),
        () => `${printed.slice(-3000)}\n${last.slice(0, 1000)}`,
        60_000,
      );
    },
    prints: (text) =>
      until(
        () => printed.includes(text),
        () => printed,
        60_000,
      ),
    printed: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

/** What the server of every recipe answers below `/skills`. */
export const TIDES = "Read the table of the harbor.";

/** Where `BROKEN` is wrong. */
export const PLACE = "skills/tides/SKILL.md:3:14";

/** The steps of a developer; `isBroken` waits until the error of a broken skill is seen. */
export async function develop(recipe: Recipe, server: RecipeServer, isBroken: () => Promise<void>): Promise<void> {
  await server.shows("/skills/tides", TIDES);
  recipe.write("skills/tides/SKILL.md", skillText("tides", "Edited."));
  await server.shows("/skills/tides", "Edited.");
  recipe.write("skills/sea/fog/SKILL.md", skillText("fog", "One long blast."));
  await server.shows("/skills/fog", "One long blast.");
  recipe.remove("skills/sea");
  await server.shows("/skills/fog", "unknown skill");
  recipe.write("skills/tides/SKILL.md", BROKEN);
  await isBroken();
  recipe.write("skills/tides/SKILL.md", skillText("tides", "Repaired."));
  await server.shows("/skills/tides", "Repaired.");
}

/** Expects that `tsc` accepts the recipe, and finds a misspelled skill in a new file of it. */
export async function expectTypes(recipe: Recipe, dir: string, specifier: string): Promise<void> {
  expect((await recipe.program("tsc", "--noEmit")).stdout).toBe("");
  recipe.write(`${dir}/wrong.ts`, `import { skills } from "${specifier}";\nskills.get("tide");\n`);
  expect((await recipe.program("tsc", "--noEmit")).stdout).toMatch(/^.*wrong\.ts\(2,12\): error TS2345/);
  recipe.remove(`${dir}/wrong.ts`);
}
