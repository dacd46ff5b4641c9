/** Files next to the module, read through what each engine has: a binding of a Worker, `fetch`, the file system. */
import { createServer, type Server } from "node:http";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { createProject, run, type Project } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { reportSkipped } from "../support/engines.ts";
import { NEWEST_WORKERD, OLD_WORKERD, workerdLines } from "../support/engine-workerd.ts";

/** Larger than a chunk of any engine. */
const CHART = randomBytes(3_000_000).fill(0, 0, 1);
const LOG = "Ebb 06:12\n".repeat(900_000);

let project: Project;
let server: Server;
let origin = "";
const outDir = (): string => join(project.dir, "skills-module");

beforeAll(async () => {
  project = createProject({
    "skills/tides/SKILL.md":
      "---\nname: tides\ndescription: Reads charts. Use when asked.\n---\nSee [c](c.bin), [l](log.txt), [n](notes.md).\n",
    "skills/tides/c.bin": CHART,
    "skills/tides/log.txt": LOG,
    "skills/tides/notes.md": "# Notes\n",
    "package.json": '{ "type": "module" }',
  });
  const { diagnostics } = await build({
    cwd: project.dir,
    overrides: { outDir: "skills-module", module: { assets: "copy" } },
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  server = createServer((request, response) => {
    try {
      response.end(readFileSync(join(outDir(), request.url ?? "")));
    } catch {
      response.writeHead(404).end("no");
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  project.remove();
});

/** Reads everything in every way; returns lines of JSON. */
const PROBE = `
export async function probe(createSkills, readAsset) {
  const skills = createSkills({ readAsset });
  const hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 4).join();
  const stream = await skills.readStream("tides", "c.bin");
  const missing = createSkills({ readAsset: (path) => readAsset(path.replace(/.$/, "x")) });
  const wrong = createSkills({ readAsset: () => readAsset(skills.get("tides").files[1].asset) });
  const code = (promise) => promise.then(() => "none", (error) => error.code);
  return JSON.stringify({
    bytes: await hash(await skills.readBytes("tides", "c.bin")),
    stream: await hash(await new Response(stream).arrayBuffer()),
    isStream: stream instanceof ReadableStream,
    text: (await skills.readText("tides", "log.txt")).length,
    embedded: await new Response(await skills.readStream("tides", "notes.md")).text(),
    missing: await code(missing.readBytes("tides", "c.bin")),
    wrong: await code(wrong.readBytes("tides", "c.bin")),
    wrongStream: await code(wrong.readStream("tides", "c.bin").then((one) => new Response(one).arrayBuffer())),
  });
}
`;
const expected = async (): Promise<object> => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", CHART)).slice(0, 4).join();
  return {
    bytes: hash,
    stream: hash,
    isStream: true,
    text: LOG.length,
    embedded: "# Notes\n",
    missing: "asset-unavailable",
    wrong: "content-mismatch",
    wrongStream: "content-mismatch",
  };
};
const write = (main: string, readAsset: string, rest: string): void => {
  writeFileSync(join(project.dir, "probe.mjs"), PROBE);
  const head = `import { createSkills } from "./skills-module/index.js";\nimport { probe } from "./probe.mjs";\n`;
  writeFileSync(join(project.dir, main), `${head}${readAsset}\n${rest}\n`);
};

const workerd = findBinary("workerd");
if (workerd === undefined) reportSkipped("workerd");
describe.skipIf(workerd === undefined)("in a Worker", () => {
  test.each([
    ["an old date", OLD_WORKERD],
    ["the newest date", NEWEST_WORKERD],
  ])("a binding serves them, at %s", async (_name, settings) => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), "skillc-engine-")));
    // As the documentation has it.
    const readAsset = "const reader = (env) => (path) => env.ASSETS.fetch(new URL(path, 'https://assets.local'));";
    write(
      "worker.mjs",
      readAsset,
      "export default { fetch: async (_, env) => new Response(await probe(createSkills, reader(env))) };",
    );
    try {
      const lines: unknown[] = [];
      const options = { ...settings, assets: outDir() };
      for await (const line of workerdLines(workerd as string, project.dir, scratch, options))
        lines.push(JSON.parse(line));
      expect(lines).toEqual([await expected()]);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
});

const FROM_DISK = {
  node: "import { createReadStream } from 'node:fs'; import { readFile } from 'node:fs/promises'; const at = (path) => new URL(`skills-module/${path}`, import.meta.url); let turn = 0; const readAsset = async (path) => turn++ % 2 ? createReadStream(at(path)) : readFile(at(path));",
  deno: "const readAsset = (path) => Deno.readFile(new URL(`skills-module/${path}`, import.meta.url));",
  bun: "const readAsset = async (path) => { const file = Bun.file(new URL(`skills-module/${path}`, import.meta.url)); return (await file.exists()) ? file : null; };",
} as const;

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  node: [],
  deno: ["run", "--no-prompt", "--allow-read", "--allow-net"],
  bun: ["run", "--no-install"],
};

describe.each(["node", "deno", "bun"] as const)("in %s", (name) => {
  const binary = findBinary(name);
  if (binary === undefined) reportSkipped(name);
  test.skipIf(binary === undefined).each(["the file system", "fetch"])("%s serves them", async (from) => {
    const readAsset =
      from === "fetch"
        ? `const readAsset = (path) => fetch(new URL(path, ${JSON.stringify(origin)}));`
        : FROM_DISK[name];
    write("main.mjs", readAsset, "console.log(await probe(createSkills, readAsset));");
    const args = [...(ARGUMENTS[name] ?? []), join(project.dir, "main.mjs")];
    const { stdout, stderr } = await run(binary as string, args, { cwd: project.dir });
    expect(JSON.parse(stdout === "" ? JSON.stringify(stderr) : stdout)).toEqual(await expected());
  });
});
