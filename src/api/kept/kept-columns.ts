/** The columns of all skills of a catalog as one part of a record, with what the catalog and the types say about all of them. */
import type { StoredBytes } from "../../model/stored-bytes.ts";
import { asBuffer } from "../../host/as-buffer.ts";
import type { AssetMode, Piece, PieceColumns, SkillLines } from "../../model/piece.ts";
import { copyColumns, emptyColumns, setColumns } from "../../piece/index.ts";
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
  /** Bytes of the lines of each skill, three numbers: `names`, `files`, `texts`. None where no module is written. */
  readonly lineLengths: Uint32Array;
}

/** The skills of a catalog: the position of each in another one, or its piece. */
export type SplicedOrder = readonly (number | Piece)[];

/** Bytes of a SHA-256. */
const DIGEST = 32;

/** Returns the bytes of columns. */
export function writeColumns({ columns, digests, hash, lineHashes, lineLengths }: KeptColumns): StoredBytes {
  const { ids, mediaTypes, rows, idBits, preload, tokens, entries, from, sizes, binary, media } = columns;
  const modes = Object.keys(rows) as AssetMode[];
  const head: ColumnsHead = { hash, lineHashes, ids, mediaTypes, modes };
  const ofRows = Object.values(rows).flatMap(({ lengths, digests: stands }) => [lengths, stands]);
  const numbers = [idBits, preload, tokens, entries, from, sizes, binary, media, lineLengths, ...ofRows];
  return joinSections([toJson(head), digests, ...numbers.map(toNumbers)]);
}

/** The opposite; undefined for nothing. */
export function readColumns(stored: StoredBytes): KeptColumns | undefined {
  const [first, second, ...rest] = splitSections(stored);
  const [idBits, preload, tokens, entries, from, sizes, binary, media, lineLengths, ...ofRows] = rest;
  if (!first || !second || !idBits || !preload || !tokens || !entries) return undefined;
  if (!from || !sizes || !binary || !media || !lineLengths) return undefined;
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
    digestAt: digestsIn(digests),
    mediaTypes,
    media: numbers(media),
    rows: Object.fromEntries(rows) as PieceColumns["rows"],
  };
  return { columns, digests, hash, lineHashes, lineLengths: numbers(lineLengths) };
}

function digestsIn(digests: Buffer): PieceColumns["digestAt"] {
  return (content) => digests.toString("hex", DIGEST * content, DIGEST * (content + 1));
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

/** Returns the columns of other skills, most of which are in these. Their lines and their catalog have no hash yet. */
export function spliceColumns(kept: KeptColumns, order: SplicedOrder): Omit<KeptColumns, "hash" | "lineHashes"> {
  const { columns, digests } = kept;
  const contentsOf = (one: number | Piece): number =>
    typeof one === "number" ? (columns.from[one + 1] as number) - (columns.from[one] as number) : one.contents.count;
  const from = new Uint32Array(order.length + 1);
  for (const [at, one] of order.entries()) from[at + 1] = (from[at] as number) + contentsOf(one);
  const count = from[order.length] as number;
  const ofContents = Buffer.alloc(DIGEST * count);
  const lineLengths = new Uint32Array(kept.lineLengths.length === 0 ? 0 : LINES * order.length);
  const mediaTypes = [...columns.mediaTypes];
  const spliced = { ...emptyColumns(order.length, count, Object.keys(columns.rows) as AssetMode[]), from };
  for (const { at, start, end } of runsOf(order)) {
    copyColumns(columns, spliced, { at, start, end });
    const [first, last] = [columns.from[start] as number, columns.from[end] as number];
    ofContents.set(digests.subarray(DIGEST * first, DIGEST * last), DIGEST * (from[at] as number));
    if (lineLengths.length > 0) lineLengths.set(kept.lineLengths.subarray(LINES * start, LINES * end), LINES * at);
  }
  for (const [at, piece] of order.entries()) {
    if (typeof piece === "number") continue;
    if (!mediaTypes.includes(piece.mediaTypes)) mediaTypes.push(piece.mediaTypes);
    spliced.media[at] = mediaTypes.indexOf(piece.mediaTypes);
    ofContents.write(piece.contents.digests, DIGEST * (from[at] as number), "hex");
    setColumns(spliced, at, piece);
    if (lineLengths.length > 0) lineLengths.set(lengthsOf(piece.lines), LINES * at);
  }
  const ids = order.map((one) => (typeof one === "number" ? (columns.ids[one] as string) : one.id));
  const all: PieceColumns = { ...spliced, ids, mediaTypes, digestAt: digestsIn(ofContents) };
  return { columns: all, digests: ofContents, lineLengths };
}

/** Skills that follow each other in both: from `start` to before `end` in the one, from `at` on in the other. */
export interface SplicedRun {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Returns what is as it was, in as few runs as possible. */
export function runsOf(order: SplicedOrder): readonly SplicedRun[] {
  const runs: { at: number; start: number; end: number }[] = [];
  for (const [at, one] of order.entries()) {
    if (typeof one !== "number") continue;
    const last = runs.at(-1);
    if (last?.end === one && last.at + one - last.start === at) last.end++;
    else runs.push({ at, start: one, end: one + 1 });
  }
  return runs;
}

/** Lines of a skill: `names`, `files`, `texts`. */
export const LINES = 3;

/** Returns the bytes of the lines of a skill. */
export function lengthsOf({ names, files, texts }: SkillLines = NO_LINES): readonly number[] {
  return [names, files, texts].map((text) => Buffer.byteLength(text, "utf8"));
}

const NO_LINES: SkillLines = { names: "", files: "", texts: "" };

/** Returns the digests of the contents of pieces. */
export function joinDigests(pieces: readonly Piece[]): Uint8Array {
  return Buffer.from(pieces.map(({ contents }) => contents.digests).join(""), "hex");
}
