import { once } from "node:events";
import { codes, failure, type McpServer } from "./mcp-server.ts";
import { createCollector, MOST_MESSAGE, parseMessage, tooLong } from "./message-bytes.ts";

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Resolves when the input has ended and every line is answered. Lines are read only as fast as the client reads
 * answers.
 *
 * @throws Rejects if the input cannot be read.
 */
export async function serveStdio(server: McpServer, { input, output }: Streams): Promise<void> {
  for await (const line of linesOf(input)) {
    const answer = await answerLine(server, line);
    if (answer !== undefined && !output.write(`${answer}\n`)) await once(output, "drain");
  }
}

async function answerLine(server: McpServer, line: Uint8Array | undefined): Promise<string | undefined> {
  try {
    if (line === undefined) return JSON.stringify(tooLong());
    if (isBlank(line)) return undefined;
    const parsed = parseMessage(line);
    const answer = "answer" in parsed ? parsed.answer : await server.answer(parsed.value);
    return answer && JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify(failure(null, codes.internalError, error instanceof Error ? error.message : "unknown"));
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** Splits at line feeds only: a text may contain U+2028. Undefined for a line that is too long to keep. */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<Uint8Array | undefined> {
  const line = createCollector();
  let isTooLong = false;
  const add = (piece: Buffer): void => {
    isTooLong ||= line.size() + piece.length > MOST_MESSAGE;
    if (isTooLong) line.take();
    else line.add(piece);
  };
  const take = (): Uint8Array | undefined => {
    const bytes = line.take();
    if (!isTooLong) return bytes;
    isTooLong = false;
    return undefined;
  };
  for await (const chunk of input) {
    let rest = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      add(rest.subarray(0, end));
      yield take();
      rest = rest.subarray(end + 1);
    }
    add(rest);
  }
  if (isTooLong || line.size() > 0) yield take();
}

const LINE_FEED = 10;
