/** The only importer of `diff`: shows the changes of a fix as a unified diff. */
import { createTwoFilesPatch } from "diff";
import type { FixedFile } from "./apply-fixes.ts";

/** Returns a patch for `git apply`. */
export function unifiedDiff({ file, before, after }: Pick<FixedFile, "file" | "before" | "after">): string {
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, "");
}
