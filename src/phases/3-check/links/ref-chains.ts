/** Checks files that link to other files: the standard recommends linking every file from the SKILL.md. */
import type { FoundFile, ParsedSkill } from "../../../model/skill.ts";
import { joinPath, normalizePath, parentPath } from "../../../paths/index.ts";
import type { ReportAt } from "../context.ts";

/** Targets of links and definitions; code counts, because the model reads it too. */
const LINK = /\](?:\(|:)\s*<?([^\s)>#?]+)/g;

/** Creates a check for the links of one Markdown file after another. `at` reports in that file. */
export function createRefChainCheck(skill: ParsedSkill): (file: FoundFile, text: string, at: ReportAt) => void {
  let direct: Set<string> | undefined;
  return (file, text, at) => {
    if (!/\.mdx?$/i.test(file.path) || !text.includes("](")) return;
    direct ??= new Set(Array.from(skill.body.text.matchAll(LINK), ([, target]) => normalizePath(target as string)));
    if (!direct.has(file.path)) return;
    for (const match of text.matchAll(LINK)) {
      const target = match[1] as string;
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      const path = joinPath(parentPath(file.path), target);
      if (
        path === file.path ||
        path === "SKILL.md" ||
        direct.has(path) ||
        !skill.files.some((other) => other.path === path)
      )
        continue;
      const start = match.index + match[0].length - target.length;
      return at("ref-chain", { start, end: start + target.length }, { from: file.path, target: path });
    }
  };
}
