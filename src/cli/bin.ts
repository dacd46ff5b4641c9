#!/usr/bin/env node
import { cleanUpOnSignals } from "../host/interrupts.ts";
import { keepCompiledCode } from "./compile-cache.ts";

// A reader such as `head` may close the pipe early: exit without an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
// Without a reader for the findings, the work still goes on: the exit code gives the outcome.
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// What is imported before this line is compiled in every run.
keepCompiledCode();
const { main } = await import("./main.ts");

cleanUpOnSignals();
process.exitCode = await main(process.argv.slice(2));
