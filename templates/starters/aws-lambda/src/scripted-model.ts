/**
 * A model that follows rules instead of thinking, so that this project runs without a key. It loads the skill that
 * shares most words with the question, with what follows a colon as arguments, reads a text file of that skill, and
 * quotes both. A key in the environment replaces it.
 */
import type { LanguageModel } from "ai";

type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type Prompt = Parameters<Model["doGenerate"]>[0]["prompt"];
type Reply = Awaited<ReturnType<Model["doGenerate"]>>;

/** The next step of the model: a call of a tool, or the answer. */
type Step = { readonly tool: string; readonly input: object } | { readonly text: string };

/** What `load_skill` and `read_skill_resource` answer; `error` if the call was wrong. */
interface ToolAnswer {
  readonly error?: string;
  readonly name?: string;
  readonly instructions?: string;
  readonly resources?: readonly { readonly path: string; readonly media_type: string }[];
  readonly content?: string;
}

export const scriptedModel: Model = {
  specificationVersion: "v4",
  provider: "scripted",
  modelId: "scripted",
  supportedUrls: {},
  doGenerate: async ({ prompt }) => reply(prompt),
  async doStream({ prompt }) {
    const { content, finishReason, usage } = reply(prompt);
    const id = "text";
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue({ type: "stream-start", warnings: [] });
        for (const part of content) {
          if (part.type === "text") {
            controller.enqueue({ type: "text-start", id });
            controller.enqueue({ type: "text-delta", id, delta: part.text });
            controller.enqueue({ type: "text-end", id });
          } else controller.enqueue(part);
        }
        controller.enqueue({ type: "finish", finishReason, usage });
        controller.close();
      },
    });
    return { stream };
  },
};

function reply(prompt: Prompt): Reply {
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const index = prompt.find(({ role }) => role === "system");
  const step = decide(textOf(index), textOf(prompt[asked]), prompt.slice(asked + 1).flatMap(toolAnswers));
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  if ("text" in step)
    return {
      content: [{ type: "text", text: step.text }],
      finishReason: { unified: "stop", raw: "stop" },
      usage,
      warnings: [],
    };
  const call = { toolCallId: crypto.randomUUID(), toolName: step.tool, input: JSON.stringify(step.input) };
  const finishReason = { unified: "tool-calls", raw: "tool-calls" } as const;
  return { content: [{ type: "tool-call", ...call }], finishReason, usage, warnings: [] };
}

function textOf(message: Prompt[number] | undefined): string {
  if (message === undefined) return "";
  if (message.role === "system") return message.content;
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function toolAnswers({ role, content }: Prompt[number]): ToolAnswer[] {
  if (role !== "tool") return [];
  return content.flatMap((part) =>
    part.type === "tool-result" && part.output.type === "json" ? [part.output.value as ToolAnswer] : [],
  );
}

/** The rules, for any model API: from the index, the question and the answers of the tools so far to the next step. */
function decide(index: string, question: string, [loaded, read]: readonly ToolAnswer[]): Step {
  if (loaded === undefined) {
    const names = new Map([...index.matchAll(/^- (\S+): .*/gm)].map(([line, name = ""]) => [line, name]));
    const name = names.get(closest([...names.keys()], question) ?? "");
    if (name === undefined)
      return { text: `No skill fits this question. There are: ${[...names.values()].join(", ")}.` };
    const [, args] = /:\s*(.*)/s.exec(question) ?? [];
    return { tool: "load_skill", input: { name, ...(args !== undefined && { arguments: args }) } };
  }
  const { error, name, instructions = "", resources = [] } = loaded;
  if (error !== undefined) return { text: error };
  const path = resources.find(({ media_type }) => /^text|json/.test(media_type))?.path;
  if (path !== undefined && read === undefined) return { tool: "read_skill_resource", input: { name, path } };
  const title = instructions.split("\n")[0]?.replace(/^#+ /, "");
  const lines = read?.content?.split("\n") ?? [];
  const quote = path === undefined ? "" : ` In ${path}: "${closest(lines, question) ?? lines[0]}".`;
  return { text: `I loaded the skill ${name}: "${title}".${quote}` };
}

/** Returns the line that shares most with the question, where long words count more; undefined if none does. */
function closest(lines: readonly string[], question: string): string | undefined {
  const words = new Set(wordsOf(question));
  const shared = (line: string): string[] => [...new Set(wordsOf(line))].filter((word) => words.has(word));
  const scores = lines.map((line) => shared(line).join("").length);
  const best = Math.max(0, ...scores);
  return best > 0 ? lines[scores.indexOf(best)] : undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
}
