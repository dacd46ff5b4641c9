/** Paths of shared files: in a package, a skill has copies of them, and its texts point to these. */
import type { LinkedSkill } from "../../model/linked.ts";
import type { LinkRewrite } from "../../model/shared.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns the paths of a text that become others, from its end to its start. */
export function rewritesOf({ shared }: Pick<LinkedSkill, "shared">, file: string): readonly LinkRewrite[] {
  const own = shared?.rewrites.filter((one) => one.file === file) ?? [];
  return own.toSorted((one, two) => two.start - one.start);
}

/** Returns a text with other paths; nothing else of it changes. */
export function withPaths(bytes: Uint8Array, rewrites: readonly LinkRewrite[]): Uint8Array {
  if (rewrites.length === 0) return bytes;
  let text = decoder.decode(bytes);
  for (const { start, end, text: path } of rewrites) text = text.slice(0, start) + path + text.slice(end);
  return encoder.encode(text);
}
