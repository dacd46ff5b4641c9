import { setFlagsFromString } from "node:v8";

export function setV8Flags(): void {
  // A long run must not forget code that the next ones use (CONTRIBUTING, "What V8 does to us": "Forgotten code").
  setFlagsFromString("--no-flush-bytecode");
  // Later tiers (the same page). Node 22 and later do not know the flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString("--interrupt-budget=1000000");
  // Objects that lived on must not make the next ones old from the start (the same page).
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** What a run may change of the garbage collection, and how it is in V8 by default. */
const USUAL = { "semi-space-growth-factor": 2, "heap-growing-percent": 0 };

let chosen = USUAL;

function apply(collection: Partial<typeof USUAL>): void {
  for (const [name, value] of Object.entries(collection)) setFlagsFromString(`--${name}=${value}`);
}

function choose(collection: Partial<typeof USUAL>): void {
  chosen = { ...chosen, ...collection };
  apply(collection);
}

/**
 * Decides how garbage is collected. A run that looks at files, or compiles a few skills, keeps so little that looking through
 * its young generation again costs less than memory that was never used before, and less than another thread that helps ("New
 * memory" on the same page). Where everything is compiled, that generation may grow and threads share the work, but old objects
 * are looked through as soon as there are half as many again: V8 waits until they are three times as many.
 *
 * @param isGrowing Whether everything is compiled.
 */
export function setCollection(isGrowing: boolean): void {
  choose({ "semi-space-growth-factor": isGrowing ? 2 : 1, "heap-growing-percent": isGrowing ? 50 : 0 });
  setFlagsFromString(isGrowing ? "--parallel-scavenge" : "--no-parallel-scavenge");
}

/** Sets by how many percent old objects may become more before V8 looks through them; 0 leaves that to V8. */
export function setHeapGrowth(percent: number): void {
  choose({ "heap-growing-percent": percent });
}

/**
 * Creates or stores compiled code. V8 refuses code that was stored under other flags, whatever they are about: "Kept code" on
 * the same page.
 */
export function underUsualFlags<T>(run: () => T): T {
  apply(USUAL);
  try {
    return run();
  } finally {
    apply(chosen);
  }
}
