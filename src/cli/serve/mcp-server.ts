/**
 * Answers MCP messages, whatever the transport: the Skills extension (SEP-2640), resources, and tools for clients
 * without it. Keeps no state between messages, so that one server serves any number of clients.
 */
import { agentSkills } from "../../runtime/agent/agent-skills.ts";
import type { LeftOutSkill } from "../../runtime/agent/left-out.ts";
import { toMcpResult } from "../../runtime/adapters/mcp-result.ts";
import { mcpSkills, type McpSkillSource } from "../../runtime/adapters/native/mcp.ts";
import type { AnySkills } from "../../runtime/access.ts";
import { encodeBase64 } from "../../runtime/executor/base64.ts";
import { getPrompt, listAllResources, listPrompts } from "./mcp-listings.ts";
import {
  mcpParams,
  problemOf,
  readMcpMessage,
  SERVER_INFO,
  SKILLS_EXTENSION,
  type McpClient,
  type McpFault,
  type McpRequest,
  type ParamsSchema,
} from "../../schemas/mcp-message.ts";

/** Since this version, every request states its version, and nothing is initialized. */
export const MODERN_VERSION = "2026-07-28";

/** Newest first; those before `MODERN_VERSION` begin with `initialize`. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  MODERN_VERSION,
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

export interface McpServer {
  /** Undefined for notifications and answers. Never rejects. */
  answer(message: unknown): Promise<object | undefined>;
  readonly size: number;
  readonly leftOut: readonly LeftOutSkill[];
}

interface McpServerOptions {
  readonly parse: (yaml: string) => unknown;
  readonly version: string;
  readonly unrestricted: readonly string[];
}

class McpError extends Error {
  readonly code: number;
  readonly data: object | undefined;
  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Before `MODERN_VERSION`; since then invalid params. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

type Answer = (request: McpRequest) => Promise<object>;
type Methods = ReadonlyMap<string, Answer>;

/**
 * Skills hidden from the model are served only as prompts, which a user chooses.
 *
 * @throws Rejects with SkillError for an unknown id in `unrestricted`.
 */
export async function createMcpServer(skills: AnySkills, options: McpServerOptions): Promise<McpServer> {
  const { parse, unrestricted } = options;
  const source = await mcpSkills(skills, { parse, unrestricted });
  const shared: Methods = new Map([
    ...skillMethods(source),
    ...promptMethods(skills, unrestricted),
    ...(await toolMethods(skills, unrestricted)),
  ]);
  const eras = {
    modern: new Map([...modernMethods(skills, unrestricted), ...shared]),
    initialized: new Map([...initializedMethods(skills, options), ...shared]),
  };
  return {
    size: source.entries.skills.length,
    leftOut: source.leftOut,
    async answer(value) {
      let id: McpRequest["id"] | null = null;
      try {
        const message = readMcpMessage(value);
        if (message === undefined) return undefined;
        ({ id } = message);
        if ("fault" in message) return faultAnswer(message);
        const { version } = message;
        if (version !== undefined && version !== MODERN_VERSION) return unsupportedVersion(id, version);
        return await answerRequest(message, eras[version === undefined ? "initialized" : "modern"], options.version);
      } catch (error) {
        return failure(id, codes.internalError, String(error));
      }
    },
  };
}

async function answerRequest(request: McpRequest, methods: Methods, server: string): Promise<object> {
  const { id, method } = request;
  const isModern = request.version !== undefined;
  try {
    const run = methods.get(method);
    if (run === undefined) throw new McpError(codes.methodNotFound, `Method not found: ${method}`);
    const result = await run(request);
    return { jsonrpc: "2.0", id, result: isModern ? complete(method, result, server) : result };
  } catch (error) {
    const { code = codes.internalError, message, data } = error as Partial<McpError>;
    const isNumber = typeof code === "number";
    const known = isModern && code === codes.resourceNotFound ? codes.invalidParams : code;
    return failure(id, isNumber ? known : codes.internalError, message ?? String(error), data);
  }
}

export function faultAnswer({ fault, id, problem }: McpFault): object {
  return fault === "params"
    ? failure(id, codes.invalidParams, `Invalid params: ${problem}`)
    : failure(id, codes.invalidRequest, `Invalid request: a message is one JSON-RPC 2.0 object (${problem})`);
}

export function parseError(): object {
  return failure(null, codes.parseError, "Parse error: the message is not JSON in UTF-8");
}

export function unsupportedVersion(id: unknown, requested: string): object {
  const data = { supported: PROTOCOL_VERSIONS, requested };
  return failure(id, codes.unsupportedVersion, `Unsupported protocol version: ${requested}`, data);
}

export function failure(id: unknown, code: number, message: string, data?: object): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } };
}

