import { setFlagsFromString } from "node:v8";

export function setV8Flags(): void {
  // Later tiers (CONTRIBUTING, "What V8 does to us"). Node 22 and later do not know the flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString("--interrupt-budget=1000000");
  // Objects that lived on must not make the next ones old from the start (the same page).
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** What a run may change of the garbage collection, and how it is in V8 by default. */
const USUAL = { "semi-space-growth-factor": 2, "heap-growing-percent": 0 };
type Collection = Partial<typeof USUAL>;

let current: Collection = {};

function setCollection(collection: Collection): void {
  for (const [name, value] of Object.entries(collection)) setFlagsFromString(`--${name}=${value}`);
}

/**
 * Decides how the young generation is collected. A run that looks at files, or compiles a few skills, keeps so little that
 * looking through it again costs less than memory that was never used before, and less than another thread that helps ("New
 * memory" on the same page).
 *
 * @param isGrowing Whether everything is compiled: the generation may grow, and threads share the work.
 */
export function setYoungGeneration(isGrowing: boolean): void {
  current = { "semi-space-growth-factor": isGrowing ? 2 : 1 };
  setCollection(current);
  setFlagsFromString(isGrowing ? "--parallel-scavenge" : "--no-parallel-scavenge");
}

/** Sets by how many percent the heap may grow before V8 collects garbage; until the process ends. */
export function setHeapGrowth(percent: number): void {
  setCollection({ "heap-growing-percent": percent });
}

/**
 * Creates or stores compiled code. V8 refuses code that was stored under other flags, whatever they are about: "Kept code" on
 * the same page.
 */
export function underUsualFlags<T>(run: () => T): T {
  setCollection(USUAL);
  try {
    return run();
  } finally {
    setCollection(current);
  }
}
