/** A server that speaks the protocols of the providers, and answers as the scripted model of the starters does. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { starterPath } from "./starter.ts";

/** A message of the AI SDK, as far as the scripted model reads it. */
type Message =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: readonly { readonly type: "text"; readonly text: string }[] }
  | {
      readonly role: "tool";
      readonly content: readonly {
        readonly type: "tool-result";
        readonly output: { readonly type: "json"; readonly value: unknown };
      }[];
    };

/** What the scripted model answers: one part. */
type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: string };

/** The scripted model of the starters, whose packages are not installed here. */
interface Scripted {
  doGenerate(options: { readonly prompt: readonly Message[] }): PromiseLike<{ readonly content: readonly unknown[] }>;
}

/** A request of which a test may ask what was sent. */
interface Seen {
  readonly protocol: string;
  readonly key: string | undefined;
  readonly model: unknown;
}

/** A running provider. Its URLs are those that a client takes as its base. */
export interface Provider {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): void;
}

type Json = Readonly<Record<string, unknown>>;
/** Events of a stream: `event` is left out where the protocol has none. */
type Events = readonly { readonly event?: string; readonly data: unknown }[];

interface Protocol {
  readonly key: (header: (name: string) => string | undefined) => string | undefined;
  readonly prompt: (body: Json) => readonly Message[];
  readonly answer: (part: Part) => unknown;
  readonly events: (part: Part) => Events;
}

const bearer: Protocol["key"] = (header) => header("authorization")?.replace("Bearer ", "");
const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const toolAnswer = (text: unknown): Message => ({
  role: "tool",
  content: [{ type: "tool-result", output: { type: "json", value: parsed(String(text)) } }],
});
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { error: text };
  }
}
/** The text of a content that may be a string or a list of parts. */
const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : ((content ?? []) as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("");

const anthropicBlock = (part: Part): Json =>
  part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "tool_use", id: part.toolCallId, name: part.toolName, input: JSON.parse(part.input) as unknown };
const anthropicMessage = (part: Part | undefined): Json => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "fake",
  content: part === undefined ? [] : [anthropicBlock(part)],
  stop_reason: part === undefined ? null : part.type === "text" ? "end_turn" : "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const anthropic: Protocol = {
  key: (header) => header("x-api-key"),
  prompt: ({ system, messages }) => [
    { role: "system", content: textOf(system) },
    ...(messages as readonly Json[]).flatMap(({ role, content }): Message[] => {
      if (role !== "user") return [];
      if (typeof content === "string") return [user(content)];
      return (content as readonly Json[]).map((block) =>
        block["type"] === "tool_result" ? toolAnswer(textOf(block["content"])) : user(String(block["text"])),
      );
    }),
  ],
  answer: anthropicMessage,
  events: (part) => {
    const event = (type: string, more: Json = {}) => ({ event: type, data: { type, ...more } });
    const delta =
      part.type === "text"
        ? { type: "text_delta", text: part.text }
        : { type: "input_json_delta", partial_json: part.input };
    const empty = part.type === "text" ? { type: "text", text: "" } : { ...anthropicBlock(part), input: {} };
    return [
      event("message_start", { message: anthropicMessage(undefined) }),
      event("content_block_start", { index: 0, content_block: empty }),
      event("content_block_delta", { index: 0, delta }),
      event("content_block_stop", { index: 0 }),
      event("message_delta", {
        delta: { stop_reason: anthropicMessage(part)["stop_reason"], stop_sequence: null },
        usage: { output_tokens: 1 },
      }),
      event("message_stop"),
    ];
  },
};

const openaiItem = (part: Part): Json =>
  part.type === "text"
    ? {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: part.text, annotations: [] }],
      }
    : {
        type: "function_call",
        id: "fc_1",
        call_id: part.toolCallId,
        name: part.toolName,
        arguments: part.input,
        status: "completed",
      };
const openaiResponse = (part: Part): Json => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "fake",
  status: "completed",
  output: [openaiItem(part)],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

const openai: Protocol = {
  key: bearer,
  prompt: ({ input }) =>
    (input as readonly Json[]).flatMap((item): Message[] => {
      if (item["type"] === "function_call_output") return [toolAnswer(textOf(item["output"]))];
      if (item["role"] === "system" || item["role"] === "developer")
        return [{ role: "system", content: textOf(item["content"]) }];
      return item["role"] === "user" ? [user(textOf(item["content"]))] : [];
    }),
  answer: openaiResponse,
  events: (part) => {
    const event = (type: string, more: Json) => ({ event: type, data: { type, ...more } });
    const item = openaiItem(part);
    const at = { output_index: 0, item_id: item["id"] };
    return [
      event("response.created", { response: { id: "resp_1", created_at: 1, model: "fake" } }),
      event("response.output_item.added", {
        output_index: 0,
        item: part.type === "text" ? { ...item, content: [] } : { ...item, arguments: "" },
      }),
      part.type === "text"
        ? event("response.output_text.delta", { ...at, content_index: 0, delta: part.text })
        : event("response.function_call_arguments.delta", { ...at, delta: part.input }),
      event("response.output_item.done", { output_index: 0, item }),
      event("response.completed", { response: openaiResponse(part) }),
    ];
  },
};

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const finishOf = (part: Part): Json =>
  part.type === "text" ? { unified: "stop", raw: "stop" } : { unified: "tool-calls", raw: "tool-calls" };

const gateway: Protocol = {
  key: bearer,
  prompt: ({ prompt }) => prompt as readonly Message[],
  answer: (part) => ({ content: [part], finishReason: finishOf(part), usage, warnings: [] }),
  events: (part) =>
    [
      { type: "stream-start", warnings: [] },
      ...(part.type === "text"
        ? [
            { type: "text-start", id: "1" },
            { type: "text-delta", id: "1", delta: part.text },
            { type: "text-end", id: "1" },
          ]
        : [part]),
      { type: "finish", finishReason: finishOf(part), usage },
    ].map((data) => ({ data })),
};

/** By the end of the path. */
const protocols: Readonly<Record<string, Protocol>> = {
  "/messages": anthropic,
  "/responses": openai,
  "/language-model": gateway,
};

/** Starts a provider on this machine; it answers any key. */
export async function startProvider(): Promise<Provider> {
  const { href } = pathToFileURL(starterPath("hono", "src/scripted-model.ts"));
  const { scriptedModel: model } = (await import(/* @vite-ignore */ href)) as { readonly scriptedModel: Scripted };
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const [name, protocol] = Object.entries(protocols).find(([end]) => path.endsWith(end)) ?? [];
    if (name === undefined || protocol === undefined) return response.writeHead(404).end();
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Json;
    const header = (key: string): string | undefined => request.headers[key]?.toString();
    seen.push({ protocol: name, key: protocol.key(header), model: body["model"] ?? header("ai-language-model-id") });
    const { content } = await model.doGenerate({ prompt: protocol.prompt(body) });
    const part = content[0] as Part;
    if (body["stream"] !== true && header("ai-language-model-streaming") !== "true") {
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify(protocol.answer(part)));
    }
    response.setHeader("content-type", "text/event-stream");
    for (const { event, data } of protocol.events(part))
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
    return response.end("data: [DONE]\n\n".repeat(name === "/language-model" ? 1 : 0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, seen, close: () => server.close() };
}
