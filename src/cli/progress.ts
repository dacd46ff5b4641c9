/** Shows on a terminal how far a command is, if it takes more than a second. */
import { thousands } from "../diagnostics/rule.ts";
import type { OnProgress, Progress } from "../model/progress.ts";
import type { ParsedArguments } from "./arguments.ts";
import { columnsOf, painter } from "./terminal.ts";

/** A command that takes less shows nothing. */
const FIRST_MS = 1000;
const EVERY_MS = 100;

const WORDS: Readonly<Record<Progress["phase"], readonly [verb: string, noun: string]>> = {
  search: ["searching", "directories"],
  compile: ["compiling", "skills"],
  link: ["linking", "skills"],
  write: ["writing", "files"],
};

/** Calls a function that reports its progress, and removes the line when it is done. */
export async function withProgress<T>(
  parsed: ParsedArguments,
  run: (options: { readonly onProgress?: OnProgress }) => Promise<T>,
): Promise<T> {
  if (!isShown(parsed, process.stderr)) return run({});
  const line = createLine(process.stderr);
  try {
    return await run({ onProgress: line.show });
  } finally {
    line.clear();
  }
}

/** A log keeps every state of a line, and so does whatever reads a pipe. */
function isShown(parsed: ParsedArguments, stream: NodeJS.WriteStream): boolean {
  const { env } = process;
  const isCI = env["CI"] !== undefined && env["CI"] !== "" && env["CI"] !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb" && !isCI && !parsed.has("quiet");
}

function createLine(stream: NodeJS.WriteStream): { readonly show: OnProgress; clear(): void } {
  let next = performance.now() + FIRST_MS;
  let isThere = false;
  let phase: Progress["phase"] | undefined;
  let since = 0;
  return {
    show(progress) {
      const now = performance.now();
      if (phase !== progress.phase) [phase, since] = [progress.phase, now];
      if (now < next) return;
      next = now + EVERY_MS;
      isThere = true;
      const text = textOf(progress, now - since).slice(0, columnsOf(stream) - 1);
      stream.write(`\r\u001B[2K${painter(stream)("dim", text)}`);
    },
    clear() {
      if (isThere) stream.write("\r\u001B[2K");
    },
  };
}

/** Returns a line such as `compiling 3,120 of 10,000 skills, 640 per second`. */
function textOf({ phase, done, total }: Progress, elapsed: number): string {
  const [verb, noun] = WORDS[phase];
  const count = total === undefined ? thousands(done) : `${thousands(done)} of ${thousands(total)}`;
  // In its first moments, a rate means nothing.
  const rate = elapsed < EVERY_MS ? "" : `, ${thousands(Math.round((1000 * done) / elapsed))} per second`;
  return `${verb} ${count} ${noun}${rate}`;
}
