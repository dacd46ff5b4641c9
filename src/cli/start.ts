/** Runs a command in a process of its own. */
import { setFlagsFromString } from "node:v8";
import { cleanUpOnSignals } from "../host/interrupts.ts";
import { acceptClosedPipes } from "./closed-pipes.ts";
import type { Looked } from "./known-command.ts";
import { main } from "./main.ts";

/** Returns the exit code. `looked`: what was found out about the outcome of the command already. */
export async function start(args: readonly string[], looked: Looked | undefined): Promise<number> {
  // V8 compiles what runs often once more, which pays off in runs of minutes: later, a check of 1,000 skills takes three
  // quarters of the time, and one of 10,000 as long as before.
  setFlagsFromString("--interrupt-budget=1000000");
  // V8 puts objects where garbage is rarely collected if others of their kind live long, and what they point to stays as
  // well: all texts of 10,000 skills. Without that, a check of them takes 260 MB instead of 360 and less time.
  setFlagsFromString("--no-allocation-site-pretenuring");
  acceptClosedPipes();
  cleanUpOnSignals();
  return await main(args, looked);
}
