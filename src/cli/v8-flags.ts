import { setFlagsFromString } from "node:v8";

export function setV8Flags(): void {
  // Later tiers (CONTRIBUTING, "What V8 does to us"). Node 22 and later do not know the flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString("--interrupt-budget=1000000");
  // Objects that lived on must not make the next ones old from the start (the same page).
  setFlagsFromString("--no-allocation-site-pretenuring");
}
