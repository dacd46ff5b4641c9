#!/usr/bin/env node
import { keepCompiledCode } from "./compile-cache.ts";

// What is imported before this line is compiled in every run.
keepCompiledCode();
const args = process.argv.slice(2);
const [first] = args;
if (first === "--version" || first === "-v") process.exitCode = (await import("./version.ts")).printVersion();
else {
  const mayBeKnown = first === "build" || first === "check";
  const known = mayBeKnown ? await (await import("./known-command.ts")).runKnown(args) : undefined;
  process.exitCode = typeof known === "number" ? known : await (await import("./start.ts")).start(args, known);
}
