/** What other programs make of a site, an archive and a package of npm that a build has written. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { readArchive } from "../../src/install/read-tar.ts";
import { readZip } from "../../src/install/read-zip.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { listFiles } from "../support/list-files.ts";
import { blockAfter } from "../support/page-block.ts";
import { placeOf, whyMissing, type Pin } from "../support/pinned-packages.ts";
import { readers } from "./pins.mjs";

const SERVICES = readFileSync(join(import.meta.dirname, "../../docs/services.md"), "utf8");
const SITES = readFileSync(join(import.meta.dirname, "../../docs/sites.md"), "utf8");

const skill = (name: string, fields = "", body = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n${fields}---\n# ${name}\n${body}`;

const pinOf = (name: string): Pin => readers.find((pin) => pin.name === name) as Pin;
const isMissing = (name: string): boolean => {
  const why = whyMissing("readers", pinOf(name));
  // Whoever runs them by hand has installed them.
  return why !== undefined && process.env["EVERY_READER"] === undefined;
};
const moduleOf = (pin: string, path: string): string => join(placeOf("readers", pin), "node_modules", path);

let project: Project;
const servers: Server[] = [];
let site: string;
/** An origin without an index: next to one, the skills CLI takes no archive by its address. */
let zips: string;
let scratch: string;

const picture = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919 * at) & 0xff));

/** Serves a directory of the project, and returns its origin. */
async function serve(dir: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://x").pathname);
    try {
      const bytes = readFileSync(join(project.dir, dir, path));
      response.writeHead(200).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "skillc-readers-"));
  const ard = { emit: ["well-known"], "well-known": { ard: true, baseUrl: "https://harbor.example" } };
  const api = { view: "open", emit: ["zip"] };
  project = createProject({
    "skillc.config.json": JSON.stringify({
      package: {
        name: "pilot",
        version: "1.2.0",
        description: "Skills of the pilots.",
        license: "MIT",
        repository: "a/b",
      },
      views: { open: ["skills/moor", "skills/tides"], queried: ["skills/tides"] },
      outputs: [
        { outDir: "site", ...ard },
        { outDir: "queried", view: "queried", ...ard },
        { outDir: "zips", emit: ["zip"] },
        { outDir: "anthropic", ...api, zip: { for: "anthropic-api" } },
        { outDir: "openai", ...api, zip: { for: "openai-api" } },
        { outDir: "package", emit: ["npm"] },
      ],
    }),
    "skills/moor/SKILL.md": skill("moor", "argument-hint: <berth>\n", "See scripts/depth.sh and mooring.png.\n"),
    "skills/moor/scripts/depth.sh": "#!/bin/sh\necho 4 m\n",
    "skills/moor/häfen.md": "# Häfen\r\n",
    "skills/tides/SKILL.md": skill("tides", 'metadata:\n  queries: "when is high water\\nhow deep is it"\n'),
    "skills/salvage/SKILL.md": skill("salvage", "disable-model-invocation: true\n"),
  });
  writeFileSync(join(project.dir, "skills/moor/mooring.png"), picture);
  expect((await build({ cwd: project.dir })).exitCode).toBe(0);
  [site, zips] = await Promise.all([serve("site"), serve("zips")]);
});
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  project.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** A new directory, which is also the home of what runs in it. */
const place = (name: string): string => {
  const dir = join(scratch, name);
  mkdirSync(dir, { recursive: true });
  return dir;
};

