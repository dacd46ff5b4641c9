// What a process costs, with all processes that it starts: CPU and time as bash counts them, memory as Node does.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const MEASURE = pathToFileURL(join(import.meta.dirname, "measure.mjs")).href;
/**
 * Runs a command once.
 *
 * @param argv The program and its arguments.
 * @param options.isChecker Whether it ends with 1 if it finds anything.
 * @returns Milliseconds: `cpu` of user and system, `wall`.
 */
export function costOf(argv, { cwd, isChecker = false }) {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@" >/dev/null 2>&1';
  const { status, stderr } = spawnSync("bash", ["-c", script, "bash", ...argv], { cwd, encoding: "utf8" });
  if (status !== 0 && !(isChecker && status === 1)) throw new Error(`${argv.join(" ")} ended with ${status}`);
  const [user, system, real] = stderr.trim().split(/\s+/).slice(-3).map(Number);
  return { cpu: (user + system) * 1000, wall: real * 1000 };
}

/** Runs a command once and returns the largest memory of one of its Node processes, in bytes. */
export function memoryOf(argv, { cwd, isChecker = false }) {
  const to = mkdtempSync(join(tmpdir(), "skillc-memory-"));
  try {
    const env = { ...process.env, MEASURE_TO: to, NODE_OPTIONS: `--import ${MEASURE}` };
    const { status } = spawnSync(argv[0], argv.slice(1), { cwd, env, stdio: "ignore" });
    if (status !== 0 && !(isChecker && status === 1)) throw new Error(`${argv.join(" ")} ended with ${status}`);
    return Math.max(...readdirSync(to).map((name) => Number(readFileSync(join(to, name), "utf8"))));
  } finally {
    rmSync(to, { recursive: true, force: true });
  }
}
