/** The entries of a catalog as the last build wrote them: those that are the same need not be joined again. */
import { createHash } from "node:crypto";
import { asBuffer } from "../../host/as-buffer.ts";
import { attempt } from "../../host/attempt.ts";
import { readRegular } from "../../host/read-regular.ts";
import { isFailure } from "../../model/host.ts";
import type { Piece } from "../../model/piece.ts";
import type { Catalog } from "../../runtime/catalog/catalog.ts";
import { catalogFrame } from "../../piece/index.ts";
import { runsOf, type SplicedOrder } from "./kept-columns.ts";

/** What is known of a catalog that was written. */
interface WrittenCatalog {
  readonly head: Omit<Catalog, "hash" | "skills">;
  readonly hash: string;
  /** Bytes of each entry. */
  readonly lengths: Uint32Array;
}

/**
 * Returns the entries of other skills, most of which are in a catalog, in parts; undefined if its file is not what was
 * written: its own hash says so.
 *
 * @param path Absolute path of `catalog.json`.
 */
export function readEntries(
  path: string,
  { head, hash, lengths }: WrittenCatalog,
  order: SplicedOrder,
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
  return `sha256:${found}` === hash ? spliceParts(entries, lengths, order) : undefined;
}

/** Returns a file that was written, as it is now; undefined if it cannot be read. */
export function readOutput(path: string): Buffer | undefined {
  const bytes = attempt(() => readRegular(path, { noFollow: true }));
  return isFailure(bytes) ? undefined : bytes;
}

/** Of those that are joined, only the first has no comma. */
function spliceParts(entries: Buffer, lengths: Uint32Array, order: SplicedOrder): readonly Uint8Array[] {
  const starts = new Float64Array(lengths.length + 1);
  for (let at = 0, end = -1; at < lengths.length; at++) starts[at + 1] = end += lengths[at] as number;
  const parts: Uint8Array[] = [];
  let done = 0;
  const add = (entry: Uint8Array, isAfterComma: boolean): void => {
    if (done === 0) return void parts.push(entry.subarray(isAfterComma ? 1 : 0));
    if (!isAfterComma) parts.push(COMMA);
    parts.push(entry);
  };
  const addNew = (until: number): void => {
    for (const one of order.slice(done, until)) {
      add(asBuffer((one as Piece).entry), true);
      done++;
    }
  };
  for (const { at, start, end } of runsOf(order)) {
    addNew(at);
    add(entries.subarray(starts[start], starts[end]), start > 0);
    done += end - start;
  }
  addNew(order.length);
  return parts.filter(({ length }) => length > 0);
}

const COMMA = Buffer.from(",");
