/** Programs under test: started without the test's environment, ended with it, their output line by line. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Milliseconds after which a program is killed. */
const TIME_LIMIT = 120_000;

export interface Command {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Directory for caches and profiles. */
  readonly scratch: string;
}

export interface Started {
  readonly process: ChildProcess;
  /** Lines of the file descriptor 3, on which workerd tells its port. */
  readonly control: Readable;
  /** What it has said on stderr so far, for messages. */
  readonly complaints: () => string;
  /** Ends it and waits until it is gone. */
  readonly stop: () => Promise<void>;
}

/** Starts a program that knows nothing of the test but its arguments. */
export function start({ binary, args, cwd, scratch }: Command): Started {
  const child = spawn(binary, args, {
    cwd,
    env: {
      PATH: process.env["PATH"],
      HOME: scratch,
      TMPDIR: scratch,
      NO_COLOR: "1",
      DENO_DIR: scratch,
      DENO_NO_UPDATE_CHECK: "1",
      DO_NOT_TRACK: "1",
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      CI: "1",
    },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    timeout: TIME_LIMIT,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  return {
    process: child,
    control: child.stdio[3] as Readable,
    complaints: () => stderr.slice(-4000),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Lines of stdout of a program that ends by itself; fails when it does not end well. */
export async function* linesOf(command: Command): AsyncGenerator<string> {
  const started = start(command);
  const ended = once(started.process, "close");
  try {
    yield* createInterface({ input: started.process.stdout as Readable, crlfDelay: Infinity });
    const [code, signal] = (await ended) as [number | null, string | null];
    if (code !== 0) throw new Error(`${command.binary} ended with ${code ?? signal}:\n${started.complaints()}`);
  } finally {
    await started.stop();
  }
}

/** Fails with what a program complained about when it ends before a promise is fulfilled. */
export async function beforeItEnds<T>(started: Started, promise: Promise<T>): Promise<T> {
  const ended = once(started.process, "close").then(([code, signal]): never => {
    throw new Error(`it ended with ${String(code ?? signal)}:\n${started.complaints()}`);
  });
  return Promise.race([promise, ended]);
}
