/** Reads an object of a source: within a time and a size, and only if it is what its hash says. */
import { mismatch, SkillError, type ByteStream } from "../access.ts";
import { hashOf } from "../verify/sha256.ts";
import { MAX_OBJECT } from "./live-format.ts";

declare const TextDecoder: new (
  encoding: "utf-8",
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Ends what takes too long: an `AbortSignal`. */
export interface Deadline {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * An object as a source returns it.
 *
 * @example
 * const object: LiveObject = { body: response.body ?? "", etag: response.headers.get("etag") };
 */
export interface LiveObject {
  /** JSON: a text, or a stream of its bytes, which is not read beyond 4 MB. */
  readonly body: string | ByteStream;
  /** What the source calls this version: the next call of `load` gets it. */
  readonly etag?: string | null | undefined;
}

/** The part of a stream that is used: not every set of types has the rest. */
interface Readable {
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>; cancel(): Promise<void> };
}

export interface ReadObject {
  readonly text: string;
  readonly hash: string;
}

/** Reads the body of an object. Throws SkillError for one that is too large or not UTF-8. */
export async function readBody(key: string, body: LiveObject["body"], deadline: Deadline): Promise<ReadObject> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : await readStream(key, body, deadline);
  if (bytes.length > MAX_OBJECT) throw tooLarge(key);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw mismatch(`${key} is not UTF-8`);
  }
  return { text, hash: await hashOf(bytes) };
}

/** Parses an object; undefined is none of the values that JSON has. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits no longer than a deadline. The work itself is not stopped. */
export async function within<Value>(
  deadline: Deadline,
  what: string,
  work: PromiseLike<Value> | Value,
): Promise<Value> {
  let stop: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new SkillError("asset-unavailable", `${what} took too long`));
    if (deadline.aborted) stop();
    deadline.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    if (stop !== undefined) deadline.removeEventListener("abort", stop);
  }
}

async function readStream(key: string, body: ByteStream, deadline: Deadline): Promise<Uint8Array> {
  const reader = (body as unknown as Readable).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await within(deadline, key, reader.read());
      if (done || value === undefined) break;
      chunks.push(value);
      size += value.length;
      if (size > MAX_OBJECT) throw tooLarge(key);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function tooLarge(key: string): SkillError {
  return mismatch(`${key} is larger than ${MAX_OBJECT} bytes: publish the catalog with splitCatalog`);
}
