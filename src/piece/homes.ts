/** Where the contents of a skill are in a module: an address, which depends on the skill alone. */
import type { ModuleOptions } from "../model/config.ts";
import type { ContentHandle } from "../model/linked.ts";
import type { Piece, RowTexts } from "../model/piece.ts";

/** Maximum bytes of a pack. */
export const PACK_CAP = 128 * 1024;
/** A larger skill gets its own modules, so that dividing a pack always yields two. */
const UNIT_CAP = PACK_CAP / 4;
/** Larger binary files get their own modules, loaded on demand. */
const SMALL_BINARY = 8 * 1024;

/** Returns whether a content has a module of its own, which its row names. */
export function isLarge(isBinary: boolean, bytes: number): boolean {
  return isBinary && bytes > SMALL_BINARY;
}

/** Returns the name of the module that a content is alone in; undefined if it is with others. */
export function ownModule({
  encoding,
  bytes,
  sha256,
}: Pick<ContentHandle, "encoding" | "bytes" | "sha256">): string | undefined {
  return isLarge(encoding === "binary", bytes) ? `b-${sha256.slice(0, 16)}` : undefined;
}

/** Returns whether a skill has modules of its own. */
export function isApart(
  { homeSize }: Pick<RowTexts, "homeSize">,
  { content }: Pick<ModuleOptions, "content">,
): boolean {
  return content === "per-skill" || homeSize > UNIT_CAP;
}

/** Returns the address of the contents of a skill, with what others also have: `s` for modules of its own, else `p`. */
export function homeOf(
  { idHash }: Pick<Piece, "idHash">,
  sizes: Pick<RowTexts, "homeSize">,
  options: Pick<ModuleOptions, "content">,
): string {
  return `${isApart(sizes, options) ? "s" : "p"}${idHash}`;
}
