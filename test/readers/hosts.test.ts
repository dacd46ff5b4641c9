/** A site as a host serves it, with the headers of docs/sites.md: wrangler with its static assets, as on Cloudflare. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { createInstaller, isInstallFault } from "../../src/install/index.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { start } from "../support/engine-process.ts";
import { reportSkipped } from "../support/engines.ts";
import { listFiles } from "../support/list-files.ts";
import { blockAfter } from "../support/page-block.ts";

const wrangler = findBinary("wrangler");
if (wrangler === undefined) reportSkipped("wrangler");

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/sites.md"), "utf8");
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n---\n${body}`;

describe.skipIf(wrangler === undefined)("wrangler dev", () => {
  let project: Project;
  let stop: () => Promise<void>;
  let origin: string;

  beforeAll(async () => {
    project = createProject({
      "skillc.config.json": JSON.stringify({
        outputs: [{ outDir: "public", emit: ["well-known"], include: { _headers: "headers.txt" } }],
      }),
      "headers.txt": blockAfter(PAGE, "Cloudflare, in"),
      "public/index.html": "<h1>Harbor</h1>",
      "wrangler.json": JSON.stringify({
        name: "harbor",
        compatibility_date: "2025-04-01",
        assets: { directory: "public" },
      }),
      "skills/moor/SKILL.md": skill("moor", "See scripts/depth.sh and häfen.md.\n"),
      "skills/moor/scripts/depth.sh": "#!/bin/sh\necho 4 m\n",
      "skills/moor/häfen.md": "# Häfen\r\n",
      "skills/tides/SKILL.md": skill("tides", "# Tides\n"),
    });
    expect((await build({ cwd: project.dir })).exitCode).toBe(0);
    [origin, stop] = await serve(project.dir);
  });
  afterAll(async () => {
    await stop();
    project.remove();
  });

  test("sends each file as it is, with its type and the headers of the page", async () => {
    const files = listFiles(join(project.dir, "public/.well-known")).filter((path) => !path.includes("manifest"));
    expect(files.length).toBe(8);
    for (const path of files) {
      const response = await fetch(`${origin}/.well-known/${path}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([path, bytes.equals(readFileSync(join(project.dir, "public/.well-known", path)))]).toEqual([path, true]);
      const { headers } = response;
      expect([headers.get("access-control-allow-origin"), headers.get("cache-control")]).toEqual([
        "*",
        "public, max-age=300",
      ]);
      expect([path, headers.get("content-type")?.split(";")[0]]).toEqual([path, typeOf(path)]);
      const head = await fetch(`${origin}/.well-known/${path}`, { method: "HEAD" });
      expect([head.status, head.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    }
    const { skills } = JSON.parse(project.read("public/.well-known/agent-skills/index.json")) as {
      readonly skills: readonly { readonly url: string; readonly digest: string }[];
    };
    for (const { url, digest } of skills) {
      const bytes = Buffer.from(await (await fetch(origin + url)).arrayBuffer());
      expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(digest);
    }
  });

  test("is a source for skillc add", async () => {
    const installer = createInstaller({ cwd: project.dir, host: { environment: { HOME: project.dir } } });
    const added = await installer.add(origin, { into: "vendor" });
    if (isInstallFault(added)) throw new Error(added.message);
    for (const path of listFiles(join(project.dir, "skills")))
      expect([path, project.read(`${added.path}/${path}`)]).toEqual([path, project.read(`skills/${path}`)]);
  });
});

function typeOf(path: string): string {
  if (path.endsWith(".json")) return "application/json";
  if (path.endsWith(".md")) return "text/markdown";
  return path.endsWith(".gz") ? "application/gzip" : "application/x-sh";
}

async function serve(cwd: string): Promise<[origin: string, stop: () => Promise<void>]> {
  const args = [wrangler as string, "dev", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0"];
  const { process: child, stop } = start({ binary: process.execPath, args, cwd, scratch: cwd });
  let printed = "";
  const ready = new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
        const address = /Ready on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
        if (address !== undefined) done(address);
      });
    child.on("close", () => fail(new Error(printed)));
  });
  return [await ready, stop];
}
