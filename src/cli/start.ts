import { cleanUpOnSignals } from "../host/interrupts.ts";
import { handleOutputFaults } from "./output-faults.ts";
import type { Looked } from "./known-command.ts";
import { main } from "./main.ts";

/** Returns the exit code. `looked`: what is known of the outcome. */
export async function start(args: readonly string[], looked: Looked | undefined): Promise<number> {
  handleOutputFaults();
  cleanUpOnSignals();
  return await main(args, looked);
}
