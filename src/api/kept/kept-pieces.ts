/**
 * Pieces that are stored together, as sections: what all outputs join of skills that have not changed is a part of one text,
 * or a row of numbers. A piece holds for the unit that its block was stored for, and where its place says the same.
 */
import { hash } from "node:crypto";
import type { Block } from "../../engine/index.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { Piece, PiecePolicy, RowTexts } from "../../model/piece.ts";
import type { SkillPlace } from "../../model/skill.ts";
import type { UsableUnit } from "../../model/unit.ts";
import { entryOf } from "../../piece/index.ts";
import type { RunSkill } from "../../phases/run.ts";
import { joinParts, numbersOf, partsOf, readSections, toJson, toNumbers, type ReadRange } from "./kept-sections.ts";
import {
  BITS,
  FIRST_ROW,
  HAS_LINES,
  IS_PRELOADED,
  IS_THERE,
  KeptPiece,
  ROW_DIGEST,
  ROW_NUMBERS,
  type PieceSections,
} from "./kept-piece.ts";
import { storedAt } from "./kept-units.ts";

/** A skill as it was linked, and where it holds. */
export interface PlacedPiece {
  /** What `placeText` says. */
  readonly place: string;
  readonly piece: Piece;
}

/** Pieces as they were stored, by position; undefined for a skill that cannot be used. */
export interface PieceBlock {
  readonly pieces: readonly (Piece | undefined)[];
  /** Returns a piece if it is that of its unit at a place. */
  pieceAt(at: number, place: SkillPlace): Piece | undefined;
  /** Where each of them holds, and what stands for that. */
  places(): readonly string[];
  readonly placesDigest: string;
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
    ofContents += piece?.contents.count ?? 0;
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
    Buffer.from(rows.flatMap((own) => own.map(({ digest }) => digest)).join(""), "hex"),
    Buffer.from(digestOfPlaces(skills.map((skill) => skill?.place ?? "")), "latin1"),
  ];
}

/** Names the places of the pieces of a block; "" for a skill that has none. */
export function digestOfPlaces(places: readonly string[]): string {
  return hash("sha256", JSON.stringify(places), "base64url");
}

/** The opposite, under the same policy; undefined if any of it is not what was written. */
export function readPieces(block: Block, { assets: modes }: PiecePolicy): PieceBlock | undefined {
  const [columns, homeSizes, media, texts, entries, rows, ...more] = readSections(block, 12) ?? [];
  const [keys, sizes, binary, digests, rowDigests, placesDigest] = more;
  if (!columns || !homeSizes || !media || !texts || !entries || !rows) return undefined;
  if (!keys || !sizes || !binary || !digests || !rowDigests || !placesDigest) return undefined;
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
    },
    // Copied: else a part keeps all that was read.
    digests: Buffer.from(digests),
    rowDigests: Buffer.from(rowDigests),
    last: block.part && { piece: undefined, made: undefined, row: undefined },
  };
  const { numbers, step } = sections;
  const pieces: (KeptPiece | undefined)[] = [];
  for (let at = 0; at < numbers.length; at += step)
    pieces.push(((numbers[at + BITS] as number) & IS_THERE) === 0 ? undefined : new KeptPiece(sections, at / step));
  return {
    pieces,
    pieceAt: (at, place) => (pieces[at]?.isAt(placeText(place)) === true ? pieces[at] : undefined),
    places: () => pieces.map((piece) => piece?.place() ?? ""),
    placesDigest: placesDigest.toString("latin1"),
  };
}

function rowsOf(block: Block, at: number, section: Buffer): PieceSections["rows"] {
  return block.part === undefined ? cutsOf(section) : readTexts(partsOf(block, at, section));
}

function readTexts(read: ReadRange): PieceSections["rows"] {
  return (start, end) => read(start, end).toString("latin1");
}

/** Of one text, parts are cut without a copy; it is made when the first is asked for. */
function cutsOf(section: Buffer): PieceSections["rows"] {
  let text: string | undefined;
  return (start, end) => (text ??= section.toString("latin1")).slice(start, end);
}

/** What a skill is linked from. */
interface KeptSource {
  readonly unit: UsableUnit;
  readonly place: SkillPlace;
}

