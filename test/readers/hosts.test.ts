/** A site as hosts serve it, with the headers of docs/sites.md: wrangler with its static assets, as on Cloudflare, and nginx. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { createInstaller, isInstallFault } from "../../src/install/index.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { start } from "../support/engine-process.ts";
import { freePort } from "../support/free-port.ts";
import { reportSkipped } from "../support/engines.ts";
import { listFiles } from "../support/list-files.ts";
import { blockAfter } from "../support/page-block.ts";

const wrangler = findBinary("wrangler");
if (wrangler === undefined) reportSkipped("wrangler");
/** Debian's, which no test needs besides. */
const nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find((path) => existsSync(path));

/** Returns the origin of a site in `public`, and what ends the server. */
type Serve = (dir: string) => Promise<[origin: string, stop: () => Promise<void>]>;

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/sites.md"), "utf8");
const TYPES = [
  [".json", "application/json"],
  [".md", "text/markdown"],
  [".gz", "application/gzip"],
] as const;
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n---\n${body}`;

describe.each<[string, boolean, Serve]>([
  ["wrangler dev", wrangler !== undefined, serveAssets],
  ["nginx", nginx !== undefined, serveWithNginx],
])("%s", (_, isThere, serve) => {
  if (!isThere) return test.skip("is not installed");
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
      const type = TYPES.find(([end]) => path.endsWith(end))?.[1];
      if (type !== undefined) expect([path, headers.get("content-type")?.split(";")[0]]).toEqual([path, type]);
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

async function serveAssets(cwd: string): ReturnType<Serve> {
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

async function serveWithNginx(cwd: string): ReturnType<Serve> {
  const port = await freePort();
  const config = `
    daemon off; master_process off; pid nginx.pid; error_log stderr;
    events {}
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path u; scgi_temp_path s;
      server { listen 127.0.0.1:${port}; root ${join(cwd, "public")}; ${blockAfter(PAGE, "nginx, in")} }
    }`;
  writeFileSync(join(cwd, "nginx.conf"), config);
  const args = ["-p", cwd, "-c", join(cwd, "nginx.conf"), "-e", "stderr"];
  const { stop, complaints } = start({ binary: nginx as string, args, cwd, scratch: cwd });
  const origin = `http://127.0.0.1:${port}`;
  for (let turn = 0; turn < 100; turn++) {
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return [origin, stop];
    await setTimeout(100);
  }
  throw new Error(complaints());
}
