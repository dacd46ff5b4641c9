// The processes that a benchmark runs: each in a group of its own, so that an interrupted benchmark ends all of them.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** A command that takes longer has failed. */
const PATIENCE_MS = 900_000;

const running = new Set();

/** Starts a command whose whole group `stopChildren` ends. */
export function startChild(argv, options) {
  const child = spawn(argv[0], argv.slice(1), { stdio: "ignore", ...options, detached: true });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/**
 * Runs a command to its end.
 *
 * @returns What it wrote to stderr, if `options.stdio` pipes it.
 * @throws If it does not end with one of `codes`.
 */
export async function runChild(argv, options, codes = [0]) {
  const child = startChild(argv, options);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => (stderr += text));
  const timer = setTimeout(() => stopChild(child, "SIGKILL"), PATIENCE_MS);
  const [code, signal] = await once(child, "close");
  clearTimeout(timer);
  if (!codes.includes(code)) throw new Error(`it ended with ${code ?? signal}`, { cause: argv.join(" ") });
  return stderr;
}

/** Ends a process that was started, with all that it started. */
export function stopChild(child, signal = "SIGTERM") {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/** Ends all that run. */
export function stopChildren() {
  for (const child of running) stopChild(child, "SIGKILL");
}
