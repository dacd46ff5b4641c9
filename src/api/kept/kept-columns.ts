/** The columns of all skills of a catalog as one part of a record, with what the catalog and the types say about all of them. */
import type { StoredBytes } from "../../engine/stored-bytes.ts";
import { asBuffer } from "../../host/as-buffer.ts";
import type { AssetMode, Piece, PieceColumns, SkillLines } from "../../model/piece.ts";
import { setColumns } from "../../piece/index.ts";
import { joinSections, splitSections, toJson, toNumbers } from "./kept-sections.ts";

/** What is kept besides the numbers, as JSON. */
interface ColumnsHead {
  /** The hash of the catalog. */
  readonly hash: string;
  /** SHA-256 of the lines about all skills; undefined where no module is written. */
  readonly lineHashes?: SkillLines | undefined;
  readonly ids: readonly string[];
  readonly mediaTypes: readonly string[];
  /** Of rows. */
  readonly modes: readonly AssetMode[];
}

export interface KeptColumns extends Pick<ColumnsHead, "hash" | "lineHashes"> {
  readonly columns: PieceColumns;
  /** The digests of all contents. */
  readonly digests: Uint8Array;
}

/** Bytes of a SHA-256. */
const DIGEST = 32;

/** Returns the bytes of columns. */
export function writeColumns({ columns, digests, hash, lineHashes }: KeptColumns): StoredBytes {
  const { ids, mediaTypes, rows, idBits, preload, tokens, entries, from, sizes, binary, media } = columns;
  const modes = Object.keys(rows) as AssetMode[];
  const head: ColumnsHead = { hash, lineHashes, ids, mediaTypes, modes };
  const ofRows = Object.values(rows).flatMap(({ lengths, digests: stands }) => [lengths, stands]);
  const numbers = [idBits, preload, tokens, entries, from, sizes, binary, media, ...ofRows];
  return joinSections([toJson(head), digests, ...numbers.map(toNumbers)]);
}

/** The opposite; undefined for nothing. */
export function readColumns(stored: StoredBytes): KeptColumns | undefined {
  const [first, second, ...rest] = splitSections(stored);
  const [idBits, preload, tokens, entries, from, sizes, binary, media, ...ofRows] = rest;
  if (!first || !second || !idBits || !preload || !tokens || !entries || !from || !sizes || !binary || !media)
    return undefined;
  const { hash, lineHashes, ids, mediaTypes, modes } = JSON.parse(asBuffer(first).toString("utf8")) as ColumnsHead;
  const numbers = (part = new Uint8Array()): Uint32Array => new Uint32Array(part.buffer);
  const digests = asBuffer(second);
  const rows = modes.map((mode, at) => [
    mode,
    { lengths: numbers(ofRows[2 * at]), digests: numbers(ofRows[2 * at + 1]) },
  ]);
  const columns: PieceColumns = {
    ids,
    idBits: numbers(idBits),
    preload,
    tokens: numbers(tokens),
    entries: numbers(entries),
    from: numbers(from),
    keys: keysOf(digests),
    sizes: new Float64Array(sizes.buffer),
    binary,
    digestAt: (content) => digests.toString("hex", DIGEST * content, DIGEST * (content + 1)),
    mediaTypes,
    media: numbers(media),
    rows: Object.fromEntries(rows) as PieceColumns["rows"],
  };
  return { columns, digests, hash, lineHashes };
}

/** The key of a content is the start of its digest. */
function keysOf(digests: Buffer): Uint32Array {
  const keys = new Uint32Array((2 * digests.length) / DIGEST);
  for (let at = 0; at < keys.length; at += 2) {
    keys[at] = digests.readUInt32BE((DIGEST * at) / 2);
    keys[at + 1] = digests.readUInt32BE((DIGEST * at) / 2 + 4);
  }
  return keys;
}

/**
 * Returns columns with other pieces in some places; undefined for a piece with another id, or with more or fewer contents.
 *
 * @param kept It must not be used any more.
 */
export function replaceColumns(kept: KeptColumns, pieces: ReadonlyMap<number, Piece>): KeptColumns | undefined {
  const { columns, digests } = kept;
  const mediaTypes = [...columns.mediaTypes];
  for (const [at, piece] of pieces) {
    const { id, contents } = piece;
    const first = columns.from[at] as number;
    if (columns.ids[at] !== id || (columns.from[at + 1] as number) - first !== contents.count) return undefined;
    if (!mediaTypes.includes(piece.mediaTypes)) mediaTypes.push(piece.mediaTypes);
    columns.media[at] = mediaTypes.indexOf(piece.mediaTypes);
    asBuffer(digests).write(contents.digests, DIGEST * first, "hex");
    setColumns(columns, at, piece);
  }
  return { ...kept, columns: { ...columns, mediaTypes } };
}

/** Returns the digests of the contents of pieces. */
export function joinDigests(pieces: readonly Piece[]): Uint8Array {
  return Buffer.from(pieces.map(({ contents }) => contents.digests).join(""), "hex");
}
