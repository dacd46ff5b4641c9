/** `skillc serve`: who may reach it, what it answers to nonsense, and what it says about wrong usage. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileSkills } from "../../../src/api/served-skills.ts";
import { serveHttp, type HttpService } from "../../../src/cli/serve/http.ts";
import { createMcpServer, type McpServer } from "../../../src/cli/serve/mcp-server.ts";
import { serveStdio } from "../../../src/cli/serve/stdio.ts";
import { createSkillsFromCatalog } from "../../../src/runtime/catalog/skills-from-catalog.ts";
import { compileToCatalog } from "../../support/compile-project.ts";
import { runCli } from "../../support/run-cli.ts";

const SKILL = "---\nname: pdf\ndescription: Fills in forms.\n---\nLook.\n";
const HIDDEN = "---\nname: till\ndescription: Counts.\ndisable-model-invocation: true\n---\nCount.\n";

async function createServer(): Promise<McpServer> {
  const { catalog } = await compileToCatalog(
    { "skills/pdf/SKILL.md": SKILL, "skills/till/SKILL.md": HIDDEN },
    { sources: ["skills"] },
  );
  return createMcpServer(createSkillsFromCatalog(catalog), { parse, version: "1.0.0", unrestricted: [] });
}

let server: McpServer;
beforeAll(async () => {
  server = await createServer();
});

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/** As `fetch`, which would not send another Host. */
function send(url: string, options: { readonly [option: string]: unknown; readonly body?: string }): Promise<Answer> {
  const {
    body = "",
    headers = {},
    method = "POST",
    path = "/mcp",
  } = options as {
    readonly body?: string;
    readonly headers?: Record<string, string>;
    readonly method?: string;
    readonly path?: string;
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, path, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        let text = "";
        response.on("data", (piece: Buffer) => (text += piece.toString("utf8")));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "skills/list" });

describe("over HTTP", () => {
  const services: HttpService[] = [];
  const open = async (
    host = "127.0.0.1",
  ): Promise<{ readonly url: string; readonly name: (port: string) => string }> => {
    const service = await serveHttp(server, { port: 0, host });
    services.push(service);
    const { port } = new URL(service.url);
    return { url: `http://127.0.0.1:${port}/mcp`, name: (text) => text.replaceAll("PORT", port) };
  };
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
  });

  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["another name of this machine", { host: "localhost:PORT" }],
    ["the address of IPv6", { host: "[::1]:PORT" }],
    ["its own page", { origin: "http://127.0.0.1:PORT" }],
    ["a page of a local server", { origin: "http://localhost:5173" }],
  ])("with %s, a request is answered", async (_what, headers) => {
    const { url, name } = await open();
    const filled = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, name(value)]));
    expect(await send(url, { body: LIST, headers: filled })).toMatchObject({ status: 200 });
  });

  test.each<[string, Record<string, string>]>([
    ["Host of a name that resolves to here", { host: "evil.example:PORT" }],
    ["Host that begins alike", { host: "127.0.0.1.evil.example:PORT" }],
    ["Host with a login", { host: "localhost@evil.example" }],
    ["Host of another address", { host: "192.168.0.7:PORT" }],
    ["Origin of a page elsewhere", { origin: "https://evil.example" }],
    ["Origin that ends alike", { origin: "http://evil-localhost" }],
    ["Origin of a file or a sandbox", { origin: "null" }],
    ["Origin of an extension", { origin: "chrome-extension://abcdef" }],
  ])("a %s is refused", async (_what, headers) => {
    const { url, name } = await open();
    const filled = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, name(value)]));
    const { status, text } = await send(url, { body: LIST, headers: filled });
    expect([status, text]).toEqual([403, expect.stringContaining("--host")]);
  });

  test("on every address, addresses are allowed and names are not", async () => {
    const { url } = await open("0.0.0.0");
    expect(await send(url, { body: LIST, headers: { host: "192.168.0.7" } })).toMatchObject({ status: 200 });
    expect(await send(url, { body: LIST, headers: { host: "evil.example" } })).toMatchObject({ status: 403 });
  });

  test.each<[number, Record<string, unknown>]>([
    [404, { path: "/", body: LIST }],
    [404, { path: "/mcp/../x", body: LIST }],
    [405, { method: "GET" }],
    [405, { method: "DELETE" }],
    [405, { method: "OPTIONS" }],
    // What a page may send without asking first.
    [415, { body: LIST, headers: { "content-type": "text/plain" } }],
    [415, { body: LIST, headers: { "content-type": "application/x-www-form-urlencoded" } }],
    [413, { body: `"${"x".repeat(5_000_000)}"` }],
    [400, { body: "{" }],
    [400, { body: "[]" }],
    [413, { headers: { "content-length": "1048577" } }],
    [400, { body: LIST, headers: { "mcp-protocol-version": "1999-01-01" } }],
    [202, { body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) }],
  ])("status %i", async (status, options) => {
    const { url } = await open();
    expect((await send(url, options)).status).toBe(status);
  });

  test("a request of 2026-07-28 names its version in the header too", async () => {
    const { url } = await open();
    const params = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
    const ask = (method: string, version?: string): Promise<Answer> =>
      send(url, {
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        headers: version === undefined ? {} : { "mcp-protocol-version": version },
      });
    expect(await ask("skills/list", "2026-07-28")).toMatchObject({
      status: 200,
      text: expect.stringContaining('"resultType":"complete"'),
    });
    expect(await ask("skills/list")).toMatchObject({ status: 400, text: expect.stringContaining("-32020") });
    expect(await ask("initialize", "2026-07-28")).toMatchObject({ status: 404 });
  });
});

