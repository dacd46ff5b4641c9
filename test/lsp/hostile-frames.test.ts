/** Nothing that is sent to `skillc lsp` ends it or makes it deaf: a request after it is answered. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFrameFilter } from "../../src/lsp/frames.ts";
import { createProject, ROOT, type Project } from "../support/consumer.ts";
import fc from "../support/fast-check.ts";
import { hostileLine } from "../support/hostile-messages.ts";

const SKILL = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n";

let project: Project;
let child: ChildProcessWithoutNullStreams;
let received = "";
let stderr = "";

beforeAll(() => {
  project = createProject({ "skills/ebb/SKILL.md": SKILL });
  child = spawn(process.execPath, [join(ROOT, "dist/bin/skillc.js"), "lsp", "--stdio"], { cwd: project.dir });
  child.stdout.on("data", (chunk: Buffer) => (received = (received + chunk.toString("latin1")).slice(-100_000)));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const rootUri = pathToFileURL(project.dir).href;
  child.stdin.write(
    frame({ jsonrpc: "2.0", id: 0, method: "initialize", params: { processId: null, rootUri, capabilities: {} } }),
  );
  child.stdin.write(frame({ jsonrpc: "2.0", method: "initialized", params: {} }));
});

afterAll(() => {
  child.kill("SIGKILL");
  project.remove();
});

function frame(body: unknown): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
}

const uri = (): string => pathToFileURL(join(project.dir, "skills/ebb/SKILL.md")).href;
let asked = 0;

/** Asks for a hover on the name of the skill, and returns the answer. */
async function hover(): Promise<string> {
  const id = `ask ${asked++}`;
  const params = { textDocument: { uri: uri() }, position: { line: 1, character: 1 } };
  child.stdin.write(frame({ jsonrpc: "2.0", id, method: "textDocument/hover", params }));
  await expect
    .poll(() => received.includes(`"id":"${id}"`) || child.exitCode !== null, { timeout: 20_000, interval: 5 })
    .toBe(true);
  expect([child.exitCode, stderr]).toEqual([null, ""]);
  return received.slice(received.indexOf(`"id":"${id}"`));
}

const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const about = (method: string, params: unknown, id?: unknown): Buffer =>
  frame({ jsonrpc: "2.0", ...(id !== undefined && { id }), method, params });

