/** The contents of all skills of a module as numbers, by position: what needs several skills is decided without objects. */
import type { ContentHandle, LinkedSkill } from "../../model/linked.ts";
import type { AssetMode, PieceColumns } from "../../model/piece.ts";
import { LARGEST_WHOLE } from "../../contents/index.ts";
import { isLarge } from "../../piece/index.ts";

export interface JoinedContents extends Pick<PieceColumns, "keys" | "sizes" | "binary" | "from" | "digestAt"> {
  /** 1 for files that are written next to the module instead of into it. */
  readonly isLeft: Uint8Array;
  /** Bytes of the contents of each skill that are at its home, with what others also have. */
  readonly homeSizes: Float64Array;
}

/** Adds to columns where contents are kept. */
export function joinContents({ keys, sizes, binary, from, digestAt }: PieceColumns, assets: AssetMode): JoinedContents {
  const isLeft = new Uint8Array(binary.length);
  const homeSizes = new Float64Array(from.length - 1);
  for (let skill = 0; skill + 1 < from.length; skill++) {
    const first = from[skill] as number;
    for (let at = first; at < (from[skill + 1] as number); at++) {
      const size = sizes[at] as number;
      const isBinary = binary[at] === 1;
      if (at > first && assets === "copy" && (isBinary || size > LARGEST_WHOLE)) isLeft[at] = 1;
      else if (at === first || !isLarge(isBinary, size)) homeSizes[skill] = (homeSizes[skill] as number) + size;
    }
  }
  return { keys, sizes, binary, from, digestAt, isLeft, homeSizes };
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
