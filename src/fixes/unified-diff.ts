/** The only importer of `diff`: what a fix would change, as a unified diff. */
import { createTwoFilesPatch } from "diff";
import type { FixedFile } from "./apply-fixes.ts";

/** A patch that `git apply` takes. */
export function unifiedDiff({ file, before, after }: FixedFile): string {
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, "");
}
