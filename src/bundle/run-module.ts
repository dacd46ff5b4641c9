/**
 * Evaluates a module in a thread of its own, so that nothing that it does to its globals, to the output or to the process
 * reaches the build, and nothing that it leaves open keeps the build from ending.
 */
import { SHARE_ENV, Worker } from "node:worker_threads";

/** Milliseconds until a module that still runs is stopped. */
const TIME_LIMIT = 60_000;

export interface Thrown {
  /** Without a place. */
  readonly message: string;
  readonly stack?: string | undefined;
}

/** The default export after resolution; undefined if there is none. */
export type RunResult =
  | { readonly value: unknown }
  | { readonly thrown: Thrown }
  /** Nothing settles what it awaits, or it did not finish in time. */
  | { readonly unfinished: "await" | "export"; readonly message: string };

interface ModuleThread {
  /** Evaluates a module and ends the thread. Never rejects. */
  run(url: string): Promise<RunResult>;
  stop(): Promise<void>;
}

type Message =
  | { readonly evaluated: true }
  | { readonly value: unknown; readonly marked?: true }
  | { readonly thrown: Thrown };

/** Starts a thread. What the module prints goes to stderr: stdout belongs to the result of the command. */
export function startModuleThread(timeLimit = TIME_LIMIT): ModuleThread {
  // The environment is shared: a config may load a .env file for the commands of `prepare`.
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(RUNNER)}`), {
    stdout: true,
    env: SHARE_ENV,
    workerData: { mark: MARK },
  });
  worker.stdout.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  let isEvaluated = false;
  let result: RunResult | undefined;
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", () => resolve());
    worker.on("error", (error) => (result ??= { thrown: { message: String(error) } }));
  });
  const stop = async (): Promise<void> => {
    await worker.terminate();
    await ended;
  };
  const run = async (url: string): Promise<RunResult> => {
    const unfinished = (message: string): RunResult => ({ unfinished: isEvaluated ? "export" : "await", message });
    const timer = setTimeout(() => {
      result ??= unfinished(`it did not finish within ${timeLimit / 1000} s`);
      void stop();
    }, timeLimit);
    worker.on("message", (message: Message) => {
      if ("evaluated" in message) isEvaluated = true;
      else {
        result ??= "thrown" in message || message.marked === undefined ? message : { value: unmark(message.value) };
        void stop();
      }
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(url);
    await ended;
    clearTimeout(timer);
    return (
      result ??
      unfinished(`it never finishes: nothing settles the promise that it ${isEvaluated ? "exports" : "awaits"}`)
    );
  };
  return { run, stop };
}

const MARK = "skillc: cannot be passed";

/** Puts functions and symbols back in their places, so that the check of the config reports them. */
function unmark(value: unknown, seen = new Set<unknown>()): unknown {
  if (typeof value !== "object" || value === null || seen.has(value)) return value;
  seen.add(value);
  const object = value as Record<string, unknown>;
  if (MARK in object) return object[MARK] === "symbol" ? Symbol("config") : () => undefined;
  for (const key of Object.keys(object)) object[key] = unmark(object[key], seen);
  return object;
}

/** Keeps its own references: the module may replace or delete any global. */
const RUNNER = `
import { parentPort, workerData } from "node:worker_threads";
const post = parentPort.postMessage.bind(parentPort);
const { setImmediate, Error, String, JSON, Object, Array, Map, process, Promise } = globalThis;
const exit = process.exit.bind(process);
const isObject = (value) => typeof value === "object" && value !== null;
const textOf = (error) => {
  if (typeof error === "string") return "it threw " + JSON.stringify(error);
  if (!(error instanceof Error)) return "it threw " + (isObject(error) ? "an object that is not an Error" : String(error));
  return error.name === "Error" ? error.message : error.name + ": " + error.message;
};
const fail = (error) => {
  let message = "it threw what cannot be described", stack;
  try { message = String(textOf(error)); stack = isObject(error) && typeof error.stack === "string" ? error.stack : undefined; } catch {}
  post({ thrown: { message, stack } });
};
const mark = (value, seen) => {
  if (typeof value === "function" || typeof value === "symbol") return { [workerData.mark]: typeof value };
  if (!isObject(value)) return value;
  if (seen.has(value)) return seen.get(value);
  const copy = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const key of Object.keys(value))
    Object.defineProperty(copy, key, { value: mark(value[key], seen), enumerable: true, configurable: true, writable: true });
  return copy;
};
const send = (value) => {
  try { post({ value }); } catch { post({ value: mark(value, new Map()), marked: true }); }
};
process.exit = (code) => { fail(new Error("it calls process.exit(" + (code ?? "") + ")")); exit(); };
process.chdir = () => { throw new Error("it calls process.chdir(): the paths in a config are relative to its own directory"); };
process.on("uncaughtException", fail);
parentPort.once("message", async (url) => {
  try {
    const module = await import(url);
    post({ evaluated: true });
    let value = module.default;
    // A CommonJS file compiled from an ES module.
    if (isObject(value) && value.__esModule === true && "default" in value) value = value.default;
    value = await (typeof value === "function" ? value() : value);
    // A rejection that nothing handles is reported after the current turn.
    setImmediate(() => { try { send(value); } catch (error) { fail(error); } });
  } catch (error) { fail(error); }
});
`;
