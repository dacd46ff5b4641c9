/**
 * A client whose model follows rules instead of thinking, to try the server without a key. It loads the skill that
 * shares most words with the question, with what follows a colon as arguments, reads a text file of that skill, and
 * quotes both. Delete this file when you connect a real client.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

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

const question = process.argv.slice(2).join(" ") || "Write a commit message: parser";
const client = new Client({ name: "scripted-client", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ["dist/index.js"] }));
const index = client.getInstructions() ?? "";

const answers: ToolAnswer[] = [];
let step = decide(index, question, answers);
for (; "tool" in step; step = decide(index, question, answers)) {
  console.log(`${step.tool} ${JSON.stringify(step.input)}`);
  const { content } = await client.callTool({ name: step.tool, arguments: { ...step.input } });
  const [block] = content as { text: string }[];
  answers.push(JSON.parse(block?.text ?? "{}") as ToolAnswer);
}
console.log(step.text);
await client.close();

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
