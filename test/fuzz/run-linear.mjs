/**
 * `node test/fuzz/run-linear.mjs [count] [seed] [place,…] [--attacks]`: repeats pieces in places of a project and measures
 * how the time grows; all of them by default, and then also the time for 100,000 characters. With `--attacks` only what
 * makes a regular expression slow, or once made one slow.
 */
import { parseArgs } from "node:util";
import { importBundled } from "./bundled.mjs";

const { values, positionals } = parseArgs({ options: { attacks: { type: "boolean" } }, allowPositionals: true });
const count = Number(positionals[0] ?? Number.POSITIVE_INFINITY);
const seed = Number(positionals[1] ?? 1);
// The name of a place may have a comma with a space after it.
const places = positionals[2]?.split(/,(?! )/);

const { allCases, ATTACK_PIECES, measureCase, PLACES, random } = await importBundled([
  "./slopes.ts",
  "./inputs.ts",
  "./repeated-pieces.ts",
]);
for (const place of places ?? [])
  if (PLACES[place] === undefined)
    throw new Error(`unknown place "${place}"; known are ${Object.keys(PLACES).join("; ")}`);
const next = random(seed);
const cases = [...allCases()]
  .filter(({ place }) => places?.includes(place) ?? true)
  .filter(({ piece }) => values.attacks !== true || ATTACK_PIECES.includes(piece));
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