/** The server is in this process, so that a program must not block it. */
const run = (
  node: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> =>
  new Promise((done) => {
    const env = { ...more, PATH: process.env["PATH"] ?? "", HOME: cwd, DISABLE_TELEMETRY: "1", CI: "1", NO_COLOR: "1" };
    const child = spawn(node, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    child.on("close", (status) => done({ status, output }));
  });

/** The files of a skill in the project, by path. */
const filesOf = (root: string): Record<string, Buffer> =>
  Object.fromEntries(listFiles(root).map((path) => [path, readFileSync(join(root, path))]));

const hidden = { "agents/openai.yaml": Buffer.from("policy:\n  allow_implicit_invocation: false\n") };
const expectedOf = (name: string): Record<string, Buffer> => ({
  ...filesOf(join(project.dir, "skills", name)),
  ...(name === "salvage" && hidden),
});

describe.skipIf(isMissing("skills-cli"))("the skills CLI", () => {
  const skills = (args: readonly string[], cwd: string) =>
    run(findBinary("node22") ?? "", [moduleOf("skills-cli", "skills/bin/cli.mjs"), ...args], cwd);
  const OPTIONS = ["--agent", "claude-code", "--yes", "--copy"];

  test("installs all skills of a site, byte for byte", async () => {
    const dir = place("skills-site");
    const { status, output } = await skills(["add", site, "--skill", "*", ...OPTIONS], dir);
    expect([status, output]).toEqual([0, expect.stringContaining("moor")]);
    for (const name of ["moor", "salvage", "tides"])
      expect([name, filesOf(join(dir, ".claude/skills", name))]).toEqual([name, expectedOf(name)]);
  });

  test("installs an archive by its address", async () => {
    const dir = place("skills-zip");
    const { status, output } = await skills(["add", `${zips}/moor.zip`, "--skill", "*", ...OPTIONS], dir);
    expect([status, output]).toEqual([0, expect.stringContaining("moor")]);
    expect(filesOf(join(dir, ".claude/skills/moor"))).toEqual(expectedOf("moor"));
  });

  test("finds the skills of a package in node_modules", async () => {
    const dir = place("skills-sync");
    installPackage(dir);
    const { status, output } = await skills(["experimental_sync", "--yes"], dir);
    expect([status, output]).toEqual([0, expect.stringMatching(/moor[^]*tides/)]);
  });
});

function installPackage(dir: string): void {
  writeFileSync(
    join(dir, "package.json"),
    JSON.stringify({ name: "app", version: "1.0.0", dependencies: { "pilot-skills": "1.2.0" } }),
  );
  cpSync(join(project.dir, "package"), join(dir, "node_modules/pilot-skills"), { recursive: true });
}

test("npm packs the skills and nothing else", () => {
  const args = ["pack", "--dry-run", "--json", "--cache", place("npm")];
  const { stdout, status } = spawnSync("npm", args, { cwd: join(project.dir, "package"), encoding: "utf8" });
  expect(status).toBe(0);
  const [packed] = JSON.parse(stdout) as readonly { name: string; files: readonly { path: string }[] }[];
  expect([packed?.name, packed?.files.map(({ path }) => path).toSorted()]).toEqual([
    "pilot-skills",
    [
      "package.json",
      "skills/moor/SKILL.md",
      "skills/moor/häfen.md",
      "skills/moor/mooring.png",
      "skills/moor/scripts/depth.sh",
      "skills/tides/SKILL.md",
    ],
  ]);
});

test("npm publishes the skills and nothing else", async () => {
  const dir = place("npm-publish");
  cpSync(join(project.dir, "package"), join(dir, "dist/npm"), { recursive: true });
  const command = /^npm (publish \S+)$/m.exec(SERVICES)?.[1] ?? "";
  const received = await receive(async (address) => {
    writeFileSync(join(dir, ".npmrc"), `registry=${address}\n${address.replace("http:", "")}/:_authToken=x\n`);
    const result = await run("npm", [...command.split(" "), "--cache", join(dir, "cache")], dir);
    expect([result.status, result.output]).toEqual([0, expect.stringContaining("+ pilot-skills@1.2.0")]);
  }, {});
  const sent = JSON.parse(received.find(({ body }) => body.length > 0)?.body.toString() ?? "{}") as {
    readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
  };
  const [archive] = Object.values(sent._attachments);
  const packed = readArchive(Buffer.from(archive?.data ?? "", "base64"), 2 ** 20) ?? [];
  const files = listFiles(join(project.dir, "package")).filter((path) => !path.includes("manifest"));
  expect(new Set(packed.map(({ path }) => path))).toEqual(new Set(files.map((path) => `package/${path}`)));
});

describe.skipIf(isMissing("intent"))("TanStack Intent", () => {
  const intent = (args: readonly string[], cwd: string) =>
    run(process.execPath, [moduleOf("intent", "@tanstack/intent/dist/cli.mjs"), ...args], cwd);

  test("accepts the skills of a package", async () => {
    const { status, output } = await intent(["validate"], join(project.dir, "package"));
    expect([status, output]).toEqual([0, expect.stringMatching(/2 skill/)]);
  });

  test("lists them in a project", async () => {
    const dir = place("intent");
    installPackage(dir);
    const { status, output } = await intent(["list"], dir);
    expect([status, output]).toEqual([0, expect.stringMatching(/moor[^]*tides/)]);
  });
});

test.skipIf(isMissing("skills-npm"))("skills-npm links the skills of a package", async () => {
  const dir = place("skills-npm");
  installPackage(dir);
  const cli = moduleOf("skills-npm", "skills-npm/dist/cli.mjs");
  const { status, output } = await run(findBinary("node22") ?? "", [cli, "--yes", "--agents", "claude-code"], dir);
  expect([status, output]).toEqual([0, expect.stringMatching(/moor[^]*tides/)]);
});

test.skipIf(isMissing("lighthouse"))("Lighthouse accepts ard.json and ai-catalog.json", async () => {
  const script = `
    import { ConformanceTester } from ${JSON.stringify(moduleOf("lighthouse", "lighthouse/third-party/ard/ard.js"))};
    import { readFileSync } from "node:fs";
    const tester = new ConformanceTester();
    const results = process.argv.slice(1).map((file) => tester.validate_manifest(readFileSync(file, "utf8"), file));
    console.log(JSON.stringify({ results, errors: tester.errors, warnings: tester.warnings }));
  `;
  const files = ["ard.json", "ai-catalog.json"].map((name) => join(project.dir, "site/.well-known", name));
  const args = ["--input-type=module", "-e", script, ...files];
  const { status, output } = await run(findBinary("node22") ?? "", args, place("lighthouse"));
  expect([status, JSON.parse(output)]).toEqual([
    0,
    {
      results: [true, true],
      errors: [],
      // Queries are recommended, and only one skill has some.
      warnings: ["moor", "salvage", "moor", "salvage"].map((element) => ({
        element,
        message: expect.stringContaining("Missing 'representativeQueries'") as unknown,
      })),
    },
  ]);
});

const chromium = findBinary("chromium");

test.skipIf(isMissing("lighthouse") || (chromium === undefined && process.env["EVERY_READER"] === undefined)).each([
  ["queried", 1, []],
  // Queries are recommended.
  ["site", 0.9, ["moor", "salvage"]],
])("Lighthouse in Chromium audits the site %s: %d", async (name, score, without) => {
  const dir = place(`lighthouse-${name}`);
  writeFileSync(join(project.dir, name, "index.html"), "<!doctype html><title>Harbor</title><h1>Harbor</h1>");
  const cli = moduleOf("lighthouse", "lighthouse/cli/index.js");
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu";
  const address = `${await serve(name)}/index.html`;
  const args = [cli, address, "--only-audits=ard-schema", "--output=json", "--output-path=out.json", flags];
  const { status } = await run(findBinary("node22") ?? "", args, dir, { CHROME_PATH: chromium ?? "" });
  expect(status).toBe(0);
  interface Audit {
    readonly score: number;
    readonly details?: { readonly items: readonly { readonly element: string; readonly issue: string }[] };
  }
  const { audits } = JSON.parse(readFileSync(join(dir, "out.json"), "utf8")) as {
    readonly audits: Readonly<Record<string, Audit>>;
  };
  const items = audits["ard-schema"]?.details?.items ?? [];
  expect([audits["ard-schema"]?.score, items.map(({ element }) => element)]).toEqual([score, without]);
});

describe.skipIf(isMissing("hosts"))("the headers of docs/sites.md", () => {
  const files = () => listFiles(join(project.dir, "site/.well-known")).map((path) => `/.well-known/${path}`);
  const wanted = { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" };

  /** Runs a program with the paths of the site, which prints the headers of each. */
  async function headersOf(name: string, config: string, program: string): Promise<unknown> {
    const dir = place(name);
    writeFileSync(join(dir, "config"), config);
    writeFileSync(join(dir, "run.mjs"), program);
    const args = [join(dir, "run.mjs"), ...files(), "/index.html"];
    const { status, output } = await run(findBinary("node22") ?? "", args, dir);
    expect([status, output]).toEqual([0, expect.any(String)]);
    return JSON.parse(output);
  }
  const merged = `
    const merge = (all) => Object.fromEntries(all.flatMap(Object.entries).map(([key, value]) => [key.toLowerCase(), value]));
  `;
  const expected = () => [...files().map((path) => [path, wanted]), ["/index.html", {}]];

  test("are read by Netlify's parser, for each file of a site and no other", async () => {
    const parser = join(placeOf("readers", "hosts"), "node_modules/@netlify/headers-parser/lib/index.js");
    const program = `${merged}
      import { parseAllHeaders } from ${JSON.stringify(parser)};
      const { headers, errors } = await parseAllHeaders({ headersFiles: [], netlifyConfigPath: "config", minimal: false });
      if (errors.length > 0) throw errors[0];
      const matching = (path) => headers.filter(({ forRegExp }) => forRegExp.test(path)).map(({ values }) => values);
      console.log(JSON.stringify(process.argv.slice(2).map((path) => [path, merge(matching(path))])));
    `;
    expect(await headersOf("netlify", blockAfter(SITES, "Netlify, in"), program)).toEqual(expected());
  });

  test("are compiled by Vercel to routes, for each file of a site and no other", async () => {
    const routing = join(placeOf("readers", "hosts"), "node_modules/@vercel/routing-utils/dist/index.js");
    const program = `${merged}
      import { readFileSync } from "node:fs";
      import utils from ${JSON.stringify(routing)};
      const { routes, error } = utils.getTransformedRoutes(JSON.parse(readFileSync("config", "utf8")));
      if (error) throw new Error(error.message);
      const matching = (path) => routes.filter(({ src }) => src && new RegExp(src).test(path)).map(({ headers }) => headers);
      console.log(JSON.stringify(process.argv.slice(2).map((path) => [path, merge(matching(path))])));
    `;
    expect(await headersOf("vercel", blockAfter(SITES, "Vercel, in"), program)).toEqual(expected());
  });
});

/** A service that keeps what is sent to it. */
async function receive(send: (address: string) => Promise<unknown>, answer: object) {
  const received: { path: string; body: Buffer; headers: IncomingMessage["headers"] }[] = [];
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", body: Buffer.concat(chunks), headers: request.headers });
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  await send(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  service.closeAllConnections();
  service.close();
  return received;
}

/** The parts of a form by file name. */
const filesIn = (body: Buffer, type: string): readonly (readonly [name: string, bytes: Buffer])[] => {
  const boundary = `--${/boundary=(\S+)/.exec(type)?.[1] ?? ""}`;
  const parts = body.toString("latin1").split(boundary).slice(1, -1);
  return parts.flatMap((part) => {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const name = /filename="([^"]*)"/.exec(head)?.[1];
    return name === undefined ? [] : [[name, Buffer.from(rest.join("\r\n\r\n").slice(0, -2), "latin1")] as const];
  });
};

describe.skipIf(isMissing("sdks"))("an upload, as docs/services.md shows it", () => {
  test.each(["anthropic", "openai"])("with the SDK of %s has the archive as it is", async (name) => {
    const library = name === "openai" ? '"openai"' : '"@anthropic-ai/sdk"';
    const blocks = Array.from(SERVICES.matchAll(/^```js\n([^]*?)^```$/gm), ([, block = ""]) => block);
    const file = join(placeOf("readers", "sdks"), `upload-${name}.mjs`);
    writeFileSync(file, blocks.find((block) => block.includes(`from ${library}`)) ?? "");
    const dir = place(name);
    cpSync(join(project.dir, name), join(dir, "dist/upload"), { recursive: true });
    const received = await receive(
      async (address) => {
        const base = `${name.toUpperCase()}_BASE_URL`;
        const key = `${name.toUpperCase()}_API_KEY`;
        const result = await run(process.execPath, [file], dir, { [base]: address, [key]: "x" });
        expect(result).toEqual({ status: 0, output: "" });
      },
      { id: "skill_1", type: "skill" },
    );
    expect(received.map(({ path }) => path)).toEqual([expect.stringMatching(/\/skills/)]);
    const [{ body, headers } = { body: Buffer.alloc(0), headers: {} as IncomingMessage["headers"] }] = received;
    const [[sentName, sent] = ["", Buffer.alloc(0)]] = filesIn(body, headers["content-type"] ?? "");
    expect([sentName, sent.equals(readFileSync(join(project.dir, name, "moor.zip")))]).toEqual(["moor.zip", true]);
    const paths = (readZip(sent, 2 ** 20) ?? []).map(({ path }) => path);
    expect(paths).toEqual(["moor/SKILL.md", "moor/häfen.md", "moor/mooring.png", "moor/scripts/depth.sh"]);
  });
});
