/**
 * The zod schemas of what an MCP client sends to `skillc serve`. What they do not name is dropped, so that no field is read
 * that was not checked: keys such as `__proto__` and values such as `{ "toString": 1 }` never leave this file.
 *
 * Source: JSON-RPC 2.0, "Request object"; MCP 2025-11-25 and 2026-07-28, "Base protocol".
 */
import * as z from "zod";

const PREFIX = "io.modelcontextprotocol/";
/** The key of the Skills extension. */
export const SKILLS_EXTENSION = `${PREFIX}skills` as const;
/** The key of the server's name and version in the metadata of a result. */
export const SERVER_INFO = `${PREFIX}serverInfo` as const;

const text = z.string();
const paged = { cursor: text.exactOptional() };

/** A request, a notification or an answer. An id is a text or a finite number; `null` is none. */
const messageSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([text, z.number()]).optional(),
  method: text.optional(),
  params: z.unknown().optional(),
});

const clientSchema = z
  .object({ extensions: z.object({ [SKILLS_EXTENSION]: z.unknown().optional() }).optional() })
  .transform(({ extensions }) => ({ listsSkills: extensions?.[SKILLS_EXTENSION] !== undefined }));

const metaSchema = z
  .object({
    _meta: z
      .object({
        [`${PREFIX}protocolVersion`]: text.optional(),
        [`${PREFIX}clientCapabilities`]: clientSchema.optional(),
      })
      .optional(),
  })
  .nullish()
  .transform((params) => ({
    version: params?._meta?.[`${PREFIX}protocolVersion`],
    client: params?._meta?.[`${PREFIX}clientCapabilities`],
  }));

/** What a client says about itself. */
export type McpClient = z.output<typeof clientSchema>;

/** What the parameters of each method must be. */
export const mcpParams = {
  initialize: z.object({ protocolVersion: text.optional(), capabilities: clientSchema.optional() }).default({}),
  page: z.object(paged).default({}),
  uri: z.object({ uri: text }),
  uriAndPage: z.object({ uri: text, ...paged }),
  call: z.object({ name: text, arguments: z.unknown().optional() }),
  prompt: z.object({ name: text, arguments: z.object({ arguments: text.optional() }).optional() }),
} as const;

/** A request with its metadata; `params` are still to be read with one of `mcpParams`. */
export interface McpRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: unknown;
  /** The version that the request names; undefined before 2026-07-28. */
  readonly version: string | undefined;
  readonly client: McpClient | undefined;
}

/** What is wrong with a message. `id`: of its request, if that much of it can be read. */
export interface McpFault {
  readonly fault: "message" | "params";
  readonly id: string | number | null;
  readonly problem: string;
}

/**
 * Reads a message of a client; undefined for a notification, and for an answer to a question that no one asked.
 *
 * @example
 * readMcpMessage({ jsonrpc: "2.0", id: 1, method: "ping" })
 */
export function readMcpMessage(value: unknown): McpRequest | McpFault | undefined {
  const message = messageSchema.safeParse(value);
  if (!message.success) return { fault: "message", id: null, problem: problemOf(message.error) };
  const { id, method, params } = message.data;
  if (method === undefined && id === undefined)
    return { fault: "message", id: null, problem: "it has neither a method nor an id" };
  if (method === undefined || id === undefined) return undefined;
  const meta = metaSchema.safeParse(params);
  if (!meta.success) return { fault: "params", id, problem: problemOf(meta.error) };
  return { id, method, params: params ?? undefined, ...meta.data };
}

/** Returns the first problem that a schema found: `uri: Invalid input: expected string, received number`. */
export function problemOf({ issues }: { readonly issues: readonly ParamsIssue[] }): string {
  const [{ path, message } = { path: [], message: "Invalid input" }] = issues;
  return [...path.map(String), message].join(": ");
}

/** One of `mcpParams`. */
export interface ParamsSchema<P> {
  safeParse(
    params: unknown,
  ):
    | { readonly success: true; readonly data: P }
    | { readonly success: false; readonly error: Parameters<typeof problemOf>[0] };
}

interface ParamsIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
