/** What `skillc serve --http` takes at once is limited: open connections, time, bytes in memory. With real sockets. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { HTTP_LIMITS, type HttpLimits } from "../../src/cli/serve/http-limits.ts";
import { serveHttp, type HttpService } from "../../src/cli/serve/http.ts";
import type { McpServer } from "../../src/cli/serve/mcp-server.ts";
import { createProject, type Project } from "../support/consumer.ts";

const CLI = join(import.meta.dirname, "../../dist/bin/skillc.js");
const SKILL = "---\nname: ebb\ndescription: Says when the water falls. Use before a landing.\n---\nLook.\n";
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const PONG = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });
const MB = 1024 * 1024;

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function post(port: number, body: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(
      { port, host: "127.0.0.1", path: "/mcp", method: "POST", headers, agent: false },
      (response) => {
        let text = "";
        response.on("data", (piece: Buffer) => (text += piece.toString()));
        // The server ends an answer that takes too long, also if it is this process that was slow.
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode, text, headers: response.headers }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** A connection that has sent a text; what it gets is collected. */
async function open(
  port: number,
  text: string,
): Promise<{ readonly socket: Socket; readonly got: () => string; readonly ended: () => boolean }> {
  const socket = connect(port, "127.0.0.1");
  opened.push(socket);
  let got = "";
  let ended = false;
  socket.on("data", (piece: Buffer) => (got += piece.toString("latin1")));
  socket.on("error", () => {});
  socket.on("close", () => (ended = true));
  await once(socket, "connect");
  socket.write(text);
  return { socket, got: () => got, ended: () => ended };
}

const HEAD = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";

describe.skipIf(process.platform !== "linux")("a server in its own process", () => {
  let project: Project;
  let child: ChildProcess;
  let port = 0;
  let atStart = 0;
  beforeAll(async () => {
    project = createProject({ "skills/ebb/SKILL.md": SKILL });
    child = spawn(process.execPath, [CLI, "serve", "--mcp", "skills", "--http", "0"], { cwd: project.dir });
    const [line] = (await once(child.stderr as NodeJS.ReadableStream, "data")) as [Buffer];
    port = Number(/:(\d+)\/mcp/.exec(line.toString())?.[1]);
    atStart = status("VmHWM");
  });
  afterAll(async () => {
    child.kill();
    await once(child, "exit");
    project.remove();
  });

  const status = (key: string): number =>
    Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  const openFiles = (): number => readdirSync(`/proc/${child.pid}/fd`).length;

  test("holds at most 256 of 2,000 half-open requests, and answers the others' one at once", async () => {
    const heads = ["", "POST /mcp HT", HEAD, `${HEAD}Content-Length: 100\r\n\r\n{`];
    for (let index = 0; index < 2000; index++) await open(port, heads[index % heads.length] ?? "");
    expect(await post(port, PING)).toMatchObject({ status: 200, text: PONG });
    expect(openFiles()).toBeLessThan(HTTP_LIMITS.connections + 40);
    expect(opened.filter((socket) => socket.bytesRead > 0).length).toBeGreaterThan(1000);
  });

  const bodies = { "are empty lists": "[],", "are objects": '{"a":{}},', "are blank": " " };
  test.each(Object.entries(bodies))("keeps the memory of messages that %s within 256 MB", async (_what, unit) => {
    expect((await post(port, PING)).status).toBe(200);
    for (const [size, expected] of [
      [4 * MB, [413]],
      [MB, [400, 503]],
    ] as const) {
      const body = Buffer.from(`[${unit.repeat(Math.floor((size - 10) / unit.length))}1]`);
      const answers = await Promise.all(Array.from({ length: 60 }, () => post(port, body)));
      for (const { status: got, headers } of answers) {
        expect(expected).toContain(got);
        if (got === 503) expect(headers["retry-after"]).toBe("1");
      }
      expect(await post(port, PING)).toMatchObject({ status: 200, text: PONG });
    }
    expect(status("VmHWM") - atStart).toBeLessThan(256);
  });
});

/** Answers that come when the test says so. */
function slowAnswers(): { readonly answer: McpServer["answer"]; readonly finish: readonly (() => void)[] } {
  const finish: (() => void)[] = [];
  const answer = async (): Promise<object> => {
    await new Promise<void>((resolve) => void finish.push(resolve));
    return JSON.parse(PONG) as object;
  };
  return { answer, finish };
}

