/** MCP over standard input and output: one JSON message per line. */
import { createInterface } from "node:readline";
import { parseError, type McpServer } from "./mcp-server.ts";

export interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Answers every line of the input, in any order; resolves when the input has ended and all is answered. */
export async function serveStdio(server: McpServer, { input, output }: Streams): Promise<void> {
  const open = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const answered = answerLine(server, line).then((answer) => {
      if (answer !== undefined) output.write(`${JSON.stringify(answer)}\n`);
    });
    open.add(answered);
    void answered.finally(() => open.delete(answered));
  }
  await Promise.all(open);
}

async function answerLine(server: McpServer, line: string): Promise<object | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return parseError();
  }
  return server.answer(message);
}
