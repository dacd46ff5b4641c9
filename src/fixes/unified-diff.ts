import { formatPatch, structuredPatch } from "diff";
import { maskSecrets } from "../diagnostics/index.ts";
import type { FixedFile } from "./apply-fixes.ts";

/**
 * `git apply` accepts the patch, unless a credential is in or next to a changed line: credentials are masked, as in
 * every report.
 */
export function unifiedDiff({ file, before, after }: Pick<FixedFile, "file" | "before" | "after">): string {
  const patch = structuredPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 });
  // Changed texts are compared as they are: a line that differs only in its secret is still shown as changed.
  const [old, now] = [before, after].map((text) => linesOf(maskSecrets(text))) as [string[], string[]];
  for (const hunk of patch.hunks) {
    let [oldLine, newLine] = [hunk.oldStart - 1, hunk.newStart - 1];
    hunk.lines = hunk.lines.map((line) => {
      const sign = line[0];
      if (sign === "\\") return line;
      const text = sign === "+" ? now[newLine] : old[oldLine];
      if (sign !== "+") oldLine++;
      if (sign !== "-") newLine++;
      return `${sign}${text ?? ""}`;
    });
  }
  return formatPatch(patch).replace(/^=+\n/, "");
}

function linesOf(text: string): string[] {
  return text.split("\n");
}
