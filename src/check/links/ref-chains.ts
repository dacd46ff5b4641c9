/** Files that lead on to other files: the standard recommends to link every file from the SKILL.md itself. */
import type { SourceText } from "../../model/source.ts";
import { joinPath, normalizePath, parentPath } from "../../paths/index.ts";
import type { ReportAt, TextContext } from "../context.ts";
import { refRules } from "./rules.ts";

/** Targets of links and definitions; code counts, because the model reads it too. */
const LINK = /\](?:\(|:)\s*<?([^\s)>#?]+)/g;

/** Creates a check of the links of one Markdown file after another; `at` reports in that file. */
export function createRefChainCheck({ skill, document }: TextContext): (source: SourceText, at: ReportAt) => void {
  let direct: Set<string> | undefined;
  return ({ file, text }, at) => {
    if (!/\.mdx?$/i.test(file) || !text.includes("](")) return;
    direct ??= new Set(Array.from(document.body.text.matchAll(LINK), ([, target]) => normalizePath(target as string)));
    if (!direct.has(file)) return;
    for (const match of text.matchAll(LINK)) {
      const target = match[1] as string;
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      const path = joinPath(parentPath(file), target);
      if (path === file || path === "SKILL.md" || direct.has(path) || !skill.files.includes(path)) continue;
      const start = match.index + match[0].length - target.length;
      return at(refRules["ref-chain"], { start, end: start + target.length }, { from: file, target: path });
    }
  };
}
