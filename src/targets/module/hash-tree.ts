/**
 * Divides what belongs to skills among files: the files are the leaves of a tree over the bits of hashes, and one over the
 * cap is divided by the next bit. So a file depends only on what is in it: a change of one part changes one file, a new or
 * removed part one, or two if a file divides or two join.
 */

import { isSameList } from "../../model/once-per.ts";

/** A part with the bits of a hash of its name. */
export interface HashLeaf<Value> {
  readonly bits: string;
  /** In bytes. */
  readonly size: number;
  readonly value: Value;
}

/** A file. */
export interface HashBranch<Value> {
  /** The bits that its parts share, without trailing zeros: unique, and the same for one half when it divides. */
  readonly name: string;
  readonly values: readonly Value[];
}

interface Division<Value> {
  readonly parts: readonly HashLeaf<Value>[];
  readonly cap: number;
  readonly branches: readonly HashBranch<Value>[];
}

/** The last division of the parts that start with each part, by depth. */
const last = new WeakMap<HashLeaf<unknown>, Map<number, Division<unknown>>>();

/** Divides parts into files of at most `cap` bytes; a larger part gets its own. The same parts are the same objects. */
export function divideByHash<Value>(
  parts: readonly HashLeaf<Value>[],
  cap: number,
  depth = 0,
): readonly HashBranch<Value>[] {
  const [first] = parts;
  if (first === undefined) return [];
  const known = last.get(first)?.get(depth) as Division<Value> | undefined;
  if (known?.cap === cap && isSameList(known.parts, parts)) return known.branches;
  const branches = divide(parts, cap, depth);
  const byDepth = last.get(first) ?? new Map<number, Division<unknown>>();
  last.set(first, byDepth.set(depth, { parts, cap, branches }));
  return branches;
}

function divide<Value>(parts: readonly HashLeaf<Value>[], cap: number, depth: number): readonly HashBranch<Value>[] {
  const [{ bits }] = parts as readonly [HashLeaf<Value>];
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size <= cap || parts.length === 1 || depth >= bits.length)
    return [{ name: bits.slice(0, depth).replace(/0+$/, ""), values: parts.map(({ value }) => value) }];
  return ["0", "1"].flatMap((bit) =>
    divideByHash(
      parts.filter((part) => part.bits[depth] === bit),
      cap,
      depth + 1,
    ),
  );
}

/** Returns the first 64 bits of a hash in hexadecimal digits. */
export function hashBits(hex: string): string {
  let bits = "";
  for (let at = 0; at < 16; at++) bits += BITS[Number.parseInt(hex.charAt(at), 16)];
  return bits;
}

/** Of each hexadecimal digit. */
const BITS = Array.from({ length: 16 }, (_, digit) => digit.toString(2).padStart(4, "0"));
