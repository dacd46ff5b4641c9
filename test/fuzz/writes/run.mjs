/** `npm run fuzz:writes -- --kills 2000 --pairs 200 --seed 1`: kills builds and lets builds meet. */
import { parseArgs } from "node:util";
import { attackWrites } from "./attack.mjs";

const options = { kills: { type: "string" }, pairs: { type: "string" }, seed: { type: "string" } };
const { values } = parseArgs({ options });
const [kills, pairs, seed] = [values.kills ?? 2000, values.pairs ?? 200, values.seed ?? 1].map(Number);
const { faults, killed, late, reads, overtaken } = await attackWrites({ kills, pairs, seed, report: console.log });
console.log(
  `seed ${seed}: ${killed.step} kills at a step, ${killed.moment} at a random moment, ${late} too late, ${pairs} pairs, ` +
    `${reads} reads (${overtaken} overtaken by a new index): ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
