/** Live skills: the recipes of docs/production.md with real stores, and what a large catalog costs. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../src/runtime/catalog/index.ts";
import { splitCatalog, type LiveSkills } from "../../src/runtime/live/index.ts";
import { canonicalJson } from "../../src/runtime/verify/canonical-json.ts";
import { hashOf } from "../../src/runtime/verify/sha256.ts";
import { metadataOf } from "../../src/runtime/verify/verify-catalog.ts";
import { blockOf } from "../frameworks/glue.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import { findBinary } from "../support/engine-binaries.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

let dir: string;
let server: Server;
let base: URL;
let answer: (path: string, etag: string | undefined, response: ServerResponse) => void;
const catalogs: Catalog[] = [];
const home = (name: string): string => join(dir, name);

/** Bundles the code of a recipe. */
async function recipe(heading: string, platform: "node" | "neutral"): Promise<string> {
  const outfile = home(`${heading.replaceAll(" ", "-")}.mjs`);
  await bundle({
    stdin: { contents: blockOf("production", heading), resolveDir: dir, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform,
    mainFields: ["module", "main"],
  });
  return outfile;
}
const importRecipe = async (heading: string): Promise<Record<string, (...args: readonly unknown[]) => unknown>> =>
  (await import(pathToFileURL(await recipe(heading, "node")).href)) as never;

/** Publishes with the recipe, into a directory. */
async function publish(catalog: Catalog): Promise<void> {
  writeFileSync(home("catalog.full.json"), JSON.stringify(catalog));
  const { publish } = await importRecipe("Publish");
  await publish?.(home("catalog.full.json"), async (key: string, text: string) =>
    writeFileSync(home(`store/${key}`), text),
  );
}

beforeAll(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-live-")));
  for (const name of ["store", "node_modules"]) mkdirSync(home(name));
  symlinkSync(ROOT, home("node_modules/skillc"));
  for (const text of ["Ask the sea.", "Ask the moon."]) {
    const files = { "skills/tides/SKILL.md": `---\nname: tides\ndescription: Tells the tides.\n---\n${text}\n` };
    catalogs.push((await compileToCatalog(files, { sources: ["skills"] })).catalog);
  }
  server = createServer((request, response) => answer(request.url ?? "", request.headers["if-none-match"], response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

const textOf = async (live: LiveSkills): Promise<string> =>
  (await (await live.get()).load("tides")).instructions.trim();

test("files: the next revision is taken, a cut one is not", async () => {
  const [first, second] = catalogs as [Catalog, Catalog];
  await publish(first);
  const { skillsOf } = await importRecipe("Files");
  const live = skillsOf?.(home("store")) as LiveSkills;
  expect(await textOf(live)).toBe("Ask the sea.");
  await publish(second);
  const manifest = readFileSync(home("store/skills.json"), "utf8");
  writeFileSync(home("store/skills.json"), manifest.slice(0, -10));
  await expect(live.refresh()).rejects.toThrow("neither a catalog");
  expect(await textOf(live)).toBe("Ask the sea.");
  writeFileSync(home("store/skills.json"), manifest);
  expect(await live.refresh()).toBe(true);
  expect(await textOf(live)).toBe("Ask the moon.");
});

test("HTTP: conditional requests, errors of the server and a connection that breaks", async () => {
  const [first, second] = catalogs as [Catalog, Catalog];
  await publish(first);
  const asked: (readonly [string, string | undefined])[] = [];
  const serve: typeof answer = (path, etag, response) => {
    asked.push([path, etag]);
    const body = readFileSync(home(`store${path}`));
    const own = `"${createHash("sha256").update(body).digest("hex")}"`;
    response.setHeader("etag", own);
    response.statusCode = etag === own ? 304 : 200;
    response.end(etag === own ? undefined : body);
  };
  answer = serve;
  const { skillsOf } = await importRecipe("HTTP");
  const live = skillsOf?.(base) as LiveSkills;
  expect(await textOf(live)).toBe("Ask the sea.");
  asked.length = 0;
  expect(await live.refresh()).toBe(false);
  expect(asked).toEqual([["/skills.json", expect.stringMatching(/^"[\da-f]{64}"$/) as string]]);
  await publish(second);
  answer = (_path, _etag, response) => void response.writeHead(503).end("<html>busy</html>");
  await expect(live.refresh()).rejects.toThrow("503 for http://127.0.0.1");
  answer = (path, _etag, response) => {
    const body = readFileSync(home(`store${path}`));
    response.setHeader("content-length", body.length);
    response.write(body.subarray(0, 30), () => response.destroy());
  };
  await expect(live.refresh()).rejects.toThrow();
  expect(await textOf(live)).toBe("Ask the sea.");
  answer = serve;
  expect(await live.refresh()).toBe(true);
  expect(await textOf(live)).toBe("Ask the moon.");
});

/** Miniflare comes with wrangler, and needs its Node. */
const node22 = findBinary("node22");
const wrangler = findBinary("wrangler");
if (node22 === undefined || wrangler === undefined) console.warn("skipped: KV and R2: npm run engines");

describe.skipIf(node22 === undefined || wrangler === undefined)("in workerd", () => {
  test.each([
    ["Workers KV", "kv"],
    ["R2", "r2"],
  ])("%s: the last good catalog stays until there is a whole new one", async (heading, kind) => {
    const worker = await recipe(heading, "neutral");
    // Each request asks the store.
    writeFileSync(worker, readFileSync(worker, "utf8").replace("maxAge: 60", "maxAge: 0"));
    const [first, second] = await Promise.all(
      catalogs.map(async (catalog, at) => {
        const { objects } = await splitCatalog(catalog, { revision: at });
        return { objects: [...objects], catalog: catalog.hash };
      }),
    );
    writeFileSync(home("objects.json"), JSON.stringify({ first, second }));
    const modules = join(ROOT, ".engines/wrangler/node_modules");
    const script = join(import.meta.dirname, "live-worker.mjs");
    const { stdout } = await run(node22 as string, [script, modules, worker, kind, home("objects.json")]);
    const answers = JSON.parse(stdout.slice(stdout.trimEnd().lastIndexOf("\n") + 1)) as Record<string, unknown>;
    const old = expect.objectContaining({ hash: first?.catalog }) as unknown;
    const young = expect.objectContaining({ hash: second?.catalog }) as unknown;
    expect(answers).toEqual({
      empty: { status: 500 },
      first: old,
      early: [old, old],
      cut: [old, old],
      gone: [old, old],
      second: young,
      same: [young, young],
    });
  });
});

test("10,000 skills are used, searched and replaced within 40 MB of heap", async () => {
  const files = { "skills/s/SKILL.md": `---\nname: s\ndescription: Tells S.\n---\n${"A line of text.\n".repeat(64)}` };
  const [one] = (await compileToCatalog(files, { sources: ["skills"] })).catalog.skills;
  const describe = "from a table, with its neighbors and what they mean. Use when the user asks about it.";
  const skills = Array.from({ length: 10_000 }, (_, at) => {
    const id = `s${String(at).padStart(5, "0")}`;
    return { ...one, id, name: id, path: `skills/${id}`, description: `Tells number ${at} ${describe}` };
  }) as unknown as Catalog["skills"];
  const rest = { ...catalogs[0], skills: skills.map(metadataOf) } as Record<string, unknown>;
  delete rest["hash"];
  const hash = await hashOf(canonicalJson(rest));
  const catalog = { ...(catalogs[0] as Catalog), skills, hash };
  const { objects } = await splitCatalog(catalog, { revision: 1 });
  for (const [key, text] of objects) writeFileSync(home(key === "skills.json" ? "first.json" : key), text);
  writeFileSync(home("second.json"), (objects.get("skills.json") as string).replace('"revision":1', '"revision":2'));
  const script = home("memory.mjs");
  writeFileSync(script, readFileSync(join(import.meta.dirname, "live-memory.mjs")));
  // More than this is a crash, also for the moment in which there are two catalogs. A large young generation would count
  // as old space before it is collected, on some machines and not on others.
  const limits = ["--max-old-space-size=56", "--max-semi-space-size=2"];
  const { stdout } = await run(process.execPath, [...limits, "--expose-gc", script, dir]);
  const result = JSON.parse(stdout) as { readonly used: number };
  console.info(`live: ${stdout}`);
  expect(result).toMatchObject({ count: 10_000, changed: true, found: "s04711" });
  expect(result.used).toBeLessThan(40);
}, 120_000);
