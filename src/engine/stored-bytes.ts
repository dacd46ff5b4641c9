/**
 * Bytes in memory or in a file, of which only what is needed is read: memory that was never used before costs more than
 * reading, hashing and writing together.
 */
import { createHash, hash } from "node:crypto";
import { asBuffer } from "../host/as-buffer.ts";
import type { StoredBytes } from "../model/stored-bytes.ts";

export function inMemory(bytes: Uint8Array): StoredBytes {
  return {
    length: bytes.length,
    bytes,
    copyTo(target, start) {
      target.set(bytes.subarray(start, start + target.length));
      return true;
    },
  };
}

/** What an earlier run has kept is not there any more: everything is done again. */
export class LostBytes extends Error {
  override readonly name = "LostBytes";
}

export const NO_BYTES = inMemory(new Uint8Array());

/** Joins bytes without copying them. */
export function joinStored(pieces: readonly StoredBytes[]): StoredBytes {
  const filled = pieces.filter(({ length }) => length > 0);
  const [first = NO_BYTES, ...others] = filled;
  if (others.length === 0) return first;
  return {
    length: filled.reduce((sum, { length }) => sum + length, 0),
    pieces: filled,
    release() {
      for (const piece of filled) piece.release?.();
    },
    copyTo(target, start) {
      let [at, place] = [0, start];
      for (const piece of filled) {
        if (at === target.length) break;
        if (place < piece.length) {
          const part = target.subarray(at, at + Math.min(piece.length - place, target.length - at));
          if (!piece.copyTo(part, place)) return false;
          at += part.length;
        }
        place = Math.max(0, place - piece.length);
      }
      return true;
    },
  };
}

/** Returns some of the bytes; nothing is read yet. */
export function sliceStored(stored: StoredBytes, from: number, to: number): StoredBytes {
  if (from === 0 && to === stored.length) return stored;
  if (stored.bytes !== undefined) return inMemory(stored.bytes.subarray(from, to));
  return {
    length: to - from,
    copyTo: (target, start) => stored.copyTo(target, from + start),
    release: () => stored.release?.(),
  };
}

/** Reads all bytes, or some of them; undefined if they are no longer there. */
export function readStored(stored: StoredBytes, from = 0, to = stored.length): Buffer | undefined {
  if (stored.bytes !== undefined) return asBuffer(stored.bytes.subarray(from, to));
  const bytes = Buffer.allocUnsafe(to - from);
  return stored.copyTo(bytes, from) ? bytes : undefined;
}

/** As `readStored`; throws `LostBytes` if they are no longer there. */
export function needStored(stored: StoredBytes, from = 0, to = stored.length): Buffer {
  const bytes = readStored(stored, from, to);
  if (bytes === undefined) throw new LostBytes();
  return bytes;
}

/** Returns the same with all bytes in memory; undefined if they are no longer there. */
export function loadStored(stored: StoredBytes): (StoredBytes & { readonly bytes: Buffer }) | undefined {
  const bytes = readStored(stored);
  return bytes && { ...stored, bytes };
}

const WINDOW = 64 * 1024;

/** Returns all bytes in parts, the next of which may be written over one; throws `LostBytes` if they are no longer there. */
export function* partsOfStored(
  stored: StoredBytes,
  space = { window: undefined as Buffer | undefined },
): Generator<Uint8Array> {
  if (stored.pieces !== undefined) for (const piece of stored.pieces) yield* partsOfStored(piece, space);
  else if (stored.bytes !== undefined) yield stored.bytes;
  else
    for (let at = 0; at < stored.length; at += WINDOW) {
      const window = (space.window ??= Buffer.allocUnsafeSlow(WINDOW));
      const bytes = window.subarray(0, Math.min(WINDOW, stored.length - at));
      if (!stored.copyTo(bytes, at)) throw new LostBytes();
      yield bytes;
    }
}

/** Passes such parts on; returns false if they are no longer there. */
export function streamStored(stored: StoredBytes, use: (bytes: Uint8Array) => void): boolean {
  try {
    for (const bytes of partsOfStored(stored)) use(bytes);
    return true;
  } catch (error) {
    if (error instanceof LostBytes) return false;
    throw error;
  }
}

/** Returns the SHA-256 of bytes as hexadecimal text; undefined if they are no longer there. */
export function hashStored(stored: StoredBytes): string | undefined {
  if (stored.bytes !== undefined) return hash("sha256", stored.bytes, "hex");
  const digest = createHash("sha256");
  return streamStored(stored, (bytes) => void digest.update(bytes)) ? digest.digest("hex") : undefined;
}

/** Whether a text occurs in the bytes; also if they are no longer there. */
export function containsText(stored: StoredBytes, text: string): boolean {
  const wanted = Buffer.from(text, "utf8");
  const most = wanted.length - 1;
  /** The end of what was passed on: the text may start in one piece and end in the next. */
  let last = Buffer.alloc(0);
  let isFound = false;
  const isRead = streamStored(stored, (bytes) => {
    const some = asBuffer(bytes);
    const seam = Buffer.concat([last, some.subarray(0, most)]);
    isFound ||= some.includes(wanted) || seam.includes(wanted);
    const end = some.length < most ? seam : some;
    last = Buffer.from(end.subarray(Math.max(0, end.length - most)));
  });
  return isFound || !isRead;
}
