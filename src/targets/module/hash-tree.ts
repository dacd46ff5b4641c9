/**
 * Divides what belongs to skills among files: the files are the leaves of a tree over the bits of hashes, and one over the
 * cap is divided by the next bit. So a file depends only on what is in it: a change of one part changes one file, a new or
 * removed part one, or two if a file divides or two join.
 */
import { trimEndOf } from "../../model/trim.ts";

/** Parts with hashes of their names, by position. */
export interface HashedParts {
  /** Two numbers per part: the first 64 bits of the hash. */
  readonly bits: Uint32Array;
  /** In bytes. */
  readonly sizes: Float64Array;
}

/** A file. */
export interface HashBranch {
  /**
   * The first hash that it could have, in hexadecimal digits without trailing zeros: unique, and the same for one half when
   * it divides. So the file of a hash has the last name that is not after the hash.
   */
  readonly name: string;
  /** Positions of its parts, in their order. */
  readonly members: Uint32Array;
}

const BITS = 64;

/** Divides some of the parts into files of at most `cap` bytes; a larger part gets its own. */
export function divideByHash(parts: HashedParts, members: Uint32Array, cap: number): readonly HashBranch[] {
  const branches: HashBranch[] = [];
  const divide = (some: Uint32Array, depth: number): void => {
    if (some.length === 0) return;
    if (some.length === 1 || depth === BITS || sizeOf(parts, some) <= cap)
      return void branches.push({ name: nameOf(parts, some[0] as number, depth), members: some });
    for (const part of split(parts, some, depth)) divide(part, depth + 1);
  };
  divide(members, 0);
  return branches;
}

function sizeOf({ sizes }: HashedParts, members: Uint32Array): number {
  let sum = 0;
  // By position, here and below: an iterator makes an object for each number, at each level of the tree.
  for (let index = 0; index < members.length; index++) sum += sizes[members[index] as number] as number;
  return sum;
}

/** Returns the parts of which a bit is 0, and those of which it is 1. */
function split({ bits }: HashedParts, members: Uint32Array, depth: number): readonly [Uint32Array, Uint32Array] {
  const half = depth >> 5;
  const mask = 1 << (31 - (depth & 31));
  const zeros = new Uint32Array(members.length);
  const ones = new Uint32Array(members.length);
  let [ofZeros, ofOnes] = [0, 0];
  for (let index = 0; index < members.length; index++) {
    const at = members[index] as number;
    if (((bits[2 * at + half] as number) & mask) === 0) zeros[ofZeros++] = at;
    else ones[ofOnes++] = at;
  }
  return [zeros.subarray(0, ofZeros), ones.subarray(0, ofOnes)];
}

function nameOf({ bits }: HashedParts, at: number, depth: number): string {
  const start = (half: number): string => {
    const kept = Math.min(Math.max(depth - 32 * half, 0), 32);
    const mask = kept === 0 ? 0 : -1 << (32 - kept);
    return (((bits[2 * at + half] as number) & mask) >>> 0).toString(16).padStart(8, "0");
  };
  return trimEndOf(start(0) + start(1), "0");
}
