/**
 * Answers the messages of an MCP client, whatever carries them: the Skills extension (SEP-2640), resources, and the tools
 * for clients without the extension. Keeps nothing between two messages, so that one server serves any number of clients.
 */
import { agentSkills } from "../../runtime/agent/agent-skills.ts";
import type { LeftOutSkill } from "../../runtime/agent/left-out.ts";
import { mcpSkills, type McpSkillSource } from "../../runtime/adapters/mcp.ts";
import type { AnySkills } from "../../runtime/access.ts";
import { encodeBase64 } from "../../runtime/executor/base64.ts";

/** The version in which every request says its version, and nothing is initialized. */
export const MODERN_VERSION = "2026-07-28";

/** All versions, the newest first; those before `MODERN_VERSION` begin with `initialize`. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  MODERN_VERSION,
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

const PREFIX = "io.modelcontextprotocol/";
const EXTENSION = `${PREFIX}skills`;

export interface McpServer {
  /** Answers a message; undefined for notifications and answers, which get none. Never rejects. */
  answer(message: unknown): Promise<object | undefined>;
  /** Number of skills. */
  readonly size: number;
  readonly leftOut: readonly LeftOutSkill[];
}

export interface McpServerOptions {
  readonly parse: (yaml: string) => unknown;
  readonly version: string;
  readonly unrestricted: readonly string[];
}

/** An error that the client gets. */
class McpError extends Error {
  readonly code: number;
  readonly data: object | undefined;
  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Codes of errors. */
export const codes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Before `MODERN_VERSION`; since then invalid params. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

type Params = Readonly<Record<string, unknown>>;
type Methods = ReadonlyMap<string, (params: Params) => Promise<object>>;

/**
 * Creates a server for some skills. Hidden skills are never served.
 *
 * @throws Rejects with SkillError for an unknown id in `unrestricted`.
 */
export async function createMcpServer(skills: AnySkills, options: McpServerOptions): Promise<McpServer> {
  const { parse, unrestricted } = options;
  const source = await mcpSkills(skills, { parse, unrestricted });
  const shared: Methods = new Map([...skillMethods(source), ...(await toolMethods(skills, unrestricted))]);
  const eras = {
    modern: new Map([...modernMethods(skills, unrestricted), ...shared]),
    initialized: new Map([...initializedMethods(skills, options), ...shared]),
  };
  return {
    size: source.entries.skills.length,
    leftOut: source.leftOut,
    answer: async (message) => {
      if (!isObject(message) || message["jsonrpc"] !== "2.0") return failure(null, codes.invalidRequest, NO_REQUEST);
      const { id, method, params } = message;
      const isRequest = typeof id === "string" || typeof id === "number";
      // An answer to a question that this server never asks, or a notification.
      if (typeof method !== "string") return isRequest ? undefined : failure(null, codes.invalidRequest, NO_REQUEST);
      if (!isRequest) return undefined;
      const version = versionIn(message);
      if (version !== undefined && version !== MODERN_VERSION) return unsupportedVersion(id, version);
      const era = version === undefined ? "initialized" : "modern";
      try {
        const run = eras[era].get(method);
        if (run === undefined) throw new McpError(codes.methodNotFound, `Method not found: ${method}`);
        const result = await run(isObject(params) ? params : {});
        return { jsonrpc: "2.0", id, result: era === "modern" ? complete(method, result, options.version) : result };
      } catch (error) {
        const { code = codes.internalError, message: text, data } = error as Partial<McpError>;
        const isNumber = typeof code === "number";
        const known = era === "modern" && code === codes.resourceNotFound ? codes.invalidParams : code;
        return failure(id, isNumber ? known : codes.internalError, text ?? String(error), data);
      }
    },
  };
}

const NO_REQUEST = "Invalid request: a message is one JSON-RPC 2.0 object";

/** The version that a request names in its own metadata; undefined before `MODERN_VERSION`. */
export function versionIn(message: unknown): string | undefined {
  const params = isObject(message) ? message["params"] : undefined;
  const meta = isObject(params) ? params["_meta"] : undefined;
  const version = isObject(meta) ? meta[`${PREFIX}protocolVersion`] : undefined;
  return version === undefined ? undefined : String(version);
}

/** The answer to a message that is no JSON. */
export function parseError(): object {
  return failure(null, -32700, "Parse error: the message is not JSON");
}

/** The answer to a request of a version that this server does not speak. */
export function unsupportedVersion(id: unknown, requested: string): object {
  const data = { supported: PROTOCOL_VERSIONS, requested };
  return failure(id, codes.unsupportedVersion, `Unsupported protocol version: ${requested}`, data);
}

/** An error as a message. */
export function failure(id: unknown, code: number, message: string, data?: object): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } };
}