describe("limits", () => {
  const services: HttpService[] = [];
  afterAll(() => Promise.all(services.map((service) => service.close())));
  const serve = async (limits: Partial<HttpLimits>, server: Partial<McpServer> = {}): Promise<number> => {
    const whole: McpServer = { size: 0, leftOut: [], answer: async () => JSON.parse(PONG) as object, ...server };
    const service = await serveHttp(whole, { port: 0, host: "127.0.0.1", limits: { ...HTTP_LIMITS, ...limits } });
    services.push(service);
    return Number(new URL(service.url).port);
  };

  test.each([
    ["nothing", ""],
    ["half a line", "POST /m"],
    ["headers without an end", HEAD],
    ["a body without an end", `${HEAD}Content-Length: 10\r\n\r\n{`],
    ["chunks without an end", `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])("a connection that sends %s is ended with 408", async (_what, text) => {
    const port = await serve({ headersMs: 200, requestMs: 400 });
    const { got, ended } = await open(port, text);
    await expect.poll(ended, { timeout: 10_000 }).toBe(true);
    expect(got()).toMatch(text === "" ? /^$|^HTTP\/1\.1 408 / : /^HTTP\/1\.1 408 /);
  });

  test("bytes that come one at a time do not extend the time", async () => {
    const port = await serve({ headersMs: 300, requestMs: 600 });
    const { socket, got, ended } = await open(port, `${HEAD}Content-Length: 1000\r\n\r\n`);
    const drip = setInterval(() => socket.write(" "), 20);
    await expect.poll(ended, { timeout: 10_000 }).toBe(true);
    clearInterval(drip);
    expect(got()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("one connection too many ends the one that waits longest, and no one that is being answered", async () => {
    const { answer, finish } = slowAnswers();
    const port = await serve({ connections: 2 }, { answer });
    const busy = post(port, PING);
    await expect.poll(() => finish.length).toBe(1);
    const first = await open(port, "POST");
    const second = await open(port, "POST");
    await expect.poll(first.ended).toBe(true);
    expect(first.got()).toMatch(/^HTTP\/1\.1 408 .*Connection: close/s);
    expect(second.ended()).toBe(false);
    finish[0]?.();
    expect((await busy).status).toBe(200);
  });

  test("if all are being answered, a new one gets 503", async () => {
    const { answer, finish } = slowAnswers();
    const port = await serve({ connections: 1 }, { answer });
    const busy = post(port, PING);
    await expect.poll(() => finish.length).toBe(1);
    const next = await open(port, "");
    await expect.poll(next.ended).toBe(true);
    expect(next.got()).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1/s);
    finish[0]?.();
    expect((await busy).status).toBe(200);
  });

  test("answers that no one reads end with their time, and give their memory back", async () => {
    const large = { jsonrpc: "2.0", id: 1, result: { text: "x".repeat(8 * MB) } };
    const port = await serve({ bytes: 10 * MB, answerMs: 500 }, { answer: async () => large });
    const slow = connect(port, "127.0.0.1");
    opened.push(slow);
    slow.pause();
    slow.on("error", () => {});
    slow.write(`${HEAD}Content-Length: ${PING.length}\r\n\r\n${PING}`);
    await wait(200);
    expect((await post(port, PING)).status).toBe(503);
    await expect.poll(async () => (await post(port, PING)).status, { timeout: 10_000 }).toBe(200);
  });

  test("an answer that is larger than all together may be is sent if it is alone", async () => {
    const large = { jsonrpc: "2.0", id: 1, result: { text: "x".repeat(2 * MB) } };
    const port = await serve({ bytes: MB }, { answer: async () => large });
    expect((await post(port, PING)).status).toBe(200);
  });

  test("bodies that end early give their memory back", async () => {
    const port = await serve({ bytes: MB });
    for (let index = 0; index < 20; index++) {
      const { socket } = await open(port, `${HEAD}Content-Length: ${MB}\r\n\r\n${" ".repeat(900_000)}`);
      await wait(10);
      socket.destroy();
    }
    const body = PING + " ".repeat(900_000);
    await expect.poll(async () => (await post(port, body)).status, { timeout: 5000 }).toBe(200);
  });

  test.each([1, 5])("clients that do not wait for %i answers give their memory back", async (requests) => {
    const large = { jsonrpc: "2.0", id: 1, result: { text: "x".repeat(900_000) } };
    const answer = async (): Promise<object> => {
      await wait(10);
      return large;
    };
    const port = await serve({ bytes: MB }, { answer });
    for (let index = 0; index < 20; index++) {
      const { socket } = await open(port, `${HEAD}Content-Length: ${PING.length}\r\n\r\n${PING}`.repeat(requests));
      await wait(5 + index);
      socket.destroy();
    }
    await expect.poll(async () => (await post(port, PING)).status, { timeout: 5000 }).toBe(200);
  });

  test("refusals need no memory", async () => {
    const { answer, finish } = slowAnswers();
    const port = await serve({ bytes: PING.length }, { answer });
    const busy = post(port, PING);
    await expect.poll(() => finish.length).toBe(1);
    const { got } = await open(port, `${HEAD}Content-Length: ${PING.length}\r\n\r\n${PING}`);
    await expect.poll(got).toMatch(/^HTTP\/1\.1 503 .*try again$/s);
    finish[0]?.();
    expect((await busy).status).toBe(200);
  });

  test("a body that is too long is answered while it is still being sent", async () => {
    const port = await serve({});
    const { socket, got } = await open(port, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    for (let index = 0; index < 80 && !socket.destroyed; index++) {
      socket.write(chunk);
      await wait(1);
    }
    await expect.poll(got).toMatch(/^HTTP\/1\.1 413 /);
  });
});
