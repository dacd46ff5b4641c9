/** Runs a command in a process of its own. */
import { setFlagsFromString } from "node:v8";
import { cleanUpOnSignals } from "../host/interrupts.ts";
import { acceptClosedPipes } from "./closed-pipes.ts";
import type { Looked } from "./known-command.ts";
import { main } from "./main.ts";

/**
 * How much code a function runs before V8 optimizes it, in bytes: twice the default of Node 20. A run ends after a
 * second or two, and spends a fifth of its CPU on compiling in the background what is hardly used any more. Only speed depends on it.
 */
const OPTIMIZE_LATER = "--interrupt-budget=270336";

/** Returns the exit code. `looked`: what was found out about the outcome of the command already. */
export async function start(args: readonly string[], looked: Looked | undefined): Promise<number> {
  setFlagsFromString(OPTIMIZE_LATER);
  acceptClosedPipes();
  cleanUpOnSignals();
  return await main(args, looked);
}
