/** The command line inside the test process: the same code as `skillc …`, without the price of a process. */
import { main } from "../../src/cli/main.ts";

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one command in a directory, without colours and 100 columns wide. One at a time: the working directory and the
 * streams belong to the whole process.
 *
 * @example
 * const { exitCode, stdout } = await runCli(["check", "--format", "concise"], dir);
 */
export async function runCli(args: readonly string[], cwd: string): Promise<CliResult> {
  const home = process.cwd();
  const { NO_COLOR } = process.env;
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  try {
    process.chdir(cwd);
    process.env["NO_COLOR"] = "1";
    const exitCode = await main(args);
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.release();
    stderr.release();
    process.chdir(home);
    if (NO_COLOR === undefined) delete process.env["NO_COLOR"];
    else process.env["NO_COLOR"] = NO_COLOR;
  }
}

/** Keeps what is written to a stream, and makes it look like a pipe. */
function capture(stream: NodeJS.WriteStream): { text: () => string; release: () => void } {
  const { write, isTTY } = stream;
  let text = "";
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    return true;
  };
  stream.isTTY = false;
  return {
    text: () => text,
    release: () => {
      stream.write = write;
      stream.isTTY = isTTY;
    },
  };
}
