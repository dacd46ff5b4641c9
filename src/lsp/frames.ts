/**
 * Passes on those frames of an editor that are messages. At a header without a length, or a body that is not UTF-8, the
 * library stops reading for good: the editor would get no answers any longer.
 *
 * Source: Language Server Protocol 3.17, "Base Protocol".
 */
import { Transform } from "node:stream";
import { MOST_READ } from "../model/host.ts";
import { isObject } from "../model/json.ts";

const END_OF_HEADER = "\r\n\r\n";
/** Bytes of a header that are searched for a length: the rest of it is what a broken frame has left. */
const LONGEST_HEADER = 4096;

/**
 * Creates a stream that takes what an editor sends, and gives the frames that the library can read.
 *
 * @param onDropped Gets why a frame is dropped: what follows it is read again.
 */
export function createFrameFilter(onDropped: (why: string) => void): Transform {
  let bytes: Buffer = Buffer.alloc(0);
  /** What has arrived of a body, and how long it is; no length before its header is there. */
  let body: { readonly pieces: Buffer[]; missing: number } | undefined;
  const readHeader = (): boolean => {
    const end = bytes.indexOf(END_OF_HEADER);
    if (end === -1) {
      if (bytes.length > LONGEST_HEADER) bytes = Buffer.from(bytes.subarray(-LONGEST_HEADER));
      return false;
    }
    const length = lengthIn(bytes.toString("latin1", Math.max(0, end - LONGEST_HEADER), end));
    bytes = bytes.subarray(end + END_OF_HEADER.length);
    if (typeof length === "string") onDropped(length);
    else body = { pieces: [], missing: length };
    return true;
  };
  const readBody = (open: NonNullable<typeof body>, pass: (frame: Buffer) => void): boolean => {
    const piece = bytes.subarray(0, open.missing);
    open.pieces.push(piece);
    open.missing -= piece.length;
    bytes = bytes.subarray(piece.length);
    if (open.missing > 0) return false;
    body = undefined;
    const text = Buffer.concat(open.pieces);
    const fault = faultOf(text);
    if (fault !== undefined) onDropped(fault);
    else pass(Buffer.concat([Buffer.from(`Content-Length: ${text.length}${END_OF_HEADER}`), text]));
    return true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      while (body === undefined ? readHeader() : readBody(body, (frame) => this.push(frame)));
      done();
    },
  });
}

/** Returns the length that a header names, or why it has none. What precedes it on its line is the rest of a broken frame. */
function lengthIn(header: string): number | string {
  const digits = /^Content-Length: *(\d+) *$/im.exec(header)?.[1] ?? /Content-Length: *(\d+) *$/im.exec(header)?.[1];
  if (digits === undefined) return "a header names no length";
  const length = Number(digits);
  return length <= MOST_READ ? length : `a message is too long: ${digits} bytes, max ${MOST_READ}`;
}

/** Returns why a body is not a message that the library can read; it checks the parameters of requests itself. */
function faultOf(body: Buffer): string | undefined {
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return "a message is not JSON in UTF-8";
  }
  if (!isObject(message)) return "a message is not an object";
  const { id, method, params } = message;
  if (method !== undefined && typeof method !== "string") return "a method is not a text";
  if (id !== undefined && id !== null && typeof id !== "string" && typeof id !== "number")
    return "an id is neither a number nor a text";
  if (id !== undefined) return undefined;
  return DOCUMENTS.test(String(method)) && !isAboutText(params) ? `${method} is not about a text` : undefined;
}

/** Notifications after which the server keeps a text, or another one. */
const DOCUMENTS = /^textDocument\/did(?:Open|Change|Close|Save)$/;

function isAboutText(params: unknown): boolean {
  if (!isObject(params) || !isObject(params["textDocument"])) return false;
  const { uri, text, version } = params["textDocument"];
  const { contentChanges = [] } = params;
  if (typeof uri !== "string" || !Array.isArray(contentChanges)) return false;
  if (text !== undefined && typeof text !== "string") return false;
  if (version !== undefined && version !== null && typeof version !== "number") return false;
  return contentChanges.every((change) => isObject(change) && typeof change["text"] === "string");
}
