/** A piece that is kept with others: what it says is a part of a text of all of them, or a row of their numbers. */
import type { AssetMode, ContentColumns, Piece, RowTexts, SkillLines } from "../../model/piece.ts";
import type { entryOf } from "../../piece/index.ts";
import { readCut, type ReadRange } from "./kept-sections.ts";

/** The first numbers of a piece: its bits, its id, its tokens, its media types, where its entry and its contents end. */
export const BITS = 0;
const [ID_HIGH, ID_LOW, INDEX_TOKENS, BODY_TOKENS, MEDIA, ENTRY, CONTENTS] = [1, 2, 3, 4, 5, 6, 7];
/** Where its texts end: where it holds, its id, its lines. */
const [PLACE, ID, NAMES, FILES, LINES] = [8, 9, 10, 11, 12];
export const FIRST_ROW = 13;
/** Where the name, the head and the tail of a row end; one row for each mode. */
export const ROW_NUMBERS = 3;
export const [IS_THERE, IS_PRELOADED, HAS_LINES] = [1, 2, 4];
/** Bytes of a SHA-256, and of the digest of a row. */
const DIGEST = 32;
export const ROW_DIGEST = 16;

/** The entry that was made last, and the row that was read last, by where it starts. */
export interface LastMade {
  piece: Piece | undefined;
  made: ReturnType<typeof entryOf> | undefined;
  row: { readonly start: number; readonly text: string } | undefined;
}

/** The sections of a block of pieces. */
export interface PieceSections {
  readonly modes: readonly AssetMode[];
  /** Of how many numbers a piece has. */
  readonly step: number;
  readonly numbers: Uint32Array;
  readonly homeSizes: Float64Array;
  /** The media types that pieces have. */
  readonly media: readonly string[];
  readonly texts: ReadRange;
  readonly entries: ReadRange;
  readonly rows: (start: number, end: number) => string;
  readonly contents: Pick<ContentColumns, "keys" | "sizes" | "binary">;
  readonly digests: Buffer;
  readonly rowDigests: Buffer;
  /** What was made last, if pieces can be read again; else each skill keeps its own entry. */
  readonly last: LastMade | undefined;
}

/** A piece of a block; what it says is made when it is asked for. */
export class KeptPiece implements Piece {
  readonly #sections: PieceSections;
  readonly #at: number;

  constructor(sections: PieceSections, at: number) {
    this.#sections = sections;
    this.#at = at;
  }

  last(): PieceSections["last"] {
    return this.#sections.last;
  }

  /** Where it holds. */
  place(): string {
    return this.#text(PLACE);
  }

  /** Whether it is that of a place. */
  isAt(place: string): boolean {
    return this.place() === place;
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
    const { contents, digests, numbers, step } = this.#sections;
    const at = this.#at * step + CONTENTS;
    const [start, end] = [numbers[at - step] ?? 0, numbers[at] as number];
    return new KeptContents(contents, start, end - start, digests);
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
    return new KeptRow(this.#sections, this.#at, mode);
  }
}

/** A class, because there are thousands: those of a block are in the same columns. */
class KeptContents implements ContentColumns {
  readonly keys: Uint32Array;
  readonly sizes: Float64Array;
  readonly binary: Uint8Array;
  readonly start: number;
  readonly count: number;
  readonly #digests: Buffer;

  constructor({ keys, sizes, binary }: PieceSections["contents"], start: number, count: number, digests: Buffer) {
    this.keys = keys;
    this.sizes = sizes;
    this.binary = binary;
    this.start = start;
    this.count = count;
    this.#digests = digests;
  }

  get digests(): string {
    return this.#digests.toString("hex", DIGEST * this.start, DIGEST * (this.start + this.count));
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
    return this.#cut(-1, 0);
  }

  get head(): string {
    return this.#cut(0, 1);
  }

  get tail(): string {
    return this.#cut(1, 2);
  }

  /** Its texts are asked for together: where they are read again, all at once. */
  #cut(from: -1 | 0 | 1, to: 0 | 1 | 2): string {
    const { rows, last } = this.#sections;
    if (last === undefined) return rows(this.#end(from), this.#end(to));
    const start = this.#end(-1);
    if (last.row?.start !== start) last.row = { start, text: rows(start, this.#end(2)) };
    return last.row.text.slice(this.#end(from) - start, this.#end(to) - start);
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
