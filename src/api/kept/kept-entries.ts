/** The entries of a catalog as the last build wrote them: those that are the same need not be joined again. */
import { createHash } from "node:crypto";
import { asBuffer } from "../../host/as-buffer.ts";
import { attempt } from "../../host/attempt.ts";
import { readRegular } from "../../host/read-regular.ts";
import { isFailure } from "../../model/host.ts";
import type { Piece } from "../../model/piece.ts";
import type { Catalog } from "../../runtime/catalog/catalog.ts";
import { catalogFrame } from "../../piece/index.ts";

/** What is known of a catalog that was written. */
interface WrittenCatalog {
  readonly head: Omit<Catalog, "hash" | "skills">;
  readonly hash: string;
  /** Bytes of each entry. */
  readonly lengths: Uint32Array;
}

/**
 * Returns the entries of a catalog with others in some places, in parts; undefined if the file is not what was written: its
 * own hash says so.
 *
 * @param path Absolute path of `catalog.json`.
 */
export function readEntries(
  path: string,
  { head, hash, lengths }: WrittenCatalog,
  replaced: ReadonlyMap<number, Piece>,
): readonly Uint8Array[] | undefined {
  const [start, end] = catalogFrame(head, lengths.length).map((text) => Buffer.from(text, "utf8"));
  const written = { ...head, hash };
  const [first] = catalogFrame(written, lengths.length);
  const bytes = readOutput(path);
  if (bytes === undefined || start === undefined || end === undefined) return undefined;
  const from = Buffer.byteLength(first, "utf8");
  // Only the first entry has no comma.
  const size = lengths.reduce((sum, length) => sum + length, -1);
  const entries = bytes.subarray(from, from + size);
  if (lengths.length === 0 || entries.length !== size) return undefined;
  const found = createHash("sha256").update(start).update(entries).update(end).digest("hex");
  return `sha256:${found}` === hash ? replaceParts(entries, lengths, replaced) : undefined;
}

/** Returns a file that was written, as it is now; undefined if it cannot be read. */
export function readOutput(path: string): Buffer | undefined {
  const bytes = attempt(() => readRegular(path, { noFollow: true }));
  return isFailure(bytes) ? undefined : bytes;
}

function replaceParts(
  entries: Buffer,
  lengths: Uint32Array,
  replaced: ReadonlyMap<number, Piece>,
): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let [done, place] = [0, -1];
  for (let at = 0; at < lengths.length; at++) {
    const end = place + (lengths[at] as number);
    const piece = replaced.get(at);
    if (piece !== undefined) {
      parts.push(entries.subarray(done, Math.max(0, place)), asBuffer(piece.entry).subarray(at === 0 ? 1 : 0));
      done = end;
    }
    place = end;
  }
  return [...parts, entries.subarray(done)].filter(({ length }) => length > 0);
}
