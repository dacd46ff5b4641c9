/** A reader such as `head` closes its pipe early, a disk is full, a terminal is gone. */
import { writeSync } from "node:fs";

/**
 * Ends the process when standard output fails: silently if no one reads it any longer, else with one line and exit code
 * 2, because the result is lost. If standard error fails, the work goes on: the exit code gives the outcome.
 */
export function handleOutputFaults(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(`skillc: standard output cannot be written (${error.code ?? error.message})\n`);
    process.exit(2);
  });
  process.stderr.on("error", () => {});
  writeWhole(process.stdout);
  writeWhole(process.stderr);
}

/** On a nearly full disk, Node writes what fits into a file, and silently loses the rest. */
function writeWhole(stream: NodeJS.WriteStream): void {
  const { _type: kind, fd } = stream as NodeJS.WriteStream & { readonly _type?: string; readonly fd: number };
  if (kind !== "fs") return;
  stream._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}
