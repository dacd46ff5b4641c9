/** What is read of a block of units without any of them: keys and numbers. */
import { asBuffer } from "../../host/as-buffer.ts";
import type { Block } from "../../engine/index.ts";
import { numbersOf, toNumbers } from "./kept-sections.ts";

export const KEY_LENGTH = 64;
/** Numbers of each unit: its bits, where each part of it ends, and where its numbers of files end. */
export const [NUMBERS, FILES_END] = [5, 4];
const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** The numbers of the units of a block, and those of the files that are compared with those of other skills: two of each. */
export interface UnitNumbers {
  readonly numbers: Uint32Array;
  readonly files: Float64Array;
}

export function writeNumbers(units: number, numbers: Uint32Array, files: Float64Array): Uint8Array {
  return Buffer.concat([Uint32Array.of(units), numbers, files].map(toNumbers));
}

/** Reads the numbers of a block: how many units it has, theirs, and those of their files. */
export function readNumbers(columns: Buffer): UnitNumbers {
  const [count = 0] = numbersOf(columns.subarray(0, NUMBER_BYTES), Uint32Array);
  const end = NUMBER_BYTES * (1 + count * NUMBERS);
  return {
    numbers: numbersOf(columns.subarray(NUMBER_BYTES, end), Uint32Array),
    files: numbersOf(columns.subarray(end), Float64Array),
  };
}

/** Reads nothing of a block but what its units say of their files, one after the other. */
export function readFileNumbers(block: Block): Float64Array | undefined {
  const columns = block.section(1);
  return columns && readNumbers(asBuffer(columns)).files;
}

/** The keys of the units of a block, by position; those of skills without one are blank. */
export interface UnitKeys {
  /** -1 for another key. */
  indexOf(key: string): number;
  /** Blank behind the last one. */
  at(position: number): string;
  all(): readonly string[];
}

/** Reads nothing but the keys of a block. */
export function readUnitKeys(block: Block): UnitKeys {
  const keys = block.section(0);
  const text = keys === undefined ? "" : asBuffer(keys).toString("latin1");
  return {
    // Keys are hashes: none starts within two others.
    indexOf(key) {
      const at = text.indexOf(key);
      return at % KEY_LENGTH === 0 ? at / KEY_LENGTH : -1;
    },
    at: (position) => text.slice(position * KEY_LENGTH, (position + 1) * KEY_LENGTH),
    all: () =>
      Array.from({ length: text.length / KEY_LENGTH }, (_, at) => text.slice(at * KEY_LENGTH, (at + 1) * KEY_LENGTH)),
  };
}
