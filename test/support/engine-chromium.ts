/** Headless Chromium: it loads the app's page from a server on loopback and sends the records back to it. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { beforeItEnds, start } from "./engine-process.ts";

/** Without a sandbox, because tests may run as root; without the background work that would ask for other hosts. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
};

export async function* pageLines(binary: string, appDir: string, scratch: string): AsyncGenerator<string> {
  const { server, records } = serveApp(appDir);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const args = [...FLAGS, `--user-data-dir=${join(scratch, "profile")}`, `http://127.0.0.1:${port}/page.html`];
  const started = start({ binary, args, cwd: appDir, scratch });
  started.process.stdout?.resume();
  try {
    const text = await beforeItEnds(started, records);
    yield* text.split("\n").filter((line) => line !== "");
  } finally {
    await started.stop();
    server.closeAllConnections();
    server.close();
  }
}

/** Serves the modules of a directory and nothing else; `records` is what the page posts. */
function serveApp(appDir: string): { server: Server; records: Promise<string> } {
  let resolveRecords: (text: string) => void;
  let rejectRecords: (error: Error) => void;
  const records = new Promise<string>((resolve, reject) => {
    resolveRecords = resolve;
    rejectRecords = reject;
  });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
    if (request.method === "POST") {
      void readAll(request).then((text) => {
        response.end();
        if (path === "/records") resolveRecords(text);
        else rejectRecords(new Error(`in the page: ${text}`));
      });
      return;
    }
    const type = TYPES[extname(path)];
    try {
      if (type === undefined) throw new Error("not a module");
      response.setHeader("content-type", type).end(readFileSync(join(appDir, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  return { server, records };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
