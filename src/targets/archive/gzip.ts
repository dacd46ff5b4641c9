/** gzip (RFC 1952) without a name, a time and a system. */
import { isFailure } from "../../model/host.ts";
import { crc32 } from "./crc32.ts";
import { deflate } from "./deflate.ts";
import type { MemberBytes } from "./member.ts";

/** Deflate; no flags, no time; compressed as well as possible; unknown system. */
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255);

/** After a failure nothing follows. */
export function* gzip(pieces: Iterable<MemberBytes>): Generator<MemberBytes> {
  let checksum = 0;
  let size = 0;
  let hasFailed = false;
  function* measured(): Generator<MemberBytes> {
    for (const piece of pieces) {
      if (isFailure(piece)) hasFailed = true;
      else {
        checksum = crc32(piece, checksum);
        size += piece.length;
      }
      yield piece;
    }
  }
  yield HEAD;
  yield* deflate(measured());
  if (hasFailed) return;
  const end = new Uint8Array(8);
  const view = new DataView(end.buffer);
  view.setUint32(0, checksum, true);
  view.setUint32(4, size >>> 0, true);
  yield end;
}