/** Adds what every result has since `MODERN_VERSION`; the skills stay the same while the server runs. */
function complete(method: string, result: object, version: string): object {
  return {
    ...result,
    resultType: "complete",
    ...(method !== "tools/call" && { ttlMs: 0, cacheScope: "private" }),
    _meta: { [`${PREFIX}serverInfo`]: { name: "skillc", version } },
  };
}

function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const capabilities = { resources: {}, tools: {}, extensions: { [EXTENSION]: { directoryRead: true } } };

function modernMethods(skills: AnySkills, unrestricted: readonly string[]): Methods {
  return new Map([
    [
      "server/discover",
      async ({ _meta: meta }: Params) => {
        const client = isObject(meta) ? meta[`${PREFIX}clientCapabilities`] : undefined;
        const instructions = await instructionsFor(client, skills, unrestricted);
        return { supportedVersions: PROTOCOL_VERSIONS, capabilities, ...instructions };
      },
    ],
  ]);
}

function initializedMethods(skills: AnySkills, { version, unrestricted }: McpServerOptions): Methods {
  return new Map<string, (params: Params) => Promise<object>>([
    [
      "initialize",
      async ({ protocolVersion, capabilities: client }: Params) => {
        const spoken = PROTOCOL_VERSIONS.filter((known) => known !== MODERN_VERSION);
        return {
          protocolVersion: spoken.find((known) => known === protocolVersion) ?? spoken[0],
          capabilities,
          serverInfo: { name: "skillc", version },
          ...(await instructionsFor(client, skills, unrestricted)),
        };
      },
    ],
    ["ping", async () => ({})],
  ]);
}

/** The index of the skills, unless the client lists them itself: it would be there twice. */
async function instructionsFor(
  client: unknown,
  skills: AnySkills,
  unrestricted: readonly string[],
): Promise<{ readonly instructions?: string }> {
  const extensions = isObject(client) ? client["extensions"] : undefined;
  if (isObject(extensions) && EXTENSION in extensions) return {};
  const { systemPrompt } = await agentSkills(skills, { unrestricted });
  return systemPrompt === "" ? {} : { instructions: systemPrompt };
}

function skillMethods(source: McpSkillSource): Methods {
  return new Map<string, (params: Params) => Promise<object>>([
    ["skills/list", (params) => source.list(pageIn(params))],
    [
      "skills/get",
      async (params) => {
        const uri = textIn(params, "uri");
        const skill = await source.get(uri);
        if (skill === undefined) throw new McpError(codes.invalidParams, `No skill is served at ${uri}`);
        return { skill };
      },
    ],
    ["resources/list", async () => ({ resources: await source.listResources() })],
    [
      "resources/templates/list",
      async () => ({ resourceTemplates: [{ uriTemplate: "skill://{+path}", name: EXTENSION }] }),
    ],
    [
      "resources/read",
      async (params) => {
        const uri = textIn(params, "uri");
        const file = await source.read(uri);
        if (file === undefined) throw new McpError(codes.resourceNotFound, `Resource not found: ${uri}`, { uri });
        const { mimeType } = file;
        const content = "text" in file ? { text: file.text } : { blob: encodeBase64(file.bytes) };
        return { contents: [{ uri, mimeType, ...content }] };
      },
    ],
    [
      "resources/directory/read",
      async (params) => {
        const uri = textIn(params, "uri");
        const page = await source.readDirectory(uri, pageIn(params));
        if (page === undefined) throw new McpError(codes.invalidParams, `${uri} is not a directory resource`);
        return page;
      },
    ],
  ]);
}

async function toolMethods(skills: AnySkills, unrestricted: readonly string[]): Promise<Methods> {
  const { tools } = await agentSkills(skills, { unrestricted });
  const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return new Map<string, (params: Params) => Promise<object>>([
    ["tools/list", async () => ({ tools: listed })],
    [
      "tools/call",
      async (params) => {
        const name = textIn(params, "name");
        if (!tools.some((tool) => tool.name === name)) throw new McpError(codes.invalidParams, `Unknown tool: ${name}`);
        // An agent for each call: what one client loads must not show up for another.
        const output = await (await agentSkills(skills, { unrestricted })).call(name, params["arguments"]);
        const isError = isObject(output) && typeof output["error"] === "string";
        const text = typeof output === "string" ? output : JSON.stringify(output);
        return { content: [{ type: "text", text }], ...(isError && { isError }) };
      },
    ],
  ]);
}

function pageIn({ cursor }: Params): { readonly cursor?: string } {
  if (cursor === undefined) return {};
  if (typeof cursor !== "string") throw new McpError(codes.invalidParams, "Invalid cursor");
  return { cursor };
}

function textIn(params: Params, key: string): string {
  const value = params[key];
  if (typeof value !== "string") throw new McpError(codes.invalidParams, `${key} must be a string`);
  return value;
}
