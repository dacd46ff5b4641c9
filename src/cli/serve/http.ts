/**
 * MCP over streamable HTTP at `/mcp`, without sessions: every POST gets its answer as JSON. A browser page of another
 * site reaches a server on this machine through a name that resolves to it, so Host and Origin are checked (specification
 * 2025-11-25, "Security Warning" of the transport).
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isIP } from "node:net";
import {
  codes,
  failure,
  MODERN_VERSION,
  parseError,
  PROTOCOL_VERSIONS,
  unsupportedVersion,
  versionIn,
  type McpServer,
} from "./mcp-server.ts";

export interface HttpOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
}

export interface HttpService {
  /** Where clients connect: `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"]);
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);
const MAX_BODY = 4 * 1024 * 1024;

/**
 * Starts to listen.
 *
 * @throws Rejects with the error of Node if the address cannot be used.
 */
export async function serveHttp(server: McpServer, { port, host }: HttpOptions): Promise<HttpService> {
  const http = createServer((request, response) => {
    void respond(request, host)
      .then((got) => (got.body === undefined ? got : answerBody(server, got.body, request.headers)))
      .catch((): Reply => ({ status: 400, text: "The request ended early" }))
      .then((reply) => send(response, reply));
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve();
    });
  });
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${portOf(http)}/mcp`, close: () => closed(http) };
}

interface Reply {
  readonly status: number;
  /** For people, if there is no JSON. */
  readonly text?: string;
  readonly json?: object;
  readonly allow?: string;
}

/** Refuses a request that is not a message for this server, or reads its body. */
async function respond(request: IncomingMessage, host: string): Promise<Reply & { readonly body?: string }> {
  const { headers, method, url = "" } = request;
  if (!isAllowed(hostNameOf(`http://${headers.host ?? ""}`), host))
    return { status: 403, text: "The Host header names another server; start skillc with --host to allow it" };
  if (headers.origin !== undefined && !isAllowed(hostNameOf(headers.origin), host))
    return { status: 403, text: "The Origin header names another site; start skillc with --host to allow it" };
  if (url.replace(/\?.*/s, "") !== "/mcp") return { status: 404, text: "MCP is at /mcp" };
  if (method !== "POST") return { status: 405, allow: "POST", text: "Only POST: this server keeps no sessions" };
  if (!/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    return { status: 415, text: "Messages are application/json" };
  const body = await readBody(request);
  return body === undefined ? { status: 413, text: `A message has at most ${MAX_BODY} bytes` } : { status: 200, body };
}

async function answerBody(server: McpServer, body: string, headers: IncomingHttpHeaders): Promise<Reply> {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return { status: 400, json: parseError() };
  }
  const { id = null } = Object(message) as { readonly id?: unknown };
  const version = headers["mcp-protocol-version"];
  if (version !== undefined && !PROTOCOL_VERSIONS.includes(String(version)))
    return { status: 400, json: unsupportedVersion(id, String(version)) };
  const spoken = versionIn(message);
  if (spoken === MODERN_VERSION && version !== spoken)
    return {
      status: 400,
      json: failure(id, codes.headerMismatch, "MCP-Protocol-Version is not the message's version"),
    };
  const json = await server.answer(message);
  return json === undefined ? { status: 202 } : { status: statusOf(json, spoken), json };
}

/** Since 2026-07-28, two errors have their own status. */
function statusOf(answer: object, version: string | undefined): number {
  const { error } = answer as { readonly error?: { readonly code: number } };
  if (error?.code === codes.unsupportedVersion) return 400;
  return version !== undefined && error?.code === codes.methodNotFound ? 404 : 200;
}

/** Returns the body; undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function send(response: ServerResponse, { status, text, json, allow }: Reply): void {
  const body = json === undefined ? (text ?? "") : JSON.stringify(json);
  response.writeHead(status, {
    ...(body !== "" && { "content-type": json === undefined ? "text/plain; charset=utf-8" : "application/json" }),
    "content-length": Buffer.byteLength(body),
    ...(allow !== undefined && { allow }),
    // What is left of a body that was refused is not read.
    ...(status >= 400 && { connection: "close" }),
  });
  response.end(body);
}

/** The name in a Host or Origin header, without port and brackets; undefined if it has none. */
function hostNameOf(origin: string): string | undefined {
  try {
    const { protocol, hostname, pathname } = new URL(origin);
    const isPlain = (protocol === "http:" || protocol === "https:") && pathname === "/";
    return isPlain ? hostname.replace(/^\[(.*)\]$/, "$1") : undefined;
  } catch {
    return undefined;
  }
}

/** An address cannot be made to resolve to another machine, so a server on every address allows every address. */
function isAllowed(name: string | undefined, host: string): boolean {
  if (name === undefined) return false;
  return LOCAL.has(name) || name === host.toLowerCase() || (WILDCARDS.has(host) && isIP(name) !== 0);
}

function portOf(http: Server): number {
  const address = http.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}
