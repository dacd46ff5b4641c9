/**
 * MCP over streamable HTTP at `/mcp`, without sessions: every POST gets its answer as JSON. A page of another site can
 * reach a local server by a name that resolves to it, so Host and Origin are checked (specification 2025-11-25,
 * "Security Warning" of the transport).
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isIP } from "node:net";
import { readMcpMessage } from "../../schemas/mcp-message.ts";
import {
  createBudget,
  createTurns,
  HTTP_LIMITS,
  limitConnections,
  type Budget,
  type Connections,
  type HttpLimits,
} from "./http-limits.ts";
import {
  codes,
  failure,
  faultAnswer,
  MODERN_VERSION,
  PROTOCOL_VERSIONS,
  unsupportedVersion,
  type McpServer,
} from "./mcp-server.ts";
import { createCollector, MOST_MESSAGE, parseMessage } from "./message-bytes.ts";

interface HttpOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly limits?: HttpLimits;
}

export interface HttpService {
  /** For clients: `http://127.0.0.1:8080/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"]);
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Rejects with the error of Node if the address cannot be used. */
export async function serveHttp(server: McpServer, options: HttpOptions): Promise<HttpService> {
  const { port, host, limits = HTTP_LIMITS } = options;
  const { headersMs: headersTimeout, requestMs: requestTimeout, idleMs: keepAliveTimeout } = limits;
  // By default, Node checks every 30 seconds for connections that are too slow.
  const connectionsCheckingInterval = Math.min(1000, headersTimeout);
  const http = createServer({ headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval });
  const budget = createBudget(limits.bytes);
  const service: OpenService = {
    server,
    host,
    limits,
    budget,
    // One message at a time becomes values, which need many times its bytes.
    inTurn: createTurns(),
    connections: limitConnections(http, limits.connections),
  };
  http.on("request", (request, response) => void respond(service, request, response));
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      // A connection that cannot be accepted, for example for lack of open files, must not end the others.
      http.on("error", () => {});
      resolve();
    });
  });
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${portOf(http)}/mcp`, close: () => closed(http) };
}

interface OpenService {
  readonly server: McpServer;
  readonly host: string;
  readonly limits: HttpLimits;
  readonly budget: Budget;
  readonly inTurn: ReturnType<typeof createTurns>;
  readonly connections: Connections;
}

/** Never rejects. */
async function respond(service: OpenService, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const reply = refusal(request, service.host) ?? (await replyTo(service, request));
    await send(service, { request, response }, reply);
  } catch {
    // A bad request ends its own connection, never the server.
    request.socket.destroy();
  }
}

interface Reply {
  readonly status: number;
  /** For people, if there is no JSON. */
  readonly text?: string;
  readonly json?: object;
  readonly allow?: string;
}

/** Returns the reply to a request that is not for this server, before its body is read. */
function refusal({ headers, method, url = "" }: IncomingMessage, host: string): Reply | undefined {
  if (!isAllowed(hostNameOf(`http://${headers.host ?? ""}`), host))
    return { status: 403, text: "The Host header names another server; start skillc with --host to allow it" };
  if (headers.origin !== undefined && !isAllowed(hostNameOf(headers.origin), host))
    return { status: 403, text: "The Origin header names another site; start skillc with --host to allow it" };
  if (url.replace(/\?.*/s, "") !== "/mcp") return { status: 404, text: "MCP is at /mcp" };
  if (method !== "POST") return { status: 405, allow: "POST", text: "Only POST: this server keeps no sessions" };
  if (!/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    return { status: 415, text: "Messages are application/json" };
  return Number(headers["content-length"] ?? 0) > MOST_MESSAGE ? TOO_LONG : undefined;
}

const TOO_LONG: Reply = { status: 413, text: `A message has at most ${MOST_MESSAGE} bytes` };
const BUSY: Reply = { status: 503, text: "Too many messages at once; try again" };

async function replyTo({ server, budget, inTurn, connections }: OpenService, request: IncomingMessage): Promise<Reply> {
  let taken = 0;
  try {
    const body = await readBody(request, (bytes) => {
      if (!budget.take(bytes)) return false;
      taken += bytes;
      return true;
    });
    if (!(body instanceof Uint8Array)) return body;
    connections.answering(request.socket);
    return await inTurn(() => answerBody(server, body, request.headers));
  } finally {
    budget.give(taken);
  }
}