function withParams<P>(schema: ParamsSchema<P>, run: (params: P) => Promise<object>): Answer {
  return ({ params }) => {
    const read = schema.safeParse(params);
    if (!read.success) throw new McpError(codes.invalidParams, `Invalid params: ${problemOf(read.error)}`);
    return run(read.data);
  };
}

/** Adds what every result has since `MODERN_VERSION`. The skills do not change while the server runs. */
function complete(method: string, result: object, version: string): object {
  return {
    ...result,
    resultType: "complete",
    ...(method !== "tools/call" && { ttlMs: 0, cacheScope: "private" }),
    _meta: { [SERVER_INFO]: { name: "skillc", version } },
  };
}

const capabilities = {
  resources: {},
  prompts: {},
  tools: {},
  extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
};

function modernMethods(skills: AnySkills, unrestricted: readonly string[]): Methods {
  return new Map<string, Answer>([
    [
      "server/discover",
      async ({ client }) => {
        const instructions = await instructionsFor(client, skills, unrestricted);
        return { supportedVersions: PROTOCOL_VERSIONS, capabilities, ...instructions };
      },
    ],
  ]);
}

function initializedMethods(skills: AnySkills, { version, unrestricted }: McpServerOptions): Methods {
  return new Map<string, Answer>([
    [
      "initialize",
      withParams(mcpParams.initialize, async ({ protocolVersion, capabilities: client }) => {
        const spoken = PROTOCOL_VERSIONS.filter((known) => known !== MODERN_VERSION);
        return {
          protocolVersion: spoken.find((known) => known === protocolVersion) ?? spoken[0],
          capabilities,
          serverInfo: { name: "skillc", version },
          ...(await instructionsFor(client, skills, unrestricted)),
        };
      }),
    ],
    ["ping", async () => ({})],
  ]);
}

/** No index if the client lists the skills itself: it would be there twice. */
async function instructionsFor(
  client: McpClient | undefined,
  skills: AnySkills,
  unrestricted: readonly string[],
): Promise<{ readonly instructions?: string }> {
  if (client?.listsSkills === true) return {};
  const { systemPrompt } = await agentSkills(skills, { unrestricted });
  return systemPrompt === "" ? {} : { instructions: systemPrompt };
}

function skillMethods(source: McpSkillSource): Methods {
  return new Map<string, Answer>([
    ["skills/list", withParams(mcpParams.page, async (page) => source.list(page))],
    [
      "skills/get",
      withParams(mcpParams.uri, async ({ uri }) => {
        const skill = await source.get(uri);
        if (skill === undefined) throw new McpError(codes.invalidParams, `No skill is served at ${uri}`);
        return { skill };
      }),
    ],
    ["resources/list", async () => ({ resources: await listAllResources(source) })],
    [
      "resources/templates/list",
      async () => ({ resourceTemplates: [{ uriTemplate: "skill://{+path}", name: SKILLS_EXTENSION }] }),
    ],
    [
      "resources/read",
      withParams(mcpParams.uri, async ({ uri }) => {
        const file = await source.read(uri);
        if (file === undefined) throw new McpError(codes.resourceNotFound, `Resource not found: ${uri}`, { uri });
        const { mimeType } = file;
        const content = "text" in file ? { text: file.text } : { blob: encodeBase64(file.bytes) };
        return { contents: [{ uri, mimeType, ...content }] };
      }),
    ],
    [
      "resources/directory/read",
      withParams(mcpParams.uriAndPage, async ({ uri, ...page }) => {
        const listed = await source.readDirectory(uri, page);
        if (listed === undefined) throw new McpError(codes.invalidParams, `${uri} is not a directory resource`);
        return listed;
      }),
    ],
  ]);
}

function promptMethods(skills: AnySkills, unrestricted: readonly string[]): Methods {
  return new Map<string, Answer>([
    ["prompts/list", async () => ({ prompts: await listPrompts(skills, unrestricted) })],
    [
      "prompts/get",
      withParams(mcpParams.prompt, async ({ name, arguments: given }) => {
        const prompt = await getPrompt(skills, unrestricted, { name, arguments: given?.arguments });
        if (prompt === undefined) throw new McpError(codes.invalidParams, `Unknown prompt: ${name}`);
        return prompt;
      }),
    ],
  ]);
}

async function toolMethods(skills: AnySkills, unrestricted: readonly string[]): Promise<Methods> {
  const { tools } = await agentSkills(skills, { unrestricted });
  const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return new Map<string, Answer>([
    ["tools/list", async () => ({ tools: listed })],
    [
      "tools/call",
      withParams(mcpParams.call, async ({ name, arguments: input }) => {
        if (!tools.some((tool) => tool.name === name)) throw new McpError(codes.invalidParams, `Unknown tool: ${name}`);
        // An agent for each call: what one client loads must not appear for another.
        const agent = await agentSkills(skills, { unrestricted });
        return toMcpResult(await agent.call(name, input), agent.tools);
      }),
    ],
  ]);
}
