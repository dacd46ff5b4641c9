/** Files that lead on to other files: the standard recommends to link every file from the SKILL.md itself. */
import type { FoundFile, ParsedSkill } from "../../../model/skill.ts";
import { joinPath, normalizePath, parentPath } from "../../../paths/index.ts";
import type { ReportAt } from "../context.ts";

const LINK = /\]\(\s*<?([^\s)>#?]+)/g;

/** Looks at the links of one Markdown file. `at` reports in that file. */
export function checkRefChain(skill: ParsedSkill, file: FoundFile, text: string, at: ReportAt): void {
  if (!/\.mdx?$/i.test(file.path) || !text.includes("](")) return;
  const direct = new Set(skill.links.map(({ target }) => normalizePath(target.replace(/[?#].*$/s, ""))));
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
}