async function answerBody(server: McpServer, body: Uint8Array, headers: IncomingHttpHeaders): Promise<Reply> {
  const parsed = parseMessage(body);
  if ("answer" in parsed) return { status: 400, json: parsed.answer };
  const message = readMcpMessage(parsed.value);
  if (message !== undefined && "fault" in message)
    return { status: message.fault === "message" ? 400 : 200, json: faultAnswer(message) };
  const id = message?.id ?? null;
  const version = headers["mcp-protocol-version"];
  if (version !== undefined && !PROTOCOL_VERSIONS.includes(String(version)))
    return { status: 400, json: unsupportedVersion(id, String(version)) };
  if (message?.version === MODERN_VERSION && version !== MODERN_VERSION)
    return {
      status: 400,
      json: failure(id, codes.headerMismatch, "MCP-Protocol-Version is not the message's version"),
    };
  const json = await server.answer(parsed.value);
  return json === undefined ? { status: 202 } : { status: statusOf(json, message?.version), json };
}

/** Since 2026-07-28, two errors have their own status. */
function statusOf(answer: object, version: string | undefined): number {
  const { error } = answer as { readonly error?: { readonly code: number } };
  if (error?.code === codes.unsupportedVersion) return 400;
  return version !== undefined && error?.code === codes.methodNotFound ? 404 : 200;
}

/** Returns a refusal for a body that is too long or for which no memory is left. */
function readBody(request: IncomingMessage, take: (bytes: number) => boolean): Promise<Uint8Array | Reply> {
  const body = createCollector();
  return new Promise((resolve, reject) => {
    const end = (outcome: Uint8Array | Reply): void => {
      request.off("data", add);
      resolve(outcome);
    };
    const add = (piece: Buffer): void => {
      if (body.size() + piece.length > MOST_MESSAGE) end(TOO_LONG);
      else if (!take(piece.length)) end(BUSY);
      else body.add(piece);
    };
    request.on("data", add);
    request.once("end", () => end(body.take()));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The request ended early")));
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function send(service: OpenService, { request, response }: Exchange, reply: Reply): Promise<void> {
  const { budget, connections, limits } = service;
  const text = bodyOf(reply);
  const bytes = Buffer.byteLength(text);
  const taken = reply === BUSY ? 0 : bytes;
  if (!budget.take(taken)) return await send(service, { request, response }, BUSY);
  const done = connections.answering(request.socket);
  const timer = setTimeout(() => request.socket.destroy(), limits.answerMs);
  let forget = (): void => {};
  const left = new Promise<void>((resolve) => {
    response.once("close", resolve);
    forget = connections.onEnd(request.socket, resolve);
  });
  try {
    response.writeHead(reply.status, {
      ...(text !== "" && {
        "content-type": reply.json === undefined ? "text/plain; charset=utf-8" : "application/json",
      }),
      "content-length": bytes,
      ...(reply.allow !== undefined && { allow: reply.allow }),
      ...(reply.status === 503 && { "retry-after": "1" }),
      // The rest of a refused body is not read.
      ...(reply.status >= 400 && { connection: "close" }),
    });
    response.write(text);
    if (!request.complete) await leave(request);
    response.end();
    await left;
  } finally {
    clearTimeout(timer);
    forget();
    budget.give(taken);
    done();
  }
}

function bodyOf({ json, text = "" }: Reply): string {
  return json === undefined ? text : JSON.stringify(json);
}

/** Drops what a client still sends: otherwise it would fail before it reads the answer. */
async function leave(request: IncomingMessage): Promise<void> {
  request.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LEAVE_MS);
    request.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const LEAVE_MS = 1000;

/** Without port and brackets; undefined if the header has no name. */
function hostNameOf(origin: string): string | undefined {
  try {
    const { protocol, hostname, pathname } = new URL(origin);
    const isPlain = (protocol === "http:" || protocol === "https:") && pathname === "/";
    return isPlain ? hostname.replace(/^\[(.*)\]$/, "$1") : undefined;
  } catch {
    return undefined;
  }
}

/** An address cannot resolve to another machine, so a server on every address allows every address. */
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
