/**
 * `npm run estimates`: measures what `--platform` estimates, for 10, 300 and 1,000 skills, and writes `estimates.json`, from
 * which `npm run docs` makes a table of docs/deployment.md. Times of the last runs with the same versions stay in the file,
 * and their medians count: those of a run depend on what else the machine does.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build as bundle, version as esbuild } from "esbuild";
import { fabricateSkills } from "./fabricate.mjs";
import { generatedModules } from "./generated-modules.mjs";
import { median } from "./results.mjs";
import { cpuOfStart, createApp, heapOfIsolate } from "./workerd-app.mjs";

const RECORD = join(import.meta.dirname, "estimates.json");
const IMPORT = join(import.meta.dirname, "import-cost.mjs");
const DENO = join(import.meta.dirname, "../../.engines/deno/installed.json");
const COUNTS = [10, 300, 1000];
const ROUNDS = 7;
const RUNS = 5;
/** As many isolates are created, up to 40, until their modules have this number of bytes: one is lost in the noise. */
const ENOUGH = 30e6;

/** Has the skills, and does nothing with them unless it is asked to. */
const WORKER = `import { skills } from "./index.js";
export default {
  fetch({ url }) {
    if (url.endsWith("/gc")) [gc, gc].forEach((collect) => collect());
    return new Response(url.endsWith("/names") ? skills.names.join() : "");
  },
};
`;
const EMPTY = WORKER.replace(/import .*\n/, "const skills = {};\n");

/**
 * Returns the two forms in which a generated module is deployed as a Worker: its modules, and the one file that wrangler
 * makes of them.
 */
export async function workerForms(out) {
  const { outputFiles } = await bundle({
    stdin: { contents: WORKER, resolveDir: out },
    bundle: true,
    write: false,
    // As wrangler does.
    format: "esm",
    target: "es2024",
    keepNames: true,
  });
  return {
    modules: new Map([["worker.mjs", WORKER], ...generatedModules(out)]),
    bundle: new Map([["worker.mjs", outputFiles[0].text]]),
  };
}

/** Returns the bytes that a generated module takes on the heap of an isolate before a skill is loaded. */
export async function heapInWorkerd(modules, dir) {
  const heapOf = (name, all) => heapOfIsolate(createApp(join(dir, name), all));
  return (await heapOf("heap", modules)) - (await heapOf("no-heap", new Map([["worker.mjs", EMPTY]])));
}

/** Returns the milliseconds of CPU that an isolate takes longer to start than one that has the same bytes as data. */
async function startInWorkerd(modules, dir) {
  const copies = Math.min(40, Math.ceil(ENOUGH / bytesOf(modules)));
  const inert = new Map([["empty.mjs", EMPTY], ...modules]);
  const apps = [
    createApp(join(dir, "started"), modules, { copies }),
    createApp(join(dir, "inert"), inert, { copies, isInert: true }),
  ];
  const differences = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [started, idle] = [await cpuOfStart(apps[0]), await cpuOfStart(apps[1])];
    differences.push((started - idle) / copies);
  }
  return median(differences);
}

/** Imports a module in another engine, each time as if for the first time, and returns the medians of its costs. */
function importedBy(command, args, out) {
  const costs = Array.from({ length: ROUNDS }, () => {
    const cache = mkdtempSync(join(tmpdir(), "deno-"));
    const env = { ...process.env, DENO_DIR: cache };
    const index = pathToFileURL(join(out, "index.js")).href;
    const text = execFileSync(command, [...args, IMPORT, index], { env, encoding: "utf8" });
    rmSync(cache, { recursive: true, force: true });
    return JSON.parse(text);
  });
  const middle = (key) => median(costs.map((cost) => cost[key]));
  return { start: middle("start"), heap: middle("heap"), process: middle("process") };
}

function round(milliseconds) {
  return Math.round(milliseconds * 100) / 100;
}

function bytesOf(modules) {
  return [...modules.values()].reduce((sum, { length }) => sum + length, 0);
}

/** @param earlier Returns the times that earlier runs measured in an engine. */
async function measure(skills, { build, deno, earlier }) {
  const home = mkdtempSync(join(tmpdir(), "skillc-estimates-"));
  try {
    fabricateSkills(home, skills);
    const { outDir: out, figures } = await build({ cwd: home });
    const { rawBytes, gzipBytes, eagerBytes } = figures;
    const row = { skills, figures: { rawBytes, gzipBytes, eagerBytes } };
    for (const [form, modules] of Object.entries(await workerForms(out))) {
      const dir = join(home, form);
      const start = [...earlier(skills, form), round(await startInWorkerd(modules, dir))].slice(-RUNS);
      row[form] = { start, memory: await heapInWorkerd(modules, dir) };
      if (form === "modules") continue;
      const [text] = modules.values();
      Object.assign(row[form], { raw: text.length, gzip: gzipSync(text).length });
    }
    row.node = { memory: importedBy(process.execPath, ["--expose-gc"], out).heap };
    const inDeno = importedBy(deno.binary, ["run", "-A", "--no-config", "--v8-flags=--expose-gc"], out);
    const start = [...earlier(skills, "deno"), round(inDeno.start)].slice(-RUNS);
    row.deno = { start, memory: inDeno.process };
    return row;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(DENO)) throw new Error("Deno is not installed: npm run engines");
  const deno = JSON.parse(readFileSync(DENO, "utf8"));
  const { build } = await import("../../dist/index.js");
  const { version: workerd } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../node_modules/workerd/package.json"), "utf8"),
  );
  const setting = {
    processor: cpus()[0]?.model.trim(),
    versions: { workerd, esbuild, deno: deno.version, node: process.versions.node },
  };
  const { date: _date, rows: last, ...lastSetting } = JSON.parse(readFileSync(RECORD, "utf8"));
  const isSame = JSON.stringify(lastSetting) === JSON.stringify(setting);
  const earlier = (count, engine) => (isSame && last.find(({ skills }) => skills === count)?.[engine].start) || [];
  const rows = [];
  for (const count of COUNTS) {
    process.stderr.write(`${count} skills\n`);
    rows.push(await measure(count, { build, deno, earlier }));
  }
  const record = { date: new Date().toISOString().slice(0, 10), ...setting, rows };
  // Lists of numbers take one line.
  const text = JSON.stringify(record, undefined, 1).replaceAll(/\[[\d\s.,]+\]/g, (list) =>
    list.replaceAll(/\s+/g, " "),
  );
  writeFileSync(RECORD, `${text}\n`);
}
