/** The program shares the terminal and environment of skillc. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

export interface RunningProgram {
  /** Exit code, or 128 and the number of the signal that ended it; undefined if it did not start. */
  readonly finished: Promise<number | undefined>;
  kill(signal: string): void;
}

/** On Windows a shell finds the program, because programs of packages are scripts there. */
export function startProgram(words: readonly string[]): RunningProgram {
  const needsShell = process.platform === "win32";
  const [program = "", ...args] = needsShell ? words.map(quoteForCmd) : words;
  const child = spawn(program, args, { stdio: "inherit", shell: needsShell });
  const finished = new Promise<number | undefined>((resolve) => {
    child.on("error", () => resolve(undefined));
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  return { finished, kill: (signal) => void child.kill(signal as NodeJS.Signals) };
}

function quoteForCmd(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
}
