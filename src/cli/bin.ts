#!/usr/bin/env node
import { main } from "./main.ts";

// A reader such as `head` closes the pipe when it has seen enough: that is its right, and no fault of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
// What is said beside the result can go unheard: the work goes on, and the exit code tells how it went.
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2));