describe("messages", () => {
  const ask = (method: unknown, params?: unknown, id: unknown = 1): object => ({ jsonrpc: "2.0", id, method, params });

  test.each<[unknown, number]>([
    [null, -32600],
    ["text", -32600],
    [[ask("ping")], -32600],
    [{ id: 1, method: "ping" }, -32600],
    [{ jsonrpc: "2.0", method: 7 }, -32600],
    [ask("nope"), -32601],
    [ask("__proto__"), -32601],
    [ask("constructor"), -32601],
    [ask("server/discover"), -32601],
    [ask("skills/list", { cursor: 7 }), -32602],
    [ask("skills/list", { cursor: "nowhere" }), -32602],
    [ask("skills/get"), -32602],
    [ask("skills/get", ["skill://pdf/SKILL.md"]), -32602],
    [ask("skills/get", { uri: "skill://till/SKILL.md" }), -32602],
    [ask("resources/read", { uri: "skill://till/SKILL.md" }), -32002],
    [ask("resources/read", { uri: "skill://pdf/../till/SKILL.md" }), -32002],
    [ask("resources/read", { uri: "file:///etc/passwd" }), -32002],
    [ask("resources/directory/read", { uri: "skill://till" }), -32602],
    [ask("tools/call", { name: "toString" }), -32602],
    [ask("prompts/get", { name: "toString" }), -32602],
    [ask("prompts/get", { name: "pdf", arguments: { arguments: 7 } }), -32602],
    [{ jsonrpc: "2.0", id: null, method: "ping" }, -32600],
    [{ jsonrpc: "2.0", id: { valueOf: 1 }, method: "ping" }, -32600],
    [ask("ping", undefined, Infinity), -32600],
    [ask("ping", ["x"]), -32602],
    [ask("ping", { _meta: "x" }), -32602],
    [ask("ping", { _meta: { "io.modelcontextprotocol/protocolVersion": { toString: 1 } } }), -32602],
    [ask("initialize", { capabilities: { extensions: 7 } }), -32602],
    [ask("tools/call", { name: { toString: "load_skill" } }), -32602],
    [ask("skills/list", JSON.parse('{ "__proto__": { "cursor": 7 }, "cursor": 7 }')), -32602],
    [ask("skills/get", JSON.parse('{ "__proto__": { "uri": "skill://pdf/SKILL.md" } }')), -32602],
    [ask("skills/list", { _meta: { "io.modelcontextprotocol/protocolVersion": "2030-01-01" } }), -32022],
  ])("%j is answered with %i", async (message, code) => {
    expect(await server.answer(message)).toMatchObject({ error: { code } });
  });

  test("files of skills are resources, and skills of users are prompts", async () => {
    const { catalog } = await compileToCatalog(
      {
        "skills/pdf/SKILL.md": SKILL.replace("Look.", "Look at $ARGUMENTS."),
        "skills/pdf/references/forms.md": "# Forms\n",
        "skills/pdf/a b.bin": Uint8Array.of(0, 1),
      },
      { sources: ["skills"] },
    );
    const parsed = { parse, version: "1.0.0", unrestricted: [] };
    const files = await createMcpServer(createSkillsFromCatalog(catalog), parsed);
    const { result } = (await files.answer(ask("resources/list"))) as {
      readonly result: { readonly resources: readonly { readonly uri: string; readonly mimeType: string }[] };
    };
    const uris = result.resources.map(({ uri }) => uri);
    expect(uris[0]).toBe("skill://pdf/SKILL.md");
    expect(uris.toSorted()).toEqual([
      "skill://pdf/SKILL.md",
      "skill://pdf/a%20b.bin",
      "skill://pdf/references/forms.md",
    ]);
    for (const uri of uris)
      expect(await files.answer(ask("resources/read", { uri }))).toMatchObject({ result: { contents: [{ uri }] } });
    expect(await files.answer(ask("prompts/list"))).toMatchObject({
      result: { prompts: [{ name: "pdf", arguments: [{ name: "arguments", required: false }] }] },
    });
    expect(
      await files.answer(ask("prompts/get", { name: "pdf", arguments: { arguments: "a tax form" } })),
    ).toMatchObject({
      result: { messages: [{ role: "user", content: { type: "text", text: expect.stringContaining("a tax form") } }] },
    });
  });

  test("notifications and answers get none", async () => {
    expect(await server.answer({ jsonrpc: "2.0", method: "skills/list" })).toBeUndefined();
    expect(await server.answer({ jsonrpc: "2.0", id: 1, result: {} })).toBeUndefined();
  });

  test("the index is in the instructions unless the client knows the extension", async () => {
    const init = (capabilities: object): object => ask("initialize", { protocolVersion: "2025-06-18", capabilities });
    expect(await server.answer(init({}))).toMatchObject({
      result: { protocolVersion: "2025-06-18", instructions: expect.stringContaining("Fills in forms.") },
    });
    const known = (await server.answer(init({ extensions: { "io.modelcontextprotocol/skills": {} } }))) as {
      readonly result: object;
    };
    expect(known.result).not.toHaveProperty("instructions");
  });

  test("over stdio, one line is one message", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStdio(server, { input, output });
    input.end(`${LIST}\r\n\n{\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n${LIST}`);
    await served;
    const answers = (output.read() as Buffer).toString("utf8").trimEnd().split("\n");
    const ids = answers.map((line) => (JSON.parse(line) as { id: unknown }).id);
    expect(ids.sort((one, two) => Number(two) - Number(one))).toEqual([1, 1, null]);
  });
});

