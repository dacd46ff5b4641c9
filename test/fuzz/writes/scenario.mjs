/** Builds that are killed, and builds that meet, in the same outputs: what each of them must leave behind. */
import { build as bundle } from "esbuild";
import { fork } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../../..");
const BUILDER = join(import.meta.dirname, "builder.mjs");
const READER = join(import.meta.dirname, "reader.mjs");
const STATES = ["one", "two", "three"];
const OUTPUTS = [
  { outDir: "out/js", emit: ["module", "json"], module: { content: "packs", assets: "copy" } },
  { outDir: "out/ts", emit: ["module", "json-full"], module: { format: "ts", content: "per-skill" } },
  {
    outDir: "out/plugin",
    emit: ["plugin"],
    package: { name: "sea", version: "1.0.0", description: "Of the sea." },
    plugin: { frontmatter: "closed" },
  },
];

/** Creates a project with three states of its sources, and what each of them is built to. */
export async function createScenario() {
  // A package of its own, with the library that the compiler reads: `dist` may be built again meanwhile.
  const cache = mkdtempSync(join(ROOT, "node_modules/.cache-writes-"));
  for (const path of ["package.json", "dist/library"]) cpSync(join(ROOT, path), join(cache, path), { recursive: true });
  const outfile = join(cache, "stdin.mjs");
  await bundle({
    stdin: { contents: 'export { build } from "./src/index.ts";', resolveDir: ROOT, loader: "ts" },
    bundle: true,
    minify: true,
    splitting: true,
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    external: ["esbuild"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    outdir: cache,
  });
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "skillc-writes-")));
  for (const [index, state] of STATES.entries()) writeState(join(cwd, state), state, index);
  const { build } = await import(pathToFileURL(outfile).href);
  const scenario = { cwd, bundle: outfile, build, trees: new Map(), steps: new Map() };
  for (const state of STATES) {
    const fault = await repair(scenario, state);
    if (fault !== undefined) throw new Error(fault);
    scenario.trees.set(state, readOutputs(cwd));
  }
  const remove = () => {
    for (const dir of [cache, cwd]) rmSync(dir, { recursive: true, force: true });
  };
  return { ...scenario, remove };
}

/** Each state has some skills of its own, some that differ, and one that stays the same. */
function writeState(dir, state, index) {
  const names = ["ebb", "flow", "gull", "kelp", "reef", "tide"].slice(0, 4 + index);
  for (const name of names) {
    mkdirSync(join(dir, name), { recursive: true });
    const head = `name: ${name}\ndescription: About ${name} in state ${state}. Use when ${name} matters.`;
    writeFileSync(join(dir, name, "SKILL.md"), `---\n${head}\n---\nIn state ${state}. See [notes](notes.md).\n`);
    writeFileSync(join(dir, name, "notes.md"), `# Notes in state ${state}\n\n${`${name} `.repeat(9000)}\n`);
    writeFileSync(join(dir, name, `${state}.bin`), Buffer.alloc(9000, index));
  }
  // Larger than what is put together in memory.
  if (index === 2) writeFileSync(join(dir, "ebb", "chart.bin"), Buffer.alloc(4_300_000, index));
}

/** Builds a state in this process, and tells what is wrong with the result. */
export async function repair({ build, cwd, trees }, state) {
  const { ok, diagnostics } = await build({ cwd, sources: [{ dir: state }], overrides: { outputs: OUTPUTS } });
  if (!ok) return `the repairing build failed: ${diagnostics.map(({ message }) => message).join("; ")}`;
  const expected = trees.get(state);
  return expected && differences(expected, readOutputs(cwd), `after the build of ${state}`);
}

/** Builds a state in another process that is killed at a step, or after some milliseconds; "done" if it was too late. */
export function killBuild(scenario, state, { killAt, when, afterMs }) {
  return runBuilder(scenario, { state, killAt, when }, afterMs).then(({ signal }) =>
    signal === "SIGKILL" ? "killed" : "done",
  );
}

