/**
 * Reads an asset: a file that a build has written next to the module. Imports nothing but the access layer, because it is
 * copied into the output next to that.
 */
import { SkillError, type AssetContent, type Bytes, type ByteStream, type SkillsData } from "../access.ts";

// In every engine since 2022, except that pages without HTTPS have no `subtle`.
declare const crypto: {
  readonly subtle?: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};
declare const TextDecoder: new (
  encoding: "utf-8",
  options: { ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };
declare const ReadableStream: new (
  source: { pull(controller: StreamController): Promise<void>; cancel(): unknown },
  strategy: { readonly highWaterMark: number },
) => ByteStream;

interface StreamController {
  enqueue(bytes: Bytes): void;
  close(): void;
  error(error: unknown): void;
}

/** A file of which only the path in `assets/` and the size matter here. */
interface Asset {
  readonly asset: string;
  readonly path: string;
  readonly bytes: number;
}

/**
 * Opens an asset with the `readAsset` of the application.
 *
 * @throws SkillError `asset-unavailable` if there is none, or if reading fails (rejects).
 * @example
 * const asset = await openAsset((path) => fetch(new URL(path, "https://cdn.example.com/")), file);
 * const bytes = await asset.bytes();
 */
export const openAsset: NonNullable<SkillsData["openAsset"]> = async (readAsset, file) => {
  const asset: Asset = { ...file, asset: file.asset ?? "" };
  // Applications open files by this path: no data may lead them elsewhere.
  if (!/^assets\/[\da-f]{64}$/.test(asset.asset)) throw mismatch(asset);
  if (readAsset === undefined) throw unavailable(asset, "use createSkills({ readAsset })");
  let content: AssetContent;
  try {
    content = await readAsset(asset.asset, file);
  } catch (error) {
    throw unavailable(asset, error);
  }
  if (content === null || content === undefined) throw unavailable(asset, "readAsset returned nothing");
  if (typeof content !== "object") throw unavailable(asset, NO_BYTES);
  if ("ok" in content && content.ok === false) throw unavailable(asset, `status ${content.status}`);
  const chunks = readChunks(asset, content);
  return {
    bytes: () => readAll(asset, chunks),
    text: async () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readAll(asset, chunks)),
    stream: () => verifiedStream(asset, chunks),
  };
};

const NO_BYTES = "readAsset returned something other than bytes";

function unavailable({ asset, path }: Asset, reason: unknown): SkillError {
  const why = reason instanceof Error ? reason.message : String(reason);
  const error = new SkillError(
    "asset-unavailable",
    `The asset ${asset} (${JSON.stringify(path)}) cannot be read: ${why}`,
  );
  return reason instanceof Error ? Object.assign(error, { cause: reason }) : error;
}

function mismatch({ asset, path }: Asset): SkillError {
  return new SkillError(
    "content-mismatch",
    `The asset ${asset} (${JSON.stringify(path)}) differs from its hash: deploy the files of assets/ unchanged`,
  );
}

/** Reads the content, no further than the asset can be. */
async function* readChunks(asset: Asset, content: NonNullable<AssetContent>): AsyncGenerator<Bytes> {
  let size = 0;
  const chunks = chunksOf(content);
  try {
    for (;;) {
      let next: IteratorResult<unknown>;
      try {
        next = await chunks.next();
      } catch (error) {
        throw unavailable(asset, error);
      }
      if (next.done === true) break;
      const chunk = toBytes(next.value);
      if (chunk === undefined) throw unavailable(asset, NO_BYTES);
      size += chunk.length;
      if (size > asset.bytes) throw mismatch(asset);
      if (chunk.length > 0) yield chunk;
    }
  } finally {
    await chunks.return(undefined);
  }
  if (size < asset.bytes) throw mismatch(asset);
}

