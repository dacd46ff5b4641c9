#!/usr/bin/env node
import { keepCompiledCode } from "./compile-cache.ts";

// What is imported before this line is compiled in every run.
keepCompiledCode();
const { runKnown } = await import("./known-command.ts");
const args = process.argv.slice(2);
const known = await runKnown(args);
if (typeof known === "number") process.exitCode = known;
else {
  const { start } = await import("./start.ts");
  process.exitCode = await start(args, known);
}
