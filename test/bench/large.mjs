// What a large build takes: CPU time and peak memory, as ratios to a process that reads every byte of the same tree.
// Not a test: figures depend on the machine, ratios much less. Every round runs each command once, in turn.
//
//   node test/bench/large.mjs <project> [--rounds 3] [--source skills]
//
// <project> is a directory with skills in `skills`. Without it, 10,000 skills are fabricated where the generator stands
// beside the checkout.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, source: { type: "string", default: "skills" } },
});
const here = import.meta.dirname;
const bin = join(here, "../../dist/bin/skillc.js");
const generator = join(here, "../../../shared/bench/fabricate.mjs");
/** Peak memory of the default build, in megabytes: more is a fault. */
const MEMORY_LIMIT = 1024;

const home = mkdtempSync(join(tmpdir(), "skillc-large-"));
try {
  const project = positionals[0] === undefined ? fabricate() : resolve(positionals[0]);
  const results = measureAll(project);
  report(results);
  const memory = Math.max(...results.get("build").map(({ rss }) => rss));
  if (memory > MEMORY_LIMIT) {
    console.error(`The build took ${Math.round(memory)} MB, more than ${MEMORY_LIMIT}.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

function fabricate() {
  if (!existsSync(generator))
    throw new Error("There is no generator beside this checkout: name a directory with skills.");
  const project = join(home, "project");
  console.log("Fabricating 10,000 skills …");
  execFileSync(process.execPath, [generator, "--n", "10000", "--out", project, "--quiet"]);
  return project;
}

function measureAll(project) {
  const out = join(home, "out");
  const build = ["build", values.source, "--out", out, "--quiet"];
  const commands = new Map([
    ["read every byte", [join(here, "read-all.mjs"), join(project, values.source)]],
    ["node -e 0", ["-e", "0"]],
    ["check", [bin, "check", values.source, "--format", "json"]],
    ["build --emit json", [bin, ...build, "--emit", "json"]],
    ["build", [bin, ...build]],
    ["build, nothing changed", [bin, ...build]],
    ["build --emit json-full", [bin, ...build, "--emit", "json-full"]],
  ]);
  const results = new Map([...commands.keys()].map((name) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [name, args] of commands) {
      if (name !== "build, nothing changed") rmSync(out, { recursive: true, force: true });
      results.get(name).push(measure(args, project));
    }
  return results;
}

function measure(args, cwd) {
  const to = join(home, "measured.json");
  const argv = ["--import", join(here, "measure.mjs"), ...args];
  const { status } = spawnSync(process.execPath, argv, {
    cwd,
    env: { ...process.env, MEASURE_TO: to },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return JSON.parse(readFileSync(to, "utf8"));
}

function report(results) {
  const anchor = results.get("read every byte");
  const cpuOf = (list) => Math.min(...list.map(({ cpu }) => cpu));
  const rssOf = (list) => Math.max(...list.map(({ rss }) => rss));
  console.log(`Least CPU and peak memory of ${values.rounds} rounds, and the ratio to reading every byte:`);
  for (const [name, list] of results) {
    const cells = [
      name.padEnd(24),
      `${Math.round(cpuOf(list))} ms`.padStart(10),
      `${(cpuOf(list) / cpuOf(anchor)).toFixed(1)} x`.padStart(9),
      `${Math.round(rssOf(list))} MB`.padStart(9),
      `${(rssOf(list) / rssOf(anchor)).toFixed(1)} x`.padStart(9),
    ];
    console.log(cells.join(""));
  }
}
