/** Files of skills that are written next to a module as they are, instead of into it. */
import { LARGEST_WHOLE } from "../contents/index.ts";
import type { ContentHandle } from "../model/linked.ts";
import type { AssetMode } from "../model/piece.ts";

/** Returns whether a file is written next to the module: what is not text, and text that no string should contain. */
export function isAsset({ encoding, bytes }: Pick<ContentHandle, "encoding" | "bytes">, mode: AssetMode): boolean {
  return mode === "copy" && (encoding === "binary" || bytes > LARGEST_WHOLE);
}

/** Returns the path of an asset: its name is its hash, so that its content never changes. */
export function assetPath({ sha256 }: Pick<ContentHandle, "sha256">): string {
  return `assets/${sha256}`;
}