async function* chunksOf(content: NonNullable<AssetContent>): AsyncGenerator<unknown, void, undefined> {
  const source = "body" in content && content.body ? (content.body as typeof content) : content;
  if ("getReader" in source) {
    const reader: ChunkReader = source.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
      // After an error or an early end, the rest must not be downloaded; at the end this does nothing.
      await reader.cancel?.().catch(() => {});
    }
  } else if (Symbol.asyncIterator in source) yield* source;
  else yield "arrayBuffer" in source ? await source.arrayBuffer() : source;
}

interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
  cancel?(): Promise<void>;
}

/** Returns bytes as they are, without a copy; undefined for anything else. */
function toBytes(chunk: unknown): Bytes | undefined {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  // A buffer of another realm is not an instance of this one's.
  return Object.prototype.toString.call(chunk) === "[object ArrayBuffer]"
    ? new Uint8Array(chunk as ArrayBuffer)
    : undefined;
}

async function readAll(asset: Asset, chunks: AsyncIterable<Bytes>): Promise<Bytes> {
  const parts: Bytes[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  if ((await sha256(bytes)) !== digestOf(asset)) throw mismatch(asset);
  return bytes;
}

function verifiedStream(asset: Asset, chunks: AsyncGenerator<Bytes>): ByteStream {
  const digest = createSha256();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done !== true) {
            digest.update(next.value);
            return controller.enqueue(next.value);
          }
          if (digest.finish() !== digestOf(asset)) throw mismatch(asset);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: () => chunks.return(undefined),
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}

/** The name of an asset is its hash. */
function digestOf({ asset }: Asset): string {
  return asset.slice(asset.indexOf("/") + 1);
}

async function sha256(bytes: Bytes): Promise<string> {
  if (crypto.subtle !== undefined) return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  const digest = createSha256();
  digest.update(bytes);
  return digest.finish();
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of data in pieces (FIPS 180-4): WebCrypto has it only for data that is in memory as a whole. */
function createSha256(): { update(bytes: Uint8Array): void; finish(): string } {
  const state = fromHex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19");
  const tables = { constants: fromHex(ROUND_CONSTANTS), words: new Int32Array(64) };
  const block = new Uint8Array(64);
  let filled = 0;
  let length = 0;
  const update = (bytes: Uint8Array): void => {
    length += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(64 - filled, bytes.length);
      block.set(bytes.subarray(0, at), filled);
      filled += at;
      if (filled < 64) return;
      compress(state, tables, block, 0);
      filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) compress(state, tables, bytes, at);
    block.set(bytes.subarray(at));
    filled = bytes.length - at;
  };
  return {
    update,
    finish() {
      const bits = BigInt(length) * 8n;
      const end = new Uint8Array((filled < 56 ? 64 : 128) - filled);
      end[0] = 0x80;
      new DataView(end.buffer).setBigUint64(end.length - 8, bits);
      update(end);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

/** Adds the block of 64 bytes at a position to the state. Plain loops and variables, because it runs for every block. */
function compress(
  state: Int32Array,
  { constants, words }: Readonly<Record<"constants" | "words", Int32Array>>,
  bytes: Uint8Array,
  from: number,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, 64);
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(at * 4);
  for (let at = 16; at < 64; at++) {
    const one = words[at - 15] as number;
    const two = words[at - 2] as number;
    const first = turn(one, 7) ^ turn(one, 18) ^ (one >>> 3);
    const second = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    words[at] = ((words[at - 16] as number) + first + (words[at - 7] as number) + second) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let at = 0; at < 64; at++) {
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const next1 = (h + sum1 + ((e & f) ^ (~e & g)) + (constants[at] as number) + (words[at] as number)) | 0;
    const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const next2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + next1) | 0;
    d = c;
    c = b;
    b = a;
    a = (next1 + next2) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = (state[at] as number) + (added[at] as number);
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fromHex(digits: string): Int32Array {
  return Int32Array.from(digits.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16));
}

const ROUND_CONSTANTS =
  "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe" +
  "9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7" +
  "c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664b" +
  "c24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3" +
  "748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2";
