// CPU of workerd until its first answer: with a generated module, and with inert modules of the same bytes.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild, stopChild } from "./children.mjs";

const BIN = join(import.meta.dirname, "../../node_modules/workerd/bin/workerd");
/** Ticks of a second in /proc; it is the same on every Linux of today. */
const TICKS = 100;

/**
 * Measures both in turn.
 *
 * @param out A generated module.
 * @returns CPU in milliseconds for each round; undefined without workerd or /proc.
 */
export async function firstResponses(out, rounds) {
  if (!existsSync(BIN) || !existsSync("/proc/self/stat")) return undefined;
  const home = mkdtempSync(join(tmpdir(), "skillc-workerd-"));
  try {
    const apps = { module: createApp(home, "module", out), inert: createApp(home, "inert", out, makeInert) };
    const times = { module: [], inert: [] };
    for (let round = 0; round < rounds; round++)
      for (const [name, app] of Object.entries(apps)) times[name].push(await firstResponse(app));
    return times;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function createApp(home, name, out, change = () => {}) {
  const app = join(home, name);
  cpSync(out, app, { recursive: true });
  const modules = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  change(app, modules);
  const answer = `({ fetch: () => new Response(String(skills.names?.length ?? 0)) })`;
  writeFileSync(join(app, "worker.mjs"), `import { skills } from "./index.js";\nexport default ${answer};\n`);
  const embedded = ["worker.mjs", ...modules].map((path) => `(name = "${path}", esModule = embed "${path}")`);
  writeFileSync(
    join(app, "workerd.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [${embedded.join(", ")}], compatibilityDate = "2026-04-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  return app;
}

/** Modules of the same bytes and the same names that do nothing: their code is a comment. */
function makeInert(app, modules) {
  for (const path of modules) {
    const code = path === "index.js" ? "export const skills = {};" : "";
    const { length } = readFileSync(join(app, path));
    writeFileSync(join(app, path), `${code}//${"x".repeat(Math.max(0, length - code.length - 2))}`);
  }
}

async function firstResponse(app) {
  const workerd = startChild([BIN, "serve", "workerd.capnp", "--control-fd=3"], {
    cwd: app,
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  try {
    let told = "";
    for await (const chunk of workerd.stdio[3]) {
      told += chunk;
      if (told.includes('"listen"')) break;
    }
    const port = /"port":\s*(\d+)/.exec(told)?.[1];
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await response.text();
    const stat = readFileSync(`/proc/${workerd.pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return ((Number(stat[11]) + Number(stat[12])) * 1000) / TICKS;
  } finally {
    stopChild(workerd);
  }
}
