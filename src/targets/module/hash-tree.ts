/**
 * Divides what belongs to skills among files: the files are the leaves of a tree over the bits of hashes, and one over the
 * cap is divided by the next bit. So a file depends only on what is in it: a change of one part changes one file, a new or
 * removed part one, or two if a file divides or two join.
 */

import { isSameList, sameUntil } from "../../model/once-per.ts";
import { trimEndOf } from "../../model/trim.ts";

/** A part with the bits of a hash of its name. */
export interface HashLeaf<Value> {
  readonly bits: string;
  /** In bytes. */
  readonly size: number;
  readonly value: Value;
}

/** A file. */
export interface HashBranch<Value> {
  /**
   * The first hash that it could have, in hexadecimal digits without trailing zeros: unique, and the same for one half when
   * it divides. So the file of a hash has the last name that is not after the hash.
   */
  readonly name: string;
  readonly values: readonly Value[];
  /** In bytes. */
  readonly size: number;
  /** The number of bits that decided that its parts are together. */
  readonly depth: number;
}

interface Division<Value> {
  readonly parts: readonly HashLeaf<Value>[];
  readonly cap: number;
  readonly branches: readonly HashBranch<Value>[];
}

/** The last division of the parts that start, or end, with each part, by depth. */
const last = new WeakMap<HashLeaf<unknown>, Map<number, Division<unknown>>>();

/** Divides parts into files of at most `cap` bytes; a larger part gets its own. The same parts are the same objects. */
export function divideByHash<Value>(
  parts: readonly HashLeaf<Value>[],
  cap: number,
  depth = 0,
): readonly HashBranch<Value>[] {
  const ends = [parts[0], parts.at(-1)].filter((part) => part !== undefined);
  if (ends.length === 0) return [];
  const known = ends.flatMap((part) => last.get(part)?.get(depth) ?? [])[0] as Division<Value> | undefined;
  if (known?.cap === cap && isSameList(known.parts, parts)) return known.branches;
  const changed = known?.cap === cap && depth === 0 ? changeParts(known, parts) : undefined;
  const branches = changed ?? divide(parts, cap, depth);
  for (const part of ends) {
    const byDepth = last.get(part) ?? new Map<number, Division<unknown>>();
    last.set(part, byDepth.set(depth, { parts, cap, branches }));
  }
  return branches;
}

/** Returns the branches with other parts in the same places; undefined if parts move, or a file divides or two join. */
function changeParts<Value>(
  { parts: before, cap, branches }: Division<Value>,
  parts: readonly HashLeaf<Value>[],
): readonly HashBranch<Value>[] | undefined {
  if (before.length !== parts.length) return undefined;
  const changed = [...branches];
  for (let at = sameUntil(before, parts); at < parts.length; at++) {
    const [old, part] = [before[at], parts[at]] as [HashLeaf<Value>, HashLeaf<Value>];
    if (part === old) continue;
    const place = part.bits === old.bits ? changed.findIndex(({ values }) => values.includes(old.value)) : -1;
    const branch = changed[place];
    if (branch === undefined) return undefined;
    const { depth, values } = branch;
    const size = branch.size + part.size - old.size;
    if (size > cap && values.length > 1 && depth < part.bits.length) return undefined;
    if (size < branch.size && depth > 0 && sizeBelow(part.bits.slice(0, depth - 1), parts) <= cap) return undefined;
    changed[place] = { ...branch, size, values: values.with(values.indexOf(old.value), part.value) };
  }
  return changed;
}

function sizeBelow(prefix: string, parts: readonly HashLeaf<unknown>[]): number {
  return parts.reduce((sum, { bits, size }) => (bits.startsWith(prefix) ? sum + size : sum), 0);
}

function divide<Value>(parts: readonly HashLeaf<Value>[], cap: number, depth: number): readonly HashBranch<Value>[] {
  const [{ bits }] = parts as readonly [HashLeaf<Value>];
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size <= cap || parts.length === 1 || depth >= bits.length)
    return [{ name: toDigits(bits.slice(0, depth)), values: parts.map(({ value }) => value), size, depth }];
  return ["0", "1"].flatMap((bit) =>
    divideByHash(
      parts.filter((part) => part.bits[depth] === bit),
      cap,
      depth + 1,
    ),
  );
}

function toDigits(bits: string): string {
  const digits = bits.replace(/.{1,4}/g, (four) => Number.parseInt(four.padEnd(4, "0"), 2).toString(16));
  return trimEndOf(digits, "0");
}

/** Returns the first 64 bits of a hash in hexadecimal digits. */
export function hashBits(hex: string): string {
  let bits = "";
  for (let at = 0; at < 16; at++) bits += BITS[Number.parseInt(hex.charAt(at), 16)];
  return bits;
}

/** Of each hexadecimal digit. */
const BITS = Array.from({ length: 16 }, (_, digit) => digit.toString(2).padStart(4, "0"));
