/** workerd, the engine of Cloudflare Workers: it has no file system at all, and no Node when it is told so. */
import { readdirSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { createInterface } from "node:readline";
import { beforeItEnds, start, type Started } from "./engine-process.ts";

export interface WorkerdSettings {
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** Directory that the binding `ASSETS` serves. */
  readonly assets?: string;
}

/** Before 2026-08-04 a worker has nothing of Node unless it asks for it. */
export const OLD_WORKERD: WorkerdSettings = { compatibilityDate: "2026-04-01", compatibilityFlags: [] };

/** Afterwards Node's modules are there unless both flags say no. The date is the newest that the installed workerd knows. */
export const NEWEST_WORKERD: WorkerdSettings = {
  compatibilityDate: "2026-10-23",
  compatibilityFlags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
};

/**
 * Lines of the answer of the worker in `worker.mjs` (or another main module) to one request. Every module of the
 * directory is given to workerd.
 */
export async function* workerdLines(
  binary: string,
  appDir: string,
  scratch: string,
  settings: WorkerdSettings,
  main = "worker.mjs",
  request: RequestInit = {},
): AsyncGenerator<string> {
  const config = join(appDir, "workerd.capnp");
  writeFileSync(config, workerdConfig(appDir, main, settings));
  const started = start({ binary, args: ["serve", config, "--control-fd=3"], cwd: appDir, scratch });
  started.process.stdout?.resume();
  try {
    const port = await beforeItEnds(started, listeningPort(started));
    const response = await fetch(`http://127.0.0.1:${port}/`, request);
    if (!response.ok || response.body === null)
      throw new Error(`workerd answered ${response.status} ${await response.text()}:\n${started.complaints()}`);
    yield* linesOfBody(response.body);
  } catch (error) {
    throw new Error(`in workerd: ${String(error)}\n${started.complaints()}`, { cause: error });
  } finally {
    await started.stop();
  }
}

async function listeningPort({ control }: Started): Promise<number> {
  for await (const line of createInterface({ input: control })) {
    const event = JSON.parse(line) as { event: string; port: number };
    if (event.event === "listen") return event.port;
  }
  throw new Error("workerd did not say its port");
}

async function* linesOfBody(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function workerdConfig(
  appDir: string,
  main: string,
  { compatibilityDate, compatibilityFlags, assets }: WorkerdSettings,
): string {
  const names = readdirSync(appDir, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => /\.m?js$/.test(path) && path !== main)
    .sort();
  const module = (name: string): string => `(name = ${JSON.stringify(name)}, esModule = embed ${JSON.stringify(name)})`;
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .app)${assets === undefined ? "" : `, (name = "assets", disk = ${JSON.stringify(assets)})`}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const app :Workerd.Worker = (
  modules = [
    ${[main, ...names].map(module).join(",\n    ")}
  ],
  compatibilityDate = ${JSON.stringify(compatibilityDate)},
  compatibilityFlags = ${JSON.stringify(compatibilityFlags)},
  bindings = [${assets === undefined ? "" : '(name = "ASSETS", service = "assets")'}],
);
`;
}
