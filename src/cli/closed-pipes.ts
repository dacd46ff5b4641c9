/** A reader such as `head` may close its pipe early. */

/** Ends the process without an error if no one reads its result; without a reader of the findings, the work goes on. */
export function acceptClosedPipes(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  // The exit code gives the outcome.
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
