import { faultAnswer, parseError } from "./mcp-server.ts";

/** A client sends names, addresses and arguments; as values, a byte becomes up to 15. */
export const MOST_MESSAGE = 1024 * 1024;

interface Collector {
  readonly size: () => number;
  add(piece: Uint8Array): void;
  /** Returns all bytes and clears the collector. */
  take(): Uint8Array;
}

/** One growing block: pieces of a single byte would each cost a hundred. */
export function createCollector(): Collector {
  let block = new Uint8Array(0);
  let size = 0;
  return {
    size: () => size,
    add(piece) {
      const needed = size + piece.length;
      if (needed > block.length) {
        const larger = new Uint8Array(Math.max(needed, Math.min(2 * block.length, MOST_MESSAGE)));
        larger.set(block.subarray(0, size));
        block = larger;
      }
      block.set(piece, size);
      size = needed;
    },
    take() {
      const bytes = block.subarray(0, size);
      block = new Uint8Array(0);
      size = 0;
      return bytes;
    },
  };
}

export function tooLong(): object {
  return faultAnswer({ fault: "message", id: null, problem: `it has more than ${MOST_MESSAGE} bytes` });
}

/** Returns the answer to bytes that are not a JSON message. */
export function parseMessage(bytes: Uint8Array): { readonly value: unknown } | { readonly answer: object } {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return { answer: parseError() };
  }
}
