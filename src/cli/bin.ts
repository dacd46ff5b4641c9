#!/usr/bin/env node
import module from "node:module";
import { cleanUpOnSignals } from "../host/interrupts.ts";

// A reader such as `head` may close the pipe early: exit without an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
// Without a reader for the findings, the work still goes on: the exit code gives the outcome.
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// Since Node 22.1: compiled code is kept between runs, in the directory for temporary files or in NODE_COMPILE_CACHE.
// What is imported before this line would not be kept.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
const { main } = await import("./main.ts");

cleanUpOnSignals();
process.exitCode = await main(process.argv.slice(2));
