// A program in workerd: the CPU until its first answer, and the heap of its isolate then.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startChild, stopChild } from "./children.mjs";

/** Not `bin/workerd`: without the package's script of installation that is a program in JavaScript, which passes no descriptor on. */
const BIN = createRequire(import.meta.url)("workerd").default;
/** Whether a process can be measured here. */
export const canMeasure = existsSync(BIN) && existsSync("/proc/self/schedstat");

/**
 * Writes a program.
 *
 * @param modules Texts by path, the main module first.
 * @param options.copies Isolates that workerd creates of it.
 * @param options.isInert All but the main module are data that no one reads.
 */
export function createApp(dir, modules, { copies = 1, isInert = false } = {}) {
  for (const [path, text] of modules) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const kindOf = (at) => (at > 0 && isInert ? "data" : "esModule");
  const embedded = [...modules.keys()].map((path, at) => `(name = "${path}", ${kindOf(at)} = embed "${path}")`);
  const services = Array.from({ length: copies }, (_, at) => `(name = "${at}", worker = .app)`);
  writeFileSync(
    join(dir, "workerd.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services.join(", ")}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "0")],
  v8Flags = ["--expose-gc", "--trace-gc", "--trace-gc-verbose"],
);
const app :Workerd.Worker = (modules = [${embedded.join(", ")}], compatibilityDate = "2026-04-01");
`,
  );
  return dir;
}

/** Returns the CPU of workerd until its first answer, in milliseconds. */
export function cpuOfStart(app) {
  return inWorkerd(app, async (pid, ask) => {
    await ask();
    const tasks = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`));
    return tasks.reduce((sum, text) => sum + Number(String(text).split(" ")[0]), 0) / 1e6;
  });
}

/** Returns what is in use on the heap of the isolate, in bytes. The program has to call `gc` when it is asked for `/gc`. */
export function heapOfIsolate(app) {
  return inWorkerd(app, async (_pid, ask, output) => {
    // workerd prints in blocks: what it says of a collection comes with a later one. Scavenges leave what is not in use.
    for (let tries = 0; tries < 100; tries++) {
      await ask("gc");
      await new Promise((resolve) => setTimeout(resolve, 20));
      const collections = output().matchAll(/Mark-Compact[^]*?All spaces,\s+used:\s+(\d+) KB/g);
      const kilobytes = [...collections].map(([, used]) => Number(used));
      if (kilobytes.length > 0) return kilobytes.at(-1) * 1024;
    }
    throw new Error("workerd printed nothing about its heap");
  });
}

async function inWorkerd(app, run) {
  const workerd = startChild([BIN, "serve", "workerd.capnp", "--control-fd=3"], {
    cwd: app,
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  let output = "";
  workerd.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  try {
    let told = "";
    for await (const chunk of workerd.stdio[3]) {
      told += chunk;
      if (told.includes('"listen"')) break;
    }
    const port = /"port":\s*(\d+)/.exec(told)?.[1];
    const ask = async (path = "") => {
      const response = await fetch(`http://127.0.0.1:${port}/${path}`);
      if (!response.ok) throw new Error(`workerd answered ${await response.text()}`);
      await response.text();
    };
    return await run(workerd.pid, ask, () => output);
  } finally {
    stopChild(workerd);
  }
}