/** How many steps a build takes from one state to another. */
export async function countSteps(scenario, from, to) {
  const key = `${from} ${to}`;
  if (!scenario.steps.has(key)) {
    if (from === "nothing") empty(scenario);
    else await repair(scenario, from);
    const { steps, ms } = await runBuilder(scenario, { state: to });
    scenario.steps.set(key, { steps, ms });
  }
  return scenario.steps.get(key);
}

export function empty({ cwd }) {
  rmSync(join(cwd, "out"), { recursive: true, force: true });
}

/** Two builds at once; returns what is wrong with them, or with what they leave. */
export async function pairBuilds(scenario, states) {
  const both = await Promise.all(states.map((state) => runBuilder(scenario, { state })));
  for (const { exitCode, messages } of both) if (exitCode !== 0) return `a build failed: ${messages?.join("; ")}`;
  const is = readOutputs(scenario.cwd);
  const faults = states.map((state) => differences(scenario.trees.get(state), is, `after ${states.join(" and ")}`));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** Reads the JavaScript output while a function runs. */
export async function readWhile({ cwd }, run) {
  const child = fork(READER, [join(cwd, "out/js/index.js")]);
  const seen = new Promise((resolve, reject) => {
    child.on("message", resolve);
    child.on("exit", (code) => reject(new Error(`the reader ended with ${code}`)));
  });
  await run();
  child.send("end");
  return seen;
}

function runBuilder({ cwd, bundle: path }, job, afterMs) {
  const child = fork(BUILDER, [path, JSON.stringify({ cwd, outputs: OUTPUTS, ...job })]);
  let result = {};
  let started = 0;
  child.on("message", (message) => {
    if (message !== "ready") return void (result = message);
    started = performance.now();
    if (afterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) =>
      resolve({ ...result, exitCode: code, signal, ms: performance.now() - started }),
    );
  });
}

/** Returns what is wrong with the outputs after a kill: each index must be whole, with all that it imports. */
export function inspect({ cwd, trees }) {
  const is = readOutputs(cwd);
  for (const index of ["js/index.js", "ts/index.ts"]) {
    if (!is.has(index)) continue;
    const was = [...trees].filter(([, tree]) => tree.get(index) === is.get(index));
    if (was.length === 0) return `${index} is of no build`;
    const faults = was.map(([state, tree]) => findFault(index, state, tree, is));
    if (!faults.includes(undefined)) return faults[0];
  }
  // Each file with a fixed name is whole, and so is all of a package.
  for (const [path, text] of is) {
    const isEntry = /^(?:js|ts)\/(?:index\.d\.ts|catalog(?:\.full)?\.json|package\.json)$|^plugin\/(?!\.skillc)/.test(
      path,
    );
    if (isEntry && ![...trees.values()].some((tree) => tree.get(path) === text)) return `${path} is of no build`;
  }
  return undefined;
}

function findFault(index, state, tree, is) {
  const open = [index];
  const seen = new Set(open);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (is.get(path) !== tree.get(path)) return `${path}, which ${index} of ${state} needs, is not as it was built`;
    for (const [, to] of tree.get(path).matchAll(/(?:(?:from |import\()"\.\/|asset: ")([^"]+)"/g)) {
      const next = `${dirname(index)}/${to}`;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return seen.size > 5 ? undefined : `${index} imports only ${seen.size} files`;
}

function readOutputs(cwd) {
  const out = join(cwd, "out");
  if (!existsSync(out)) return new Map();
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(out.length + 1).replaceAll("\\", "/"), readFileSync(path, "latin1")];
    }),
  );
}

function differences(expected, is, place) {
  const paths = [...new Set([...expected.keys(), ...is.keys()])].filter((path) => expected.get(path) !== is.get(path));
  return paths.length === 0 ? undefined : `${place}, these files differ: ${paths.slice(0, 9).join(", ")}`;
}
