/**
 * Pieces that are stored together, as sections: what all outputs join of skills that have not changed is a part of one text,
 * or a row of numbers. A piece holds for the unit that its block was stored for, and where its place says the same.
 */
import { hash } from "node:crypto";
import type { Block } from "../engine/index.ts";
import type { LinkedSkill } from "../model/linked.ts";
import type { Piece, PiecePolicy, RowTexts } from "../model/piece.ts";
import type { SkillPlace } from "../model/skill.ts";
import type { UsableUnit } from "../model/unit.ts";
import { entryOf } from "../piece/index.ts";
import { joinParts, numbersOf, readSections, toJson, toNumbers } from "./kept-sections.ts";
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
  type PieceTexts,
} from "./kept-piece.ts";

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
    ofContents += piece?.contents.count ?? 0;
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

function parseTexts(json: Buffer): PieceTexts {
  return JSON.parse(json.toString("utf8")) as PieceTexts;
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
