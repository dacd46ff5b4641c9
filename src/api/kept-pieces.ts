/**
 * Pieces that are stored together, as sections: what all outputs join of skills that have not changed is a part of one text,
 * or a row of numbers. A piece holds for the unit that its block was stored for, and where its place says the same.
 */
import type { Block } from "../engine/index.ts";
import type { LinkedSkill } from "../model/linked.ts";
import type { AssetMode, ContentColumns, Piece, PiecePolicy, RowTexts, SkillLines } from "../model/piece.ts";
import type { SkillPlace } from "../model/skill.ts";
import type { UsableUnit } from "../model/unit.ts";
import { entryOf } from "../piece/index.ts";
import {
  joinParts,
  numbersOf,
  partsOf,
  readCut,
  readSections,
  toJson,
  toNumbers,
  type ReadPart,
} from "./kept-sections.ts";

/** The first numbers of a piece: its bits, its id, its tokens, its media types, where its entry and its contents end. */
const [BITS, ID_HIGH, ID_LOW, INDEX_TOKENS, BODY_TOKENS, MEDIA, ENTRY, CONTENTS] = [0, 1, 2, 3, 4, 5, 6, 7];
/** Where its texts end: where it holds, its id, its lines. */
const [PLACE, ID, NAMES, FILES, LINES] = [8, 9, 10, 11, 12];
const FIRST_ROW = 13;
/** Where the name, the head and the tail of a row end; one row for each mode. */
const ROW_NUMBERS = 3;
const [IS_THERE, IS_PRELOADED, HAS_LINES] = [1, 2, 4];
/** Digits of a SHA-256. */
const DIGEST = 64;

/** A skill as it was linked, and where. */
export interface PlacedPiece {
  readonly place: SkillPlace;
  readonly piece: Piece;
}

interface PieceSections {
  readonly modes: readonly AssetMode[];
  /** Of how many numbers a piece has. */
  readonly step: number;
  readonly numbers: Uint32Array;
  readonly homeSizes: Float64Array;
  /** The media types that pieces have. */
  readonly media: readonly string[];
  readonly texts: ReadPart;
  readonly entries: ReadPart;
  readonly rows: (start: number, end: number) => string;
  readonly contents: ContentColumns;
  /** The entry that was made last, if pieces can be read again; else each skill keeps its own. */
  readonly last: { piece: Piece | undefined; made: ReturnType<typeof entryOf> | undefined } | undefined;
}

/** Pieces as they were stored, by position; undefined for a skill that cannot be used. */
export interface PieceBlock {
  readonly pieces: readonly (Piece | undefined)[];
  /** Returns a piece if it is that of its unit at a place. */
  pieceAt(at: number, place: SkillPlace): Piece | undefined;
}

/** Returns the sections of a block of pieces. */
export function writePieces(
  skills: readonly (PlacedPiece | undefined)[],
  { assets }: PiecePolicy,
): readonly Uint8Array[] {
  const pieces = skills.map((skill) => skill?.piece);
  const entries = joinParts(pieces.map((piece) => piece?.entry ?? NO_BYTES));
  const texts = joinParts(skills.flatMap(textsOf).map((text) => Buffer.from(text, "utf8")));
  const media = [...new Set(pieces.map((piece) => piece?.mediaTypes ?? ""))];
  const rows = pieces.map((piece) => assets.map((mode) => piece?.rows[mode] ?? NO_ROW));
  const numbers: number[] = [];
  let [ofContents, ofRows] = [0, 0];
  for (const [at, piece] of pieces.entries()) {
    const bits = piece && IS_THERE | (piece.preload ? IS_PRELOADED : 0) | (piece.lines === undefined ? 0 : HAS_LINES);
    const { idBits = [0, 0], tokens = { index: 0, body: 0 } } = piece ?? {};
    ofContents += piece?.contents.sizes.length ?? 0;
    numbers.push(bits ?? 0, ...idBits, tokens.index, tokens.body, media.indexOf(piece?.mediaTypes ?? ""));
    numbers.push(entries.ends[at] as number, ofContents, ...texts.ends.slice(TEXTS * at, TEXTS * (at + 1)));
    for (const { name, head, tail } of rows[at] as RowTexts[])
      for (const text of [name, head, tail]) numbers.push((ofRows += text.length));
  }
  const { keys, sizes, binary } = joinColumns(pieces, ofContents);
  return [
    toNumbers(Uint32Array.from(numbers)),
    toNumbers(Float64Array.from(rows.flat(), ({ homeSize }) => homeSize)),
    toJson(media),
    texts.bytes,
    entries.bytes,
    Buffer.from(rows.flatMap((own) => own.flatMap(({ name, head, tail }) => [name, head, tail])).join(""), "latin1"),
    toNumbers(keys),
    toNumbers(sizes),
    toNumbers(binary),
    Buffer.from(pieces.map((piece) => piece?.contents.digests ?? "").join(""), "hex"),
  ];
}

