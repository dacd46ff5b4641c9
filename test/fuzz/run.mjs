/**
 * `npm run fuzz -- [count] [first seed]`: a million documents by default, over the compiled checker. Prints what was
 * found and how long the slowest took.
 */
import { importBundled } from "./bundled.mjs";

const count = Number(process.argv[2] ?? 1_000_000);
const first = Number(process.argv[3] ?? 1_000_001);

const { examine, fuzzInput, profileNames } = await importBundled([
  "./examine.ts",
  "./inputs.ts",
  "../../src/profiles/index.ts",
]);
let failures = 0;
let slowest = { ms: 0, seed: 0 };
for (let seed = first; seed < first + count; seed++) {
  const started = performance.now();
  const fault = await examine(fuzzInput(seed).bytes, profileNames[seed % profileNames.length], seed % 16 === 0);
  const ms = performance.now() - started;
  if (ms > slowest.ms) slowest = { ms, seed };
  if (fault !== undefined) console.log(`seed ${seed}: ${fault}`, (failures += 1));
  if ((seed - first + 1) % 50_000 === 0) console.log(`${seed - first + 1} done, ${failures} failures`);
}
console.log(
  `${count} documents, seeds ${first} to ${first + count - 1}: ${failures} failures; slowest ${Math.round(slowest.ms)} ms (seed ${slowest.seed})`,
);
process.exitCode = failures === 0 ? 0 : 1;
