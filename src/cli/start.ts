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
  // Where most objects of a kind lived on, V8 later creates them among the old ones, and what they refer to, such as the text
  // of a document, outlives its use with them.
  setFlagsFromString("--no-allocation-site-pretenuring");
  acceptClosedPipes();
  cleanUpOnSignals();
  return await main(args, looked);
}
