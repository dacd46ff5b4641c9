/** Prints the version, without loading the rest of skillc. */
import { readVersion } from "../host/package-files.ts";
import { acceptClosedPipes } from "./closed-pipes.ts";
import { printOut } from "./terminal.ts";

/** Returns the exit code. */
export function printVersion(): number {
  acceptClosedPipes();
  printOut(readVersion());
  return 0;
}
