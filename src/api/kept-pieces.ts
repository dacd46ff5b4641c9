/**
 * Pieces that are stored together, as sections: what all outputs join of skills that have not changed is a part of one text,
 * or a row of numbers. A piece holds for the unit that its block was stored for, and where its place says the same.
 */
import { hash } from "node:crypto";
import type { Block } from "../engine/index.ts";
import type { LinkedSkill } from "../model/linked.ts";
import type { AssetMode, ContentColumns, Piece, PiecePolicy, RowTexts, SkillLines } from "../model/piece.ts";
import type { SkillPlace } from "../model/skill.ts";
import type { UsableUnit } from "../model/unit.ts";
import { entryOf } from "../piece/index.ts";
import { cutBytes, joinParts, numbersOf, readSections, toJson, toNumbers } from "./kept-sections.ts";

/** The first numbers of a piece: its bits, its id, its tokens, where its entry and its contents end. */
const [BITS, ID_HIGH, ID_LOW, INDEX_TOKENS, BODY_TOKENS, ENTRY, CONTENTS, FIRST_ROW] = [0, 1, 2, 3, 4, 5, 6, 7];
/** Where the name, the head and the tail of a row end; one row for each mode. */
const ROW_NUMBERS = 3;
const [IS_THERE, IS_PRELOADED, HAS_LINES] = [1, 2, 4];
/** Bytes of a SHA-256. */
const DIGEST = 32;
/** Bytes of the digest of a row. */
const ROW_DIGEST = 16;
/** The texts of a piece: its id, its media types. */
const TEXTS = 2;
/** The lines of a piece: names, files, texts. */
const LINES = 3;

/** A skill as it was linked, and where it holds. */
export interface PlacedPiece {
  /** What `placeText` says. */
  readonly place: string;
  readonly piece: Piece;
}

interface PieceSections {
  readonly modes: readonly AssetMode[];
  /** Of how many numbers a piece has. */
  readonly step: number;
  readonly numbers: Uint32Array;
  readonly homeSizes: Float64Array;
  readonly entries: Buffer;
  readonly contents: Omit<ContentColumns, "digests">;
  /** What is read of few pieces, or not at all, is a text when it is asked for. */
  readonly texts: () => Texts;
  readonly lines: () => Texts;
  readonly rows: () => string;
  readonly digests: Buffer;
  readonly rowDigests: Buffer;
}

type Texts = readonly (string | null)[];

/** Pieces as they were stored, by position; undefined for a skill that cannot be used. */
export interface PieceBlock {
  readonly pieces: readonly (Piece | undefined)[];
  /** Returns a piece if it is that of its unit at a place. */
  pieceAt(at: number, place: SkillPlace): Piece | undefined;
  /** Where each of them holds, and what stands for that. */
  places(): readonly (string | null)[];
  readonly placesDigest: string;
}

/** Returns the sections of a block of pieces. */
export function writePieces(
  skills: readonly (PlacedPiece | undefined)[],
  { assets }: PiecePolicy,
): readonly Uint8Array[] {
  const pieces = skills.map((skill) => skill?.piece);
  const places = skills.map((skill) => skill?.place ?? null);
  const entries = joinParts(pieces.map((piece) => piece?.entry ?? NO_BYTES));
  const rows = pieces.map((piece) => assets.map((mode) => piece?.rows[mode] ?? NO_ROW));
  const numbers: number[] = [];
  let [ofContents, ofRows] = [0, 0];
  for (const [at, piece] of pieces.entries()) {
    const bits = piece && IS_THERE | (piece.preload ? IS_PRELOADED : 0) | (piece.lines === undefined ? 0 : HAS_LINES);
    const { idBits = [0, 0], tokens = { index: 0, body: 0 } } = piece ?? {};
    ofContents += piece?.contents.sizes.length ?? 0;
    numbers.push(bits ?? 0, ...idBits, tokens.index, tokens.body, entries.ends[at] as number, ofContents);
    for (const { name, head, tail } of rows[at] as RowTexts[])
      for (const text of [name, head, tail]) numbers.push((ofRows += text.length));
  }
  const { keys, sizes, binary } = joinColumns(pieces, ofContents);
  return [
    toNumbers(Uint32Array.from(numbers)),
    toNumbers(Float64Array.from(rows.flat(), ({ homeSize }) => homeSize)),
    toJson(pieces.flatMap((piece) => [piece?.id ?? null, piece?.mediaTypes ?? null])),
    entries.bytes,
    Buffer.from(rows.flatMap((own) => own.flatMap(({ name, head, tail }) => [name, head, tail])).join(""), "latin1"),
    toNumbers(keys),
    toNumbers(sizes),
    toNumbers(binary),
    Buffer.from(pieces.map((piece) => piece?.contents.digests ?? "").join(""), "hex"),
    Buffer.from(rows.flatMap((own) => own.map(({ digest }) => digest)).join(""), "hex"),
    toJson(pieces.flatMap((piece) => [piece?.lines?.names, piece?.lines?.files, piece?.lines?.texts])),
    toJson(places),
    Buffer.from(digestOfPlaces(places), "latin1"),
  ];
}

