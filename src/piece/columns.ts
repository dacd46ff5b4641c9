/** The columns of pieces: what is joined of all skills as numbers. */
import type { LinkedSkill } from "../model/linked.ts";
import type { AssetMode, Piece, PieceColumns, RowColumns } from "../model/piece.ts";

/** Digits of a SHA-256. */
const DIGEST = 64;
/** Numbers that stand for a row. */
export const ROW_DIGEST = 4;

/** Returns the columns of skills; of their rows, those in some modes. */
export function columnsOf(skills: readonly Pick<LinkedSkill, "piece">[], modes: readonly AssetMode[]): PieceColumns {
  return joinColumns(
    skills.map(({ piece }) => piece),
    modes,
  );
}

/** Returns the first 16 hexadecimal digits of the SHA-256 of the id of a skill. */
export function hashAt({ idBits }: Pick<PieceColumns, "idBits">, at: number): string {
  const half = (which: 0 | 1): string => (idBits[2 * at + which] as number).toString(16).padStart(8, "0");
  return half(0) + half(1);
}

/** Joins the numbers of pieces in their order; of their rows, those in some modes. */
export function joinColumns(pieces: readonly Piece[], modes: readonly AssetMode[]): PieceColumns {
  const contents = pieces.map((piece) => piece.contents);
  const from = new Uint32Array(pieces.length + 1);
  for (const [at, { count }] of contents.entries()) from[at + 1] = (from[at] as number) + count;
  const count = from[pieces.length] as number;
  const mediaTypes = [...new Set(pieces.map((piece) => piece.mediaTypes))];
  const positions = new Map(mediaTypes.map((types, at) => [types, at] as const));
  const columns: PieceColumns = {
    ...emptyColumns(pieces.length, count, modes),
    ids: pieces.map(({ id }) => id),
    from,
    digestAt(content) {
      const owner = ownerAt(from, content);
      const start = DIGEST * (content - (from[owner] as number));
      return (pieces[owner] as Piece).contents.digests.slice(start, start + DIGEST);
    },
    mediaTypes,
    media: Uint32Array.from(pieces, (piece) => positions.get(piece.mediaTypes) as number),
  };
  for (const [at, piece] of pieces.entries()) setColumns(columns, at, piece);
  return columns;
}

/** What is copied of columns as it is; the other parts state positions, or are not numbers. */
type CopiedColumns = Omit<PieceColumns, "ids" | "from" | "digestAt" | "mediaTypes">;

/** Returns columns of skills that nothing is known of yet. */
export function emptyColumns(skills: number, contents: number, modes: readonly AssetMode[]): CopiedColumns {
  return {
    idBits: new Uint32Array(2 * skills),
    preload: new Uint8Array(skills),
    tokens: new Uint32Array(2 * skills),
    entries: new Uint32Array(skills),
    keys: new Uint32Array(2 * contents),
    sizes: new Float64Array(contents),
    binary: new Uint8Array(contents),
    media: new Uint32Array(skills),
    rows: Object.fromEntries(modes.map((mode) => [mode, emptyRows(skills)])),
  };
}

function emptyRows(count: number): RowColumns {
  return { lengths: new Uint32Array(count), digests: new Uint32Array(ROW_DIGEST * count) };
}

/** Copies what is known of some skills, from `start` to before `end`, to the place of others, from `at` on. */
export function copyColumns(
  source: PieceColumns,
  to: CopiedColumns & Pick<PieceColumns, "from">,
  { at, start, end }: { readonly at: number; readonly start: number; readonly end: number },
): void {
  const copy = <Numbers extends Uint32Array | Float64Array | Uint8Array>(into: Numbers, of: Numbers, size = 1): void =>
    into.set(of.subarray(size * start, size * end), size * at);
  copy(to.idBits, source.idBits, 2);
  copy(to.preload, source.preload);
  copy(to.tokens, source.tokens, 2);
  copy(to.entries, source.entries);
  copy(to.media, source.media);
  for (const [mode, { lengths, digests }] of Object.entries(source.rows)) {
    const rows = to.rows[mode as AssetMode];
    if (rows === undefined) continue;
    copy(rows.lengths, lengths);
    copy(rows.digests, digests, ROW_DIGEST);
  }
  const [first, last, place] = [source.from[start] as number, source.from[end] as number, to.from[at] as number];
  to.keys.set(source.keys.subarray(2 * first, 2 * last), 2 * place);
  to.sizes.set(source.sizes.subarray(first, last), place);
  to.binary.set(source.binary.subarray(first, last), place);
}

/** Returns the position of the skill that a content is of: the last one that starts at it or before. */
export function ownerAt(from: Uint32Array, content: number): number {
  let [low, high] = [0, from.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((from[middle] as number) <= content) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sets all numbers of a skill but its media types. */
export function setColumns(columns: CopiedColumns & Pick<PieceColumns, "from">, at: number, piece: Piece): void {
  const { contents, entry, preload, tokens, rows } = piece;
  const { keys, sizes, binary, start, count } = contents;
  const first = columns.from[at] as number;
  // One by one: most skills have fewer contents than a copy at once costs.
  for (let item = 0; item < count; item++) {
    columns.keys[2 * (first + item)] = keys[2 * (start + item)] as number;
    columns.keys[2 * (first + item) + 1] = keys[2 * (start + item) + 1] as number;
    columns.sizes[first + item] = sizes[start + item] as number;
    columns.binary[first + item] = binary[start + item] as number;
  }
  [columns.idBits[2 * at], columns.idBits[2 * at + 1]] = piece.idBits;
  columns.preload[at] = preload ? 1 : 0;
  columns.tokens[2 * at] = tokens.index;
  columns.tokens[2 * at + 1] = tokens.body;
  columns.entries[at] = entry.length;
  for (const [mode, { lengths, digests: ofRows }] of Object.entries(columns.rows)) {
    const row = rows[mode as AssetMode];
    if (row === undefined) continue;
    lengths[at] = row.length;
    setDigest(ofRows, at, row.digest);
  }
}

/** Sets the numbers that stand for a row. */
export function setDigest(digests: Uint32Array, at: number, digest: string): void {
  for (let part = 0; part < ROW_DIGEST; part++)
    digests[ROW_DIGEST * at + part] = Number.parseInt(digest.slice(8 * part, 8 * part + 8), 16);
}

/** What is counted of all skills. */
export interface PieceSums {
  readonly skills: number;
  /** Without documents. */
  readonly files: number;
  readonly indexTokens: number;
  readonly preloadTokens: number;
}

/** Counts skills by their pieces. */
export function countPieces(pieces: readonly Piece[]): PieceSums {
  const sum = (count: (piece: Piece) => number): number => pieces.reduce((all, piece) => all + count(piece), 0);
  return {
    skills: pieces.length,
    // The first content is the document.
    files: sum(({ contents }) => contents.count - 1),
    indexTokens: sum(({ tokens }) => tokens.index),
    preloadTokens: sum(({ preload, tokens }) => (preload ? tokens.body : 0)),
  };
}

/** Counts skills by their columns. */
export function countColumns({ preload, tokens, from }: Pick<PieceColumns, "preload" | "tokens" | "from">): PieceSums {
  let [indexTokens, preloadTokens] = [0, 0];
  for (let at = 0; at < preload.length; at++) {
    indexTokens += tokens[2 * at] as number;
    if (preload[at] === 1) preloadTokens += tokens[2 * at + 1] as number;
  }
  return {
    skills: preload.length,
    files: (from[preload.length] as number) - preload.length,
    indexTokens,
    preloadTokens,
  };
}