/** The opposite, under the same policy; undefined if any of it is not what was written. */
export function readPieces(block: Block, { assets: modes }: PiecePolicy): PieceBlock | undefined {
  const [columns, homeSizes, media, texts, entries, rows, keys, sizes, binary, digests] = readSections(block, 10) ?? [];
  if (!columns || !homeSizes || !media || !texts || !entries) return undefined;
  if (!rows || !keys || !sizes || !binary || !digests) return undefined;
  const sections: PieceSections = {
    modes,
    step: FIRST_ROW + ROW_NUMBERS * modes.length,
    numbers: numbersOf(columns, Uint32Array),
    homeSizes: numbersOf(homeSizes, Float64Array),
    media: JSON.parse(media.toString("utf8")) as PieceSections["media"],
    texts: partsOf(block, 3, texts),
    entries: partsOf(block, 4, entries),
    rows: rowsOf(block, 5, rows),
    contents: {
      keys: numbersOf(keys, Uint32Array),
      sizes: numbersOf(sizes, Float64Array),
      binary: numbersOf(binary, Uint8Array),
      digests: digests.toString("hex"),
    },
    last: block.part && { piece: undefined, made: undefined },
  };
  const { numbers, step } = sections;
  const pieces: (KeptPiece | undefined)[] = [];
  for (let at = 0; at < numbers.length; at += step)
    pieces.push(((numbers[at + BITS] as number) & IS_THERE) === 0 ? undefined : new KeptPiece(sections, at / step));
  return { pieces, pieceAt: (at, place) => (pieces[at]?.isAt(placeText(place)) === true ? pieces[at] : undefined) };
}

function rowsOf(block: Block, at: number, section: Buffer): PieceSections["rows"] {
  return block.part === undefined ? cutsOf(section.toString("latin1")) : readTexts(partsOf(block, at, section));
}

function readTexts(read: ReadPart): PieceSections["rows"] {
  return (start, end) => read(start, end).toString("latin1");
}

/** Of one text, parts are cut without a copy. */
function cutsOf(text: string): PieceSections["rows"] {
  return (start, end) => text.slice(start, end);
}

/** A skill as it is in the catalog, of which everything but the piece is made when it is asked for. */
export class KeptSkill implements LinkedSkill {
  readonly piece: Piece;
  readonly #place: SkillPlace;
  readonly #unit: UsableUnit;
  #made: ReturnType<typeof entryOf> | undefined;

  constructor(unit: UsableUnit, place: SkillPlace, piece: Piece) {
    this.piece = piece;
    this.#place = place;
    this.#unit = unit;
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
    return this.#unit.reading;
  }