/** A skill as it is in the catalog, of which everything but the piece is made when it is asked for. */
export class KeptSkill implements LinkedSkill {
  #piece: Piece | (() => Piece);
  readonly #source: KeptSource | (() => KeptSource);
  #made: ReturnType<typeof entryOf> | undefined;

  constructor(piece: Piece | (() => Piece), source: KeptSource | (() => KeptSource)) {
    this.#piece = piece;
    this.#source = source;
  }

  get piece(): Piece {
    return typeof this.#piece === "function" ? (this.#piece = this.#piece()) : this.#piece;
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

  #open(): KeptSource {
    return typeof this.#source === "function" ? this.#source() : this.#source;
  }

  #make(): ReturnType<typeof entryOf> {
    if (this.#made !== undefined) return this.#made;
    // Contents are asked for where no piece was read.
    const read = this.#piece instanceof KeptPiece ? this.#piece : undefined;
    const last = read?.last();
    if (last?.made !== undefined && last.piece === read) return last.made;
    const { unit, place } = this.#open();
    const piece = (): Piece => this.piece;
    const made = entryOf({
      unit,
      place,
      get id() {
        return piece().id;
      },
      get preload() {
        return piece().preload;
      },
      text: undefined,
      isPrepared: false,
    });
    if (last === undefined) this.#made = made;
    else Object.assign(last, { piece: read, made });
    return made;
  }
}

/** Where a skill was in the last run. */
interface LeftFrom {
  /** In the columns of its catalog; -1 for one that is not in it. */
  readonly position: number;
  readonly indexTokens: number;
  /** The key of the block of its unit, and the digest of the places of the pieces of that block. */
  readonly block: string;
  readonly placesDigest: string;
}

/** A skill as the last run has linked it: what is joined of it need not be asked for. */
export class LeftSkill extends KeptSkill implements LeftFrom {
  readonly position: number;
  readonly indexTokens: number;
  readonly block: string;
  readonly placesDigest: string;

  constructor(piece: () => Piece, open: () => KeptSource, { position, indexTokens, block, placesDigest }: LeftFrom) {
    super(piece, open);
    this.position = position;
    this.indexTokens = indexTokens;
    this.block = block;
    this.placesDigest = placesDigest;
  }
}

/** Returns the digest of the places of a block that the last run has kept, of which nothing has changed; undefined for others. */
export function digestOfLeft(skills: readonly RunSkill[], block: string): string | undefined {
  let digest: string | undefined;
  for (const [at, { unit, admitted }] of skills.entries()) {
    const stored = storedAt(unit);
    if (stored?.block.key !== block || stored.at !== at) return undefined;
    const { linked } = admitted ?? {};
    if (linked === undefined) continue;
    if (!(linked instanceof LeftSkill) || linked.block !== block) return undefined;
    digest = linked.placesDigest;
  }
  return digest;
}

const NO_BYTES = new Uint8Array();
const NO_ROW: RowTexts = { name: "", head: "", tail: "", length: 0, digest: "0".repeat(2 * ROW_DIGEST), homeSize: 0 };

/** What a piece says of the place of its skill. */
export function placeText({ origin, path, catalogFile, namespace, preload, index }: SkillPlace): string {
  return JSON.stringify([origin.kind, origin.index, path, catalogFile, namespace, preload, index]);
}

/** Texts of each piece. */
const TEXTS = 5;

function textsOf(skill: PlacedPiece | undefined): readonly string[] {
  if (skill === undefined) return ["", "", "", "", ""];
  const { id, lines } = skill.piece;
  return [skill.place, id, lines?.names ?? "", lines?.files ?? "", lines?.texts ?? ""];
}

function joinColumns(pieces: readonly (Piece | undefined)[], count: number): PieceSections["contents"] {
  const joined = { keys: new Uint32Array(2 * count), sizes: new Float64Array(count), binary: new Uint8Array(count) };
  let at = 0;
  for (const piece of pieces) {
    if (piece === undefined) continue;
    const { keys, sizes, binary, start, count: own } = piece.contents;
    joined.keys.set(keys.subarray(2 * start, 2 * (start + own)), 2 * at);
    joined.sizes.set(sizes.subarray(start, start + own), at);
    joined.binary.set(binary.subarray(start, start + own), at);
    at += own;
  }
  return joined;
}
