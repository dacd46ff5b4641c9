/** Keys of output files: hashes of all that their bytes depend on, besides the build of skillc. */
import type { Linked } from "../model/linked.ts";
import type { TargetContents, TargetFormat } from "./target.ts";

export function inputsKey(
  { format, path, inputs }: { readonly format: TargetFormat; readonly path: string; readonly inputs: unknown },
  { sha256 }: Pick<TargetContents, "sha256">,
): string {
  return sha256(JSON.stringify([format.source, format.version, path, inputs]));
}

/** Returns a hash of everything in a linked catalog: the catalog's own does not cover frontmatter as written. */
export function linkedKey({ catalog, skills }: Linked, { sha256 }: Pick<TargetContents, "sha256">): string {
  const documents = skills.map(({ document }) => [document.sha256, document.start, document.places ?? null]);
  return sha256(JSON.stringify([catalog.hash, documents]));
}
