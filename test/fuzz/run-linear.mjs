/**
 * `node test/fuzz/run-linear.mjs [count] [seed] [place,…]`: repeats pieces in places of a project and measures how the
 * time grows; all of them by default, and then also the time for 100,000 characters.
 */
import { importBundled } from "./bundled.mjs";

const count = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.argv[3] ?? 1);
const places = process.argv[4]?.split(/,(?! )/);

const { allCases, measureCase, random } = await importBundled(["./slopes.ts", "./inputs.ts"]);
const next = random(seed);
const cases = [...allCases()].filter(({ place }) => places?.includes(place) ?? true);
const chosen =
  count >= cases.length ? cases : Array.from({ length: count }, () => cases[Math.floor(next() * cases.length)]);
let faults = 0;
for (const [index, one] of chosen.entries()) {
  // A neighbour on the machine can slow one measurement down; what grows too fast does so again.
  const slope = (await measureCase(one, chosen === cases)) && (await measureCase(one, chosen === cases));
  if ((index + 1) % 1_000 === 0) console.error(`${index + 1} done, ${faults} faults`);
  if (slope === undefined) continue;
  faults += 1;
  const times = slope.times.map(([size, ms]) => `${size}: ${Math.round(ms)} ms`).join(", ");
  console.error(`${slope.place}, ${JSON.stringify(slope.piece)}, ${slope.profile}: ${slope.fault} (${times})`);
}
console.log(`${chosen.length} cases: ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
