/**
 * A model that follows rules instead of thinking, so that this project runs without a key. It loads the skill that
 * shares most words with the question, with what follows a colon as arguments, reads a text file of that skill, and
 * quotes both. A key in the environment replaces it.
 */
import type Anthropic from "@anthropic-ai/sdk";

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

/** Answers requests of the Messages API, in place of the network. */
export async function scriptedModel(_url: unknown, init?: { readonly body?: unknown }): Promise<Response> {
  const { model, system, messages } = JSON.parse(String(init?.body)) as Anthropic.MessageCreateParams;
  const question = messages[0]?.content;
  const step = decide(String(system), String(question), messages.flatMap(toolAnswers));
  const block =
    "text" in step
      ? { type: "text", text: step.text, citations: null }
      : { type: "tool_use", id: crypto.randomUUID(), name: step.tool, input: step.input };
  return Response.json({
    id: crypto.randomUUID(),
    type: "message",
    role: "assistant",
    model,
    content: [block],
    stop_reason: "text" in step ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  });
}

function toolAnswers({ content }: Anthropic.MessageParam): ToolAnswer[] {
  if (typeof content === "string") return [];
  return content.flatMap((block) => (block.type === "tool_result" ? [JSON.parse(String(block.content))] : []));
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