test.each<[string, () => Buffer]>([
  ["a body that is not JSON", () => frame("{")],
  ["an empty body", () => frame("")],
  ["a body that is not UTF-8", () => frame(Buffer.from([0x22, 0xff, 0x22]))],
  ["a batch", () => frame([{ jsonrpc: "2.0", id: 1, method: "shutdown" }])],
  ["a number", () => frame("7")],
  ["a length that is no number", () => Buffer.from("Content-Length: x\r\n\r\n")],
  ["a length below zero", () => Buffer.from("Content-Length: -5\r\n\r\n{}")],
  ["a length with a fraction", () => Buffer.from("Content-Length: 2.5\r\n\r\n{}")],
  ["a length that no memory has", () => Buffer.from("Content-Length: 99999999999999999999\r\n\r\n{}")],
  ["a length of gigabytes", () => Buffer.from("Content-Length: 8589934592\r\n\r\n{}")],
  ["no length", () => Buffer.from("Content-Type: application/vscode-jsonrpc\r\n\r\n{}")],
  ["a header without a colon", () => Buffer.from("Foo\r\n\r\n")],
  ["another protocol", () => Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")],
  ["another encoding", () => Buffer.from("Content-Length: 2\r\nContent-Type: a/b; charset=utf-99\r\n\r\n{}")],
  ["a header of megabytes", () => Buffer.from(`X: ${"a".repeat(5_000_000)}`)],
  ["deep lists", () => frame(deep(100_000))],
  ["deep parameters", () => frame(`{"jsonrpc":"2.0","id":5,"method":"nope","params":${deep(100_000)}}`)],
  ["deep parameters of nothing", () => frame(`{"jsonrpc":"2.0","params":${deep(100_000)}}`)],
  ["an id that is an object", () => about("textDocument/hover", {}, { toString: 1 })],
  ["a method that is an object", () => frame({ jsonrpc: "2.0", id: 1, method: { toString: 1 } })],
  ["an address that is an object", () => about("textDocument/hover", { textDocument: { uri: { toString: 1 } } }, 1)],
  ["no parameters", () => about("textDocument/hover", null, 1)],
  ["an opened text without an address", () => about("textDocument/didOpen", { textDocument: { text: "x" } })],
  ["an opened text that is a number", () => about("textDocument/didOpen", { textDocument: { uri: uri(), text: 7 } })],
  [
    "changes that are not there",
    () => about("textDocument/didChange", { textDocument: { uri: uri() }, contentChanges: null }),
  ],
  ["a change of nothing", () => about("textDocument/didChange", { textDocument: { uri: uri() }, contentChanges: [7] })],
  ["files without an address", () => about("workspace/didChangeWatchedFiles", { changes: [{ uri: 7 }, null] })],
  [
    "folders without an address",
    () => about("workspace/didChangeWorkspaceFolders", { event: { added: [{ uri: 7 }] } }),
  ],
  ["a second beginning", () => about("initialize", null, 1)],
  ["a method of every object", () => about("__proto__", {}, 1)],
  ["a cancelled nothing", () => about("$/cancelRequest", { id: {} })],
])("%s", async (_what, bytes) => {
  child.stdin.write(bytes());
  await hover();
});

test(
  "600 generated messages, of which the last leave the text as it is on the disk",
  { timeout: 120_000 },
  async () => {
    const header = fc.constantFrom(
      "Content-Length: ",
      "content-length:",
      "Content-Length: 1\r\nContent-Length: ",
      "\0",
      "Content-Length",
    );
    const broken = fc
      .tuple(header, fc.constantFrom("9", "-1", "", "1e3", "0x10"), fc.constantFrom("\r\n\r\n", "\r\n", "\n\n"))
      .map((parts) => Buffer.from(parts.join("")));
    const anyFrame = fc.oneof({ weight: 5, arbitrary: hostileLine.map(frame) }, { weight: 1, arbitrary: broken });
    for (const bytes of fc.sample(anyFrame, 600)) {
      child.stdin.write(bytes);
      // The body of a broken frame may be as long as it says: what follows is that body.
      child.stdin.write(`${" ".repeat(16)}\r\n\r\n`.repeat(2));
      await hover();
    }
    child.stdin.write(
      about("textDocument/didOpen", { textDocument: { uri: uri(), languageId: "markdown", version: 1, text: SKILL } }),
    );
    expect(await hover()).toContain("name");
  },
);

test("a whole message gets through, whatever precedes it and however it is cut", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "textDocument/hover", params: { text: "ü\u2028" } };
  const dirt = fc.constantFrom(
    "",
    "x",
    "\r\n",
    "Content-Length: x\r\n\r\n",
    "{}",
    "GET / HTTP/1.1\r\n\r\n",
    "Foo: 1\r\n",
    "Content-Length: 1\r\n\r\n{",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(dirt, { maxLength: 3 }),
      fc.array(fc.nat(200), { maxLength: 5 }),
      async (before, cuts) => {
        const filter = createFrameFilter(() => {});
        const whole = Buffer.concat([Buffer.from(before.join("")), frame(message)]);
        const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length])].sort(
          (one, two) => one - two,
        );
        for (const [index, place] of places.slice(1).entries()) filter.write(whole.subarray(places[index], place));
        filter.end();
        const got: Buffer[] = [];
        for await (const piece of filter) got.push(piece as Buffer);
        expect(Buffer.concat(got).toString()).toBe(frame(message).toString());
      },
    ),
    { numRuns: 300 },
  );
});

test("without an input it ends, as with an editor that is gone", async () => {
  child.stdin.end();
  const [exitCode] = (await once(child, "exit")) as [number];
  expect([exitCode, stderr]).toEqual([1, ""]);
});
