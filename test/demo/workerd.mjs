/** Runs one module in workerd, the engine of Cloudflare Workers: no flags, so no file system and no Node inside. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

// By require, because test runners unwrap the default export of CommonJS in a way of their own.
const require = createRequire(import.meta.url);
const workerd = require("workerd");

/** A date before 2026-08-04: from then on the Node modules are there by default. */
export const COMPATIBILITY_DATE = "2026-04-01";

export const WORKERD_VERSION = workerd.version;

const START_LIMIT_MS = 20_000;

/**
 * @param {string} dir Directory for the module and workerd's config; made when it is missing.
 * @param {string | Uint8Array} code The whole Worker as one ES module.
 * @param {readonly string[]} flags Compatibility flags.
 * @param {string} date Compatibility date.
 */
export async function startWorkerd(dir, code, flags = [], date = COMPATIBILITY_DATE) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "worker.mjs"), code);
  const config = join(dir, "workerd.capnp");
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
    compatibilityDate = "${date}",
    compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join(", ")}],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  // The path of the binary itself: ending the launcher in .bin would leave it running.
  const child = spawn(workerd.default, ["serve", config, "--control-fd=3"], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  try {
    const port = await portOf(child);
    return { url: `http://127.0.0.1:${port}`, stop, errors: () => errors };
  } catch (error) {
    await stop();
    throw new Error(`workerd did not start: ${error.message}\n${errors}`, { cause: error });
  }
}

/** workerd says on the control channel which port it got. */
function portOf(child) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${START_LIMIT_MS} ms`)), START_LIMIT_MS);
    const finish = (action, value) => {
      clearTimeout(timer);
      action(value);
    };
    child.once("error", (error) => finish(reject, error));
    child.once("exit", (code) => finish(reject, new Error(`it ended with ${code}`)));
    createInterface({ input: child.stdio[3] }).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.event === "listen") finish(resolve, message.port);
    });
  });
}
