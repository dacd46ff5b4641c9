/**
 * `npm run fuzz:cache -- --steps 3000 --seed 1`: thousands of steps, 100 with each seed, over the compiled code, with
 * processes that are killed at random moments or use the cache at once.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { compileCatalog } from "../../dist/api/catalog.js";
import { repeatBuild, repeatCheck } from "../../dist/api/kept/repeat.js";
import { build, check, fix } from "../../dist/index.js";
import { runSequence } from "./sequences.mjs";

const EACH = 100;
const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
const { values } = parseArgs({
  options: { steps: { type: "string", default: "3000" }, seed: { type: "string", default: "1" } },
});
const api = { build, check, fix, compileCatalog, repeatBuild, repeatCheck };
const first = Number(values.seed);
const count = Math.ceil(Number(values.steps) / EACH);

function start(cwd, command) {
  const child = spawn(process.execPath, [BIN, command], { cwd, stdio: "ignore" });
  return { child, ended: new Promise((done) => child.once("exit", done)) };
}

const totals = { kills: 0, together: 0 };
const processes = {
  async kill(cwd, command, delay) {
    const { child, ended } = start(cwd, command);
    await Promise.race([setTimeout(delay), ended]);
    if (child.kill("SIGKILL")) totals.kills++;
    await ended;
  },
  async together(cwd, commands) {
    totals.together++;
    await Promise.all(commands.map((command) => start(cwd, command).ended));
  },
};

let failures = 0;
let recalled = 0;
let followed = 0;
for (let seed = first; seed < first + count; seed++) {
  const dir = mkdtempSync(join(tmpdir(), "skillc-cache-"));
  const { faults, ...one } = await runSequence({ seed, steps: EACH, dir, api, processes, isCalm: seed % 2 === 0 });
  rmSync(dir, { recursive: true });
  failures += faults.length;
  recalled += one.known;
  followed += one.followed;
  for (const fault of faults) console.log(fault);
}
console.log(
  `${count * EACH} steps, seeds ${first} to ${first + count - 1}: ${failures} differences; ${recalled} outcomes were ` +
    `known, ${followed} runs walked less, ${totals.kills} processes were killed, ${totals.together} times four used the cache at once`,
);
process.exitCode = failures === 0 ? 0 : 1;