/** Names the places of the pieces of a block. */
export function digestOfPlaces(places: readonly (string | null)[]): string {
  return hash("sha256", JSON.stringify(places), "base64url");
}

/** The opposite, under the same policy; undefined if any of it is not what was written. */
export function readPieces(block: Block, { assets: modes }: PiecePolicy): PieceBlock | undefined {
  const [columns, homeSizes, texts, entries, rows, keys, sizes, binary, ...more] = readSections(block, 13) ?? [];
  const [digests, rowDigests, lines, places, placesDigest] = more;
  if (!columns || !homeSizes || !texts || !entries || !rows || !keys || !sizes || !binary) return undefined;
  if (!digests || !rowDigests || !lines || !places || !placesDigest) return undefined;
  const sections: PieceSections = {
    modes,
    step: FIRST_ROW + ROW_NUMBERS * modes.length,
    numbers: numbersOf(columns, Uint32Array),
    homeSizes: numbersOf(homeSizes, Float64Array),
    entries,
    contents: {
      keys: numbersOf(keys, Uint32Array),
      sizes: numbersOf(sizes, Float64Array),
      binary: numbersOf(binary, Uint8Array),
    },
    texts: later(() => parseTexts(texts)),
    lines: later(() => parseTexts(lines)),
    rows: later(() => rows.toString("latin1")),
    digests,
    rowDigests,
  };
  const { numbers, step } = sections;
  const pieces: (Piece | undefined)[] = [];
  for (let at = 0; at < numbers.length; at += step)
    pieces.push(((numbers[at + BITS] as number) & IS_THERE) === 0 ? undefined : new KeptPiece(sections, at / step));
  const placesOf = later(() => parseTexts(places));
  return {
    pieces,
    pieceAt: (at, place) => (placesOf()[at] === placeText(place) ? pieces[at] : undefined),
    places: placesOf,
    placesDigest: placesDigest.toString("latin1"),
  };
}

function parseTexts(json: Buffer): Texts {
  return JSON.parse(json.toString("utf8")) as Texts;
}

/** Returns a value that is made once, when it is asked for. */
function later<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** What a skill is linked from. */
interface KeptSource {
  readonly unit: UsableUnit;
  readonly place: SkillPlace;
}

/** A skill as it is in the catalog, of which everything but the piece is made when it is asked for. */
export class KeptSkill implements LinkedSkill {
  readonly piece: Piece;
  readonly #open: () => KeptSource;
  #made: ReturnType<typeof entryOf> | undefined;

  constructor(piece: Piece, open: () => KeptSource) {
    this.piece = piece;
    this.#open = open;
  }

  get entry(): LinkedSkill["entry"] {
    return this.#make().entry;
  }

  get document(): LinkedSkill["document"] {
    return this.#make().document;
  }

  get files(): LinkedSkill["files"] {
    return this.#make().files;
  }

  get nonstandard(): LinkedSkill["nonstandard"] {
    return this.#make().nonstandard;
  }

  get reading(): LinkedSkill["reading"] {
    return this.#open().unit.reading;
  }

  #make(): ReturnType<typeof entryOf> {
    const { id, preload } = this.piece;
    return (this.#made ??= entryOf({ ...this.#open(), id, preload, text: undefined, isPrepared: false }));
  }
}

const NO_BYTES = new Uint8Array();
const NO_ROW: RowTexts = { name: "", head: "", tail: "", length: 0, digest: "0".repeat(2 * ROW_DIGEST), homeSize: 0 };

/** What a piece says of the place of its skill. */
export function placeText({ origin, path, catalogFile, namespace, preload, index }: SkillPlace): string {
  return JSON.stringify([origin.kind, origin.index, path, catalogFile, namespace, preload, index]);
}

