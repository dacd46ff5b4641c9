/** How V8 treats code that runs often, and what lives long. */
import { setFlagsFromString } from "node:v8";

/** Sets flags of V8 for the rest of the process. */
export function setV8Flags(): void {
  // V8 compiles what runs often once more, which pays off in runs of minutes: later, a check of 1,000 skills takes three
  // quarters of the time, and one of 10,000 as long as before. The V8 of Node 22 and later does not know the flag, and says so.
  if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString("--interrupt-budget=1000000");
  // Where most objects of a kind lived on, V8 later creates them among the old ones, and what they refer to, such as the text
  // of a document, outlives its use with them.
  setFlagsFromString("--no-allocation-site-pretenuring");
}