test("a file that no server keeps in memory is left out and named", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "skillc-serve-"));
  try {
    mkdirSync(join(cwd, "skills/pdf"), { recursive: true });
    writeFileSync(join(cwd, "skills/pdf/SKILL.md"), SKILL);
    writeFileSync(join(cwd, "skills/pdf/chart.bin"), "");
    writeFileSync(join(cwd, "skills/pdf/notes.md"), "Notes.");
    truncateSync(join(cwd, "skills/pdf/chart.bin"), 9_000_000);
    const { exitCode, skills, diagnostics } = await compileSkills({ cwd, overrides: { module: { assets: "copy" } } });
    expect(exitCode).toBe(0);
    expect(skills?.get("pdf").files.map(({ path }) => path)).toEqual(["notes.md"]);
    expect(diagnostics.filter(({ severity }) => severity === "warning").map(({ rule }) => rule)).toEqual([
      "file-too-large",
    ]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

describe("usage", () => {
  const dir = mkdtempSync(join(tmpdir(), "skillc-serve-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test.each<[readonly string[], string]>([
    [["serve"], "serve needs --mcp"],
    [["serve", "--mcp", "--host", "0.0.0.0"], "--host needs --http <port>"],
    [["serve", "--mcp", "bad.json", "--http", "70000"], "0 to 65535"],
    [["serve", "--mcp", "none.json"], "cannot read none.json"],
    [["serve", "--mcp", "broken.json"], "broken.json is not a catalog with contents"],
    [["serve", "--mcp", "list.json"], "list.json is not a catalog with contents"],
    [["serve", "--mcp", "bad.json", "--unrestricted", "pdf"], 'there is no skill "pdf"'],
  ])("%j", async (args, message) => {
    writeFileSync(join(dir, "broken.json"), "{");
    writeFileSync(join(dir, "list.json"), "[]");
    const { catalog } = await compileToCatalog({ "skills/till/SKILL.md": HIDDEN }, { sources: ["skills"] });
    writeFileSync(join(dir, "bad.json"), JSON.stringify(catalog));
    const { exitCode, stdout, stderr } = await runCli(args, dir);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
