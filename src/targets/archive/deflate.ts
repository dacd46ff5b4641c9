/**
 * Deflate in JavaScript: the zlib of Node has other code on other machines, and the digest of an archive must not depend on
 * the machine. Nothing else imports the library.
 */
// The entry for Node loads worker_threads for functions that nothing here uses.
import { Deflate, deflateSync } from "fflate/browser";
import { isFailure } from "../../model/host.ts";
import type { MemberBytes } from "./member.ts";

/** Bytes that are compressed at a time: the result depends on how a text is cut, so it is cut alike wherever it comes from. */
const BLOCK = 65_536;

/** The size of the table of the compressor, as of its other users: by default it follows from a logarithm. */
const OPTIONS = { level: 9, mem: 4 } as const;

/** Compresses bytes that come in pieces of any size. After a failure nothing follows. */
export function* deflate(pieces: Iterable<MemberBytes>): Generator<MemberBytes> {
  const compressed: Uint8Array[] = [];
  // It has tables of its own, which most archives are too small for.
  let compressor: Deflate | undefined;
  const block = new Uint8Array(BLOCK);
  let filled = 0;
  for (const piece of pieces) {
    if (isFailure(piece)) return yield piece;
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + BLOCK - filled);
      block.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < BLOCK) continue;
      compressor ??= new Deflate(OPTIONS, (part) => compressed.push(part));
      compressor.push(block);
      filled = 0;
      yield* compressed.splice(0);
    }
  }
  const rest = block.subarray(0, filled);
  if (compressor === undefined) return yield deflateSync(rest, OPTIONS);
  compressor.push(rest, true);
  yield* compressed.splice(0);
}
