/** No message ends `skillc serve`: after each of thousands, `ping` is answered. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveHttp, type HttpService } from "../../src/cli/serve/http.ts";
import { createMcpServer, type McpServer } from "../../src/cli/serve/mcp-server.ts";
import { serveStdio } from "../../src/cli/serve/stdio.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import { withFiles } from "../support/fix-skill.ts";
import fc from "../support/fast-check.ts";
import { hostileLine } from "../support/hostile-messages.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const FILES = {
  "skills/pdf/SKILL.md":
    "---\nname: pdf\ndescription: Fills in forms. Use when asked to.\n---\nSee [it](references/a.md).\n",
  "skills/pdf/references/a.md": "A.\n",
};

let server: McpServer;
let service: HttpService;
beforeAll(async () => {
  const { catalog } = await compileToCatalog(FILES, { sources: ["skills"] });
  server = await createMcpServer(createSkillsFromCatalog(catalog), { parse, version: "1.0.0", unrestricted: [] });
  service = await serveHttp(server, { port: 0, host: "127.0.0.1" });
});
afterAll(() => service.close());

const pinged = (id: string): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
const isPong = (line: string, id: string): boolean => line === JSON.stringify({ jsonrpc: "2.0", id, result: {} });

/** Every answer is a JSON-RPC answer, and says nothing about the inside of the server. */
function expectAnswer(text: string): void {
  const answer = JSON.parse(text) as { readonly error?: { readonly code: number; readonly message: string } };
  expect(answer).toMatchObject({ jsonrpc: "2.0" });
  expect("result" in answer || Number.isInteger(answer.error?.code)).toBe(true);
  expect(answer.error?.code, text).not.toBe(-32603);
}

test("over stdio", { timeout: 240_000 }, async () => {
  const lines = fc.sample(hostileLine, 3000);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(server, { input, output });
  const answers = createAnswers(output);
  for (const [index, line] of lines.entries()) {
    input.write(Buffer.concat([line, Buffer.from(`\n${pinged(`ping ${index}`)}\n`)]));
    await expectPong(answers, `ping ${index}`, line);
  }
  input.end();
  await served;
  expect(({} as Record<string, unknown>)["uri"]).toBeUndefined();
});

test("over HTTP", { timeout: 240_000 }, async () => {
  for (const line of fc.sample(hostileLine, 1000)) {
    const { status, text } = await post(line);
    expect([200, 202, 400, 404], line.toString("latin1")).toContain(status);
    if (text !== "") expectAnswer(text);
    const pong = await post(Buffer.from(pinged("x")));
    expect(isPong(pong.text, "x"), line.toString("latin1")).toBe(true);
  }
});

test("a process answers them, long lines, and a last line without an end", { timeout: 240_000 }, () =>
  withFiles(FILES, async (cwd) => {
    const child = spawn(process.execPath, [CLI, "serve", "--mcp", "skills"], { cwd });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const answers = createAnswers(child.stdout);
    const MB = 1024 * 1024;
    const long = [
      Buffer.alloc(10 * MB, "a"),
      Buffer.alloc(10 * MB, "["),
      Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"y".repeat(10 * MB)}"}}`),
      Buffer.alloc(MB, "["),
      Buffer.alloc(MB, '{"__proto__":'),
      Buffer.from(`[${"[],".repeat(MB / 4)}1]`),
      Buffer.alloc(MB),
      Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: "z".repeat(MB / 2), method: "\u2028".repeat(MB / 8) })),
    ];
    for (const [index, line] of [...long, ...fc.sample(hostileLine, 600)].entries()) {
      child.stdin.write(Buffer.concat([line, Buffer.from(`\n${pinged(`ping ${index}`)}\n`)]));
      await expectPong(answers, `ping ${index}`, line.subarray(0, 200));
    }
    child.stdin.end(pinged("last"));
    await expectPong(answers, "last", Buffer.alloc(0));
    const [exitCode] = (await once(child, "exit")) as [number];
    expect([exitCode, stderr]).toEqual([0, "skillc serves 1 skill\n"]);
  }),
);

test("a line that comes in pieces, and two in one piece, are each one message", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(server, { input, output });
  const answers = createAnswers(output);
  for (const byte of Buffer.from(`${pinged("ü\u2028")}\r\n`)) input.write(Buffer.from([byte]));
  await expectPong(answers, "ü\u2028", Buffer.alloc(0));
  input.end(`${pinged("1")}\n${pinged("2")}`);
  await expectPong(answers, "1", Buffer.alloc(0));
  await expectPong(answers, "2", Buffer.alloc(0));
  await served;
});

type Answers = AsyncIterator<string>;

function createAnswers(output: NodeJS.ReadableStream): Answers {
  return linesOf(output);
}

/** Of Node's own reader, some versions also split at U+2028. */
async function* linesOf(output: NodeJS.ReadableStream): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}

/** Reads the answers to a line, of which there is one at most, and that to `ping`. */
async function expectPong(answers: Answers, id: string, line: Buffer): Promise<void> {
  for (let count = 0; count < 3; count++) {
    const { value, done } = (await answers.next()) as IteratorResult<string, undefined>;
    if (done === true) throw new Error(`ended after ${line.toString("latin1")}`);
    expectAnswer(value);
    if (isPong(value, id)) return;
  }
  throw new Error(`no answer after ${line.toString("latin1")}`);
}

function post(body: Buffer): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      service.url,
      { method: "POST", headers: { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.on("data", (piece: Buffer) => (text += piece.toString()));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
