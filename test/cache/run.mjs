/** `npm run fuzz:cache -- [steps] [first seed]`: thousands of steps, 100 with each seed, over the compiled code. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCatalog } from "../../dist/api/catalog.js";
import { repeatBuild, repeatCheck } from "../../dist/api/repeat.js";
import { build, check, fix } from "../../dist/index.js";
import { runSequence } from "./sequences.mjs";

const EACH = 100;
const api = { build, check, fix, compileCatalog, repeatBuild, repeatCheck };
const steps = Number(process.argv[2] ?? 3000);
const first = Number(process.argv[3] ?? 1);
const count = Math.ceil(steps / EACH);
let failures = 0;
let recalled = 0;
for (let seed = first; seed < first + count; seed++) {
  const dir = mkdtempSync(join(tmpdir(), "skillc-cache-"));
  const { faults, known } = await runSequence({ seed, steps: EACH, dir, api });
  rmSync(dir, { recursive: true });
  failures += faults.length;
  recalled += known;
  for (const fault of faults) console.log(fault);
}
console.log(
  `${count * EACH} steps, seeds ${first} to ${first + count - 1}: ${failures} differences; ${recalled} outcomes were known`,
);
process.exitCode = failures === 0 ? 0 : 1;
