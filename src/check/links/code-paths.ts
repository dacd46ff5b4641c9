/**
 * Paths in code spans and code blocks, such as `scripts/extract.py`, only get hints: many are of the user's project.
 */
import { normalizePath } from "../../paths/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import { codeOf } from "../../model/code-of.ts";
import type { TextContext } from "../context.ts";
import { refRules } from "./rules.ts";

/** A relative path of at least two segments with an extension, not part of a URL or of a longer path. */
const PATH = /(?<![\w./~@$}%*:<>\\-])(?:\.\/)?((?:[\w.-]+\/){1,8}[\w.-]+\.[A-Za-z][A-Za-z0-9]{0,7})(?![\w/*({<$-])/g;

/** More hints than this are noise. */
const MAX_HINTS = 20;

/**
 * Reports a missing file only if its directory exists in the skill and the text itself does not create it: other paths
 * are the user's.
 */
export function checkCodePaths({ skill, document, at }: TextContext): void {
  const directories = new Set(
    skill.files.flatMap((path) => (path.includes("/") ? [path.slice(0, path.lastIndexOf("/"))] : [])),
  );
  if (directories.size === 0) return;
  const paths = skill.files;
  const known = new Set([...paths, ...skill.leftOut.map(({ path }) => path)]);
  const seen = new Set<string>();
  let reported = 0;
  const { text, start } = document.body;
  for (const range of codeOf(text)) {
    const code = text.slice(range.start, range.end);
    if (!code.includes("/")) continue;
    for (const { 0: found, 1: written = "", index } of code.matchAll(PATH)) {
      const path = normalizePath(written);
      const dir = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      if (seen.has(path) || known.has(path) || !directories.has(dir) || isInNested(path, skill.nested)) continue;
      seen.add(path);
      if (++reported > MAX_HINTS) return;
      const from = start + range.start + index + found.length - written.length;
      const sameButCase = paths.find((candidate) => candidate.toLowerCase() === path.toLowerCase());
      at(
        refRules["path-missing"],
        { start: from, end: from + written.length },
        { path, nearest: sameButCase ?? nearestNames(path, paths)[0] ?? "" },
      );
    }
  }
}

function isInNested(path: string, nested: readonly string[]): boolean {
  return nested.some((inner) => path.startsWith(`${inner}/`));
}
