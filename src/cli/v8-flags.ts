import { setFlagsFromString } from "node:v8";

export function setV8Flags(): void {
  // Later tiers (CONTRIBUTING, "What V8 does to us"). Node 22 and later do not know the flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString("--interrupt-budget=1000000");
  // Objects that lived on must not make the next ones old from the start (the same page).
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/**
 * Decides whether the young generation may grow. A run that looks at files, or compiles a few skills, keeps so little that
 * looking through it again costs less than memory that was never used before ("New memory" on the same page).
 */
export function setYoungGrowth(isGrowing: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${isGrowing ? 2 : 1}`);
}