function joinColumns(
  pieces: readonly (Piece | undefined)[],
  count: number,
): Pick<ContentColumns, "keys" | "sizes" | "binary"> {
  const joined = { keys: new Uint32Array(2 * count), sizes: new Float64Array(count), binary: new Uint8Array(count) };
  let at = 0;
  for (const piece of pieces) {
    if (piece === undefined) continue;
    const { keys, sizes, binary } = piece.contents;
    joined.keys.set(keys, 2 * at);
    joined.sizes.set(sizes, at);
    joined.binary.set(binary, at);
    at += sizes.length;
  }
  return joined;
}

class KeptPiece implements Piece {
  readonly #sections: PieceSections;
  readonly #at: number;
  #contents: ContentColumns | undefined;

  constructor(sections: PieceSections, at: number) {
    this.#sections = sections;
    this.#at = at;
  }

  get id(): string {
    return this.#text(0) ?? "";
  }

  get idHash(): string {
    return this.idBits.map((half) => half.toString(16).padStart(8, "0")).join("");
  }

  get idBits(): Piece["idBits"] {
    return [this.#number(ID_HIGH), this.#number(ID_LOW)];
  }

  get entry(): Uint8Array {
    const { entries, numbers, step } = this.#sections;
    return cutBytes(entries, numbers, this.#at * step + ENTRY, step);
  }

  get rows(): Piece["rows"] {
    const { modes } = this.#sections;
    return Object.fromEntries(modes.map((mode, at) => [mode, this.#row(at)]));
  }

  get lines(): SkillLines | undefined {
    if ((this.#number(BITS) & HAS_LINES) === 0) return undefined;
    const [lines, at] = [this.#sections.lines(), this.#at * LINES];
    return { names: lines[at] ?? "", files: lines[at + 1] ?? "", texts: lines[at + 2] ?? "" };
  }

  get mediaTypes(): string {
    return this.#text(1) ?? "";
  }

  get contents(): ContentColumns {
    return (this.#contents ??= this.#readContents());
  }

  #readContents(): ContentColumns {
    const { contents, digests, numbers, step } = this.#sections;
    const at = this.#at * step + CONTENTS;
    const [start, end] = [numbers[at - step] ?? 0, numbers[at] as number];
    return {
      keys: contents.keys.subarray(2 * start, 2 * end),
      sizes: contents.sizes.subarray(start, end),
      binary: contents.binary.subarray(start, end),
      get digests() {
        return digests.toString("hex", DIGEST * start, DIGEST * end);
      },
    };
  }

  get preload(): boolean {
    return (this.#number(BITS) & IS_PRELOADED) !== 0;
  }

  get tokens(): Piece["tokens"] {
    return { index: this.#number(INDEX_TOKENS), body: this.#number(BODY_TOKENS) };
  }

  #number(which: number): number {
    return this.#sections.numbers[this.#at * this.#sections.step + which] as number;
  }

  #text(which: number): string | null {
    return this.#sections.texts()[this.#at * TEXTS + which] ?? null;
  }

  #row(mode: number): RowTexts {
    return new KeptRow(this.#sections, this.#at, mode);
  }
}

class KeptRow implements RowTexts {
  readonly #sections: PieceSections;
  readonly #at: number;
  readonly #mode: number;

  constructor(sections: PieceSections, at: number, mode: number) {
    this.#sections = sections;
    this.#at = at;
    this.#mode = mode;
  }

  get name(): string {
    return this.#sections.rows().slice(this.#end(-1), this.#end(0));
  }

  get head(): string {
    return this.#sections.rows().slice(this.#end(0), this.#end(1));
  }

  get tail(): string {
    return this.#sections.rows().slice(this.#end(1), this.#end(2));
  }

  get length(): number {
    return this.#end(2) - this.#end(-1);
  }

  get digest(): string {
    const start = ROW_DIGEST * this.#index();
    return this.#sections.rowDigests.toString("hex", start, start + ROW_DIGEST);
  }

  get homeSize(): number {
    return this.#sections.homeSizes[this.#index()] as number;
  }

  /** The position of the row among all of the block. */
  #index(): number {
    return this.#at * this.#sections.modes.length + this.#mode;
  }

  /** Where the name, the head or the tail ends; the first row of a piece follows the last one of the piece before. */
  #end(which: -1 | 0 | 1 | 2): number {
    const { numbers, step } = this.#sections;
    const at = this.#at * step + FIRST_ROW + ROW_NUMBERS * this.#mode;
    if (which >= 0) return numbers[at + which] as number;
    if (this.#index() === 0) return 0;
    return numbers[this.#mode > 0 ? at - 1 : at - 1 - FIRST_ROW] as number;
  }
}
