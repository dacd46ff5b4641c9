// What a process costs, with all processes that it starts: CPU and time as bash counts them, memory as Node does.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runChild } from "./children.mjs";

const MEASURE = pathToFileURL(join(import.meta.dirname, "measure.mjs")).href;

/**
 * Runs a command once.
 *
 * @param argv The program and its arguments.
 * @param options.isChecker Whether it ends with 1 if it finds anything.
 * @param options.withMemory Also measures memory, which costs some 10 ms.
 * @returns Milliseconds: `cpu` of user and system, `wall`; `memory`: the most of one of its Node processes, in bytes.
 */
export async function costOf(argv, { cwd, isChecker = false, withMemory = false }) {
  const to = withMemory ? mkdtempSync(join(tmpdir(), "memory-")) : undefined;
  try {
    const more = to === undefined ? {} : { MEASURE_TO: to, NODE_OPTIONS: `--import ${MEASURE}` };
    // Bash itself is no Node process, and not measured.
    const script = 'TIMEFORMAT="%U %S %R"; time "$@" >/dev/null 2>&1';
    const options = { cwd, env: { ...process.env, ...more }, stdio: ["ignore", "ignore", "pipe"] };
    const stderr = await runChild(["bash", "-c", script, "bash", ...argv], options, isChecker ? [0, 1] : [0]);
    const [user, system, real] = stderr.trim().split(/\s+/).slice(-3).map(Number);
    const memory = to === undefined ? [] : readdirSync(to).map((name) => Number(readFileSync(join(to, name), "utf8")));
    return {
      cpu: Math.round((user + system) * 1000),
      wall: Math.round(real * 1000),
      ...(memory.length > 0 && { memory: Math.max(...memory) }),
    };
  } finally {
    if (to !== undefined) rmSync(to, { recursive: true, force: true });
  }
}
