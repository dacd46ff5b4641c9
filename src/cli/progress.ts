/** Shows progress on a terminal if a command takes more than a second. */
import { thousands } from "../diagnostics/rule.ts";
import type { OnProgress, Progress } from "../model/progress.ts";
import type { ParsedArguments } from "./arguments.ts";
import { columnsOf, painter } from "./terminal.ts";

const FIRST_MS = 1000;
const EVERY_MS = 100;

const WORDS: Readonly<Record<Progress["phase"], string>> = {
  search: "searching directories",
  compile: "compiling skills",
  link: "linking skills",
  write: "writing files",
  fetch: "fetching references",
};

interface ProgressLine {
  readonly show: OnProgress;
  clear(): void;
}

export async function withProgress<T>(
  parsed: ParsedArguments,
  run: (options: { readonly onProgress?: OnProgress }) => Promise<T>,
): Promise<T> {
  const line = openProgress(parsed);
  return withLine(line, () => run(line === undefined ? {} : { onProgress: line.show }));
}

/** Undefined if none is shown. */
export function openProgress(parsed: ParsedArguments): ProgressLine | undefined {
  return isShown(parsed, process.stderr) ? createLine(process.stderr) : undefined;
}

/** Removes the line when the function is done. */
export async function withLine<T>(line: ProgressLine | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    line?.clear();
  }
}

/** Logs and pipes keep every state of a line. */
function isShown(parsed: ParsedArguments, stream: NodeJS.WriteStream): boolean {
  const { env } = process;
  const isCI = env["CI"] !== undefined && env["CI"] !== "" && env["CI"] !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb" && !isCI && !parsed.has("quiet");
}

function createLine(stream: NodeJS.WriteStream): ProgressLine {
  let next = performance.now() + FIRST_MS;
  let last: Progress | undefined;
  let since = 0;
  let shown = "";
  const print = (): void => {
    const now = performance.now();
    if (last === undefined || now < next) return;
    next = now + EVERY_MS;
    const text = textOf(last, now - since).slice(0, columnsOf(stream) - 1);
    if (text !== shown) stream.write(`\r\u001B[2K${painter(stream)("dim", text)}`);
    shown = text;
  };
  // Waiting for the network or a process reports nothing.
  const timer = setInterval(print, EVERY_MS).unref();
  return {
    show(progress) {
      if (last?.phase !== progress.phase) since = performance.now();
      last = progress;
      print();
    },
    clear() {
      clearInterval(timer);
      if (shown !== "") stream.write("\r\u001B[2K");
    },
  };
}

/** Returns `compiling skills: 3,120 of 10,000, 640 per second`. */
function textOf({ phase, done, total }: Progress, elapsed: number): string {
  const count = total === undefined ? thousands(done) : `${thousands(done)} of ${thousands(total)}`;
  // In its first moments, a rate means nothing.
  const rate = elapsed < EVERY_MS ? 0 : Math.round((1000 * done) / elapsed);
  return `${WORDS[phase]}: ${count}${rate === 0 ? "" : `, ${thousands(rate)} per second`}`;
}
