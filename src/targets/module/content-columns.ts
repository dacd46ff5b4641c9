/** The contents of all skills of a module as numbers, by position: what needs several skills is decided without objects. */
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import type { AssetMode, ContentColumns } from "../../model/piece.ts";
import { LARGEST_WHOLE } from "../../contents/index.ts";
import { isLarge } from "../../piece/index.ts";

export interface JoinedContents extends Pick<ContentColumns, "keys" | "sizes" | "binary"> {
  /** Returns the lower-case hexadecimal SHA-256 of a content. */
  readonly digestAt: (at: number) => string;
  /** Position of the first content of each skill, and after the last one their number. */
  readonly from: Uint32Array;
  /** 1 for files that are written next to the module instead of into it. */
  readonly isLeft: Uint8Array;
  /** Bytes of the contents of each skill that are at its home, with what others also have. */
  readonly homeSizes: Float64Array;
}

/** Digits of a digest. */
const DIGEST = 64;

/** Joins the columns of skills in their order. */
export function joinContents(skills: readonly LinkedSkill[], assets: AssetMode): JoinedContents {
  const count = skills.reduce((sum, { piece }) => sum + piece.contents.count, 0);
  const joined = {
    keys: new Uint32Array(2 * count),
    sizes: new Float64Array(count),
    binary: new Uint8Array(count),
    from: new Uint32Array(skills.length + 1),
    isLeft: new Uint8Array(count),
    homeSizes: new Float64Array(skills.length),
  };
  let at = 0;
  for (const [index, { piece }] of skills.entries()) {
    const { keys, sizes, binary, start, count: own } = piece.contents;
    let home = 0;
    // One by one: most skills have fewer contents than a copy at once costs.
    for (let item = 0; item < own; item++) {
      const size = sizes[start + item] as number;
      const isBinary = binary[start + item] === 1;
      joined.keys[2 * (at + item)] = keys[2 * (start + item)] as number;
      joined.keys[2 * (at + item) + 1] = keys[2 * (start + item) + 1] as number;
      joined.sizes[at + item] = size;
      joined.binary[at + item] = isBinary ? 1 : 0;
      const isLeft = item > 0 && assets === "copy" && (isBinary || size > LARGEST_WHOLE);
      if (isLeft) joined.isLeft[at + item] = 1;
      else if (item === 0 || !isLarge(isBinary, size)) home += size;
    }
    joined.homeSizes[index] = home;
    joined.from[index + 1] = at += own;
  }
  return { ...joined, digestAt: (content) => digestAt(skills, joined.from, content) };
}

function digestAt(skills: readonly LinkedSkill[], from: Uint32Array, at: number): string {
  const owner = ownerAt(from, at);
  const start = DIGEST * (at - (from[owner] as number));
  return (skills[owner] as LinkedSkill).piece.contents.digests.slice(start, start + DIGEST);
}

/** Returns the position of the skill that a content is of: the last one that starts at it or before. */
export function ownerAt(from: Uint32Array, at: number): number {
  let [low, high] = [0, from.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((from[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the handle of a content; its skill is the one that it is at or after the first content of. */
export function handleAt(skill: LinkedSkill, item: number): ContentHandle {
  return item === 0 ? skill.document : (skill.files[item - 1] as ContentHandle);
}

/** Returns for each content the position of the first one that is the same: with the same key, in the same form. */
export function firstOfEach({ keys, binary, isLeft }: JoinedContents): Uint32Array {
  const count = binary.length;
  const room = 2 ** Math.ceil(Math.log2(2 * count + 1));
  // Open addressing: the keys are hashes already. Positions are counted from 1.
  const table = new Uint32Array(room);
  const first = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    if (isLeft[at] === 1) continue;
    const high = keys[2 * at] as number;
    const low = keys[2 * at + 1] as number;
    let slot = (low ^ (binary[at] as number)) & (room - 1);
    for (let other = table[slot] as number; ; other = table[slot] as number) {
      if (other === 0) {
        table[slot] = at + 1;
        first[at] = at;
        break;
      }
      const one = other - 1;
      if (keys[2 * one] === high && keys[2 * one + 1] === low && binary[one] === binary[at]) {
        first[at] = one;
        break;
      }
      slot = (slot + 1) & (room - 1);
    }
  }
  return first;
}
