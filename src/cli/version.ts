import { readVersion } from "../host/package-files.ts";
import { handleOutputFaults } from "./output-faults.ts";
import { printOut } from "./terminal.ts";

export function printVersion(): number {
  handleOutputFaults();
  printOut(readVersion());
  return 0;
}
