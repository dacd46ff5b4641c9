#!/usr/bin/env node
/** The command line in a checkout, module by module; what is published starts at `published.ts`. */
import { setV8Flags } from "./v8-flags.ts";

const args = process.argv.slice(2);
const [first] = args;
if (first === "--version" || first === "-v") process.exitCode = (await import("./version.ts")).printVersion();
else {
  const mayBeKnown = first === "build" || first === "check";
  const known = mayBeKnown ? await (await import("./known-command.ts")).runKnown(args) : undefined;
  if (typeof known === "number") process.exitCode = known;
  else {
    setV8Flags();
    process.exitCode = await (await import("./start.ts")).start(args, known);
  }
}
