#!/usr/bin/env node
import { cleanUpOnSignals } from "../host/index.ts";
import { main } from "./main.ts";

// A reader such as `head` may close the pipe early: exit without an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
// Without a reader for the findings, the work still goes on: the exit code gives the outcome.
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

cleanUpOnSignals();
process.exitCode = await main(process.argv.slice(2));
