/** What sections of a block are made of: parts one after another, numbers, texts. */
import type { Block } from "../../engine/index.ts";
import { inMemory, joinStored, LostBytes } from "../../engine/stored-bytes.ts";
import type { StoredBytes } from "../../model/stored-bytes.ts";
import { asBuffer } from "../../host/as-buffer.ts";

/** Joins parts, and says where each of them ends. */
export function joinParts(parts: readonly Uint8Array[]): {
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
} {
  let end = 0;
  return { ends: parts.map(({ length }) => (end += length)), bytes: Buffer.concat(parts) };
}

/** Joins parts, with where each of them ends before them; nothing is copied. */
export function joinSections(parts: readonly Uint8Array[]): StoredBytes {
  let end = 0;
  const ends = parts.map(({ length }) => (end += length));
  return joinStored([toNumbers(Uint32Array.from([ends.length, ...ends])), ...parts].map(inMemory));
}

/** The opposite: each part has memory of its own; none if they are no longer there. */
export function splitSections(stored: StoredBytes): readonly Uint8Array<ArrayBuffer>[] {
  const read = (from: number, to: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(Math.max(0, to - from));
    return stored.copyTo(bytes, from) ? bytes : new Uint8Array();
  };
  if (stored.length < NUMBER) return [];
  const [count = 0] = new Uint32Array(read(0, NUMBER).buffer);
  const start = NUMBER * (count + 1);
  const ends = new Uint32Array(read(NUMBER, start).buffer);
  return Array.from(ends, (end, at) => read(start + (ends[at - 1] ?? 0), start + end));
}

/** Bytes of a number. */
const NUMBER = 4;

/** Returns the bytes of numbers. */
export function toNumbers({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array | Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The opposite. They are copied: they start at any byte of what was read. */
export function numbersOf<Numbers>(bytes: Uint8Array, Kind: new (buffer: ArrayBuffer) => Numbers): Numbers {
  return new Kind(new Uint8Array(bytes).buffer);
}

/** Returns a value as JSON in UTF-8. */
export function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value), "utf8");
}

/** Reads sections; undefined if any of them is not what was written. */
export function readSections(block: Block, count: number): readonly Buffer[] | undefined {
  const sections: Buffer[] = [];
  for (let at = 0; at < count; at++) {
    const section = block.section(at);
    if (section === undefined) return undefined;
    sections.push(asBuffer(section));
  }
  return sections;
}

/** Says that something of the last run is gone: another process may have removed it, and a disk can lose anything. */
export function lost(): never {
  throw new LostBytes();
}

/**
 * Returns a function that reads parts of a section, all of which is read and compared when the first is asked for.
 *
 * @param find Finds the block again, if it is in another file by then.
 */
export function partsOnDemand(block: Block, at: number, find: () => Block | undefined): ReadRange {
  let section: Uint8Array | undefined;
  return (start, end) => {
    if (start === end) return NO_BYTES;
    section ??= block.section(at) ?? find()?.section(at) ?? lost();
    return asBuffer(section).subarray(start, end);
  };
}

/** Reads a part of a section. */
export type ReadRange = (start: number, end: number) => Buffer;

/**
 * Returns a function that reads parts of a section. If they can be read again, none is kept.
 *
 * @param section The section, as it was read.
 */
export function partsOf(block: Block, at: number, section: Buffer): ReadRange {
  // Functions that are made in one place keep what any of them needs.
  return block.part === undefined ? partsInMemory(section) : partsOnDisk(block.part, at);
}

function partsInMemory(section: Buffer): ReadRange {
  return (start, end) => section.subarray(start, end);
}

function partsOnDisk(part: NonNullable<Block["part"]>, at: number): ReadRange {
  return (start, end) => {
    const bytes = start === end ? NO_BYTES : part(at, start, end);
    if (bytes === undefined) throw new Error(`a part of section ${at} cannot be read again`);
    return asBuffer(bytes);
  };
}

const NO_BYTES = Buffer.alloc(0);

/** Reads a part of those that are joined; the numbers have its end at `at`, and that of the one before `step` earlier. */
export function readCut(read: ReadRange, numbers: Uint32Array, at: number, step: number): Buffer {
  return read(numbers[at - step] ?? 0, numbers[at] as number);
}
