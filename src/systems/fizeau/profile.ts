import { MISSING, findLine, found, type SystemCut } from "../cut.ts";
import type { System } from "../system.ts";

export const fizeau: System = {
  base: "standard",
  changes: {
    name: "fizeau",
    label: "fizeau",
    source: "DocumentDrivenDX/fizeau (40c5732)",
    directories: [".fizeau/skills"],
    directoryVariable: "FIZEAU_SKILLS_DIR",
    onInvalid: "skip",
    duplicates: "last",
    discovery: { documents: "any", missingSource: "empty", noSkills: "accepted" },
    frontmatter: { style: "fizeau" },
    naming: { trim: false, normalize: false, extra: "_", hyphens: "free" },
    lengthUnit: "utf-8-bytes",
    emptyText: "none",
    forms: { tags: "list", version: "scalar" },
  },
  exact: { discovery: { toolDirectories: "enter" } },
  reader: {
    label: "fizeau",
    source: "DocumentDrivenDX/fizeau (40c5732)",
    read: "2026-11-21",
    fields: ["tags", "version"],
  },
  signs: {},
  cut: cutFizeau,
};

/** fizeau: the first line and the closing line are exactly three hyphens; only LF, with or without CR, ends a line. */
function cutFizeau(text: string): SystemCut {
  const opener = /^---\r*(?:\n|$)/.exec(text);
  if (opener === null) return MISSING;
  const fence = { start: 0, end: 3 };
  const closer = findLine(text, opener[0].length, "---");
  if (closer === undefined) return { kind: "unterminated", fence, bodyStart: 0 };
  return found(text, fence, { start: opener[0].length, end: closer.start }, closer.next);
}