  #make(): ReturnType<typeof entryOf> {
    if (this.#made !== undefined) return this.#made;
    const [unit, place, { piece }] = [this.#unit, this.#place, this];
    const last = piece instanceof KeptPiece ? piece.last() : undefined;
    if (last?.made !== undefined && last.piece === piece) return last.made;
    const { id, preload } = piece;
    const made = entryOf({ unit, place, id, preload, text: undefined, isPrepared: false });
    if (last === undefined) this.#made = made;
    else Object.assign(last, { piece, made });
    return made;
  }
}

const NO_BYTES = new Uint8Array();
const NO_ROW: RowTexts = { name: "", head: "", tail: "", homeSize: 0 };

/** What a piece says of the place of its skill. */
function placeText({ origin, path, catalogFile, namespace, preload, index }: SkillPlace): string {
  return JSON.stringify([origin.kind, origin.index, path, catalogFile, namespace, preload, index]);
}

/** Texts of each piece. */
const TEXTS = 5;

function textsOf(skill: PlacedPiece | undefined): readonly string[] {
  if (skill === undefined) return ["", "", "", "", ""];
  const { id, lines } = skill.piece;
  return [placeText(skill.place), id, lines?.names ?? "", lines?.files ?? "", lines?.texts ?? ""];
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

  constructor(sections: PieceSections, at: number) {
    this.#sections = sections;
    this.#at = at;
  }

  last(): PieceSections["last"] {
    return this.#sections.last;
  }

  /** Whether it is that of a place. */
  isAt(place: string): boolean {
    return this.#text(PLACE) === place;
  }

  get id(): string {
    return this.#text(ID);
  }

  get idHash(): string {
    return this.idBits.map((half) => half.toString(16).padStart(8, "0")).join("");
  }

  get idBits(): Piece["idBits"] {
    return [this.#number(ID_HIGH), this.#number(ID_LOW)];
  }

  get entry(): Uint8Array {
    const { entries, numbers, step } = this.#sections;
    return readCut(entries, numbers, this.#at * step + ENTRY, step);
  }

  get rows(): Piece["rows"] {
    const { modes } = this.#sections;
    return Object.fromEntries(modes.map((mode, at) => [mode, this.#row(at)]));
  }

  get lines(): SkillLines | undefined {
    if ((this.#number(BITS) & HAS_LINES) === 0) return undefined;
    return { names: this.#text(NAMES), files: this.#text(FILES), texts: this.#text(LINES) };
  }

  get mediaTypes(): string {
    return this.#sections.media[this.#number(MEDIA)] as string;
  }

  /** They are not kept: of thousands of pieces they would take more than all columns. */
  get contents(): ContentColumns {
    const { contents, numbers, step } = this.#sections;
    const at = this.#at * step + CONTENTS;
    const [start, end] = [numbers[at - step] ?? 0, numbers[at] as number];
    return {
      keys: contents.keys.subarray(2 * start, 2 * end),
      sizes: contents.sizes.subarray(start, end),
      binary: contents.binary.subarray(start, end),
      digests: contents.digests.slice(DIGEST * start, DIGEST * end),
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

  #text(which: number): string {
    const { texts, numbers, step } = this.#sections;
    const at = this.#at * step + which;
    // The first text of a piece follows the last one of the piece before.
    const before = which > PLACE ? at - 1 : at - step + LINES - PLACE;
    return texts(numbers[before] ?? 0, numbers[at] as number).toString("utf8");
  }

  #row(mode: number): RowTexts {
    const { numbers, step, rows, homeSizes, modes } = this.#sections;
    const at = this.#at * step + FIRST_ROW + ROW_NUMBERS * mode;
    // The first row of a piece follows the last one of the piece before.
    const before = mode > 0 ? at - 1 : at - 1 - FIRST_ROW;
    const start = this.#at + mode === 0 ? 0 : (numbers[before] as number);
    const [name, head, tail] = [numbers[at] as number, numbers[at + 1] as number, numbers[at + 2] as number];
    const text = rows(start, tail);
    return {
      name: text.slice(0, name - start),
      head: text.slice(name - start, head - start),
      tail: text.slice(head - start),
      homeSize: homeSizes[this.#at * modes.length + mode] as number,
    };
  }
}
