import { MISSING, found, type SystemCut, type CutRule } from "../cut.ts";
import type { System } from "../system.ts";

export const skillkit: System = {
  base: "standard",
  changes: {
    name: "skillkit",
    label: "SkillKit for Elixir",
    source: "paper-crow/skill_kit 0.3.0",
    onInvalid: "skip",
    duplicates: "first",
    discovery: {
      places: [".", "*", "skills/*", "*/skills/*"],
      namespaces: "kit",
      companions: "kit",
    },
    frontmatter: { style: "skillkit" },
    naming: {
      trim: false,
      normalize: false,
      maxLength: Infinity,
      extra: "_",
      hyphens: "free",
      start: "letter",
      qualified: true,
    },
    description: { maxLength: Infinity },
    emptyText: "none",
    forms: { required_scope: "text-or-list" },
    markers: "skillkit",
    failedCommands: "marker",
    body: "trimmed",
  },
  exact: { frontmatter: { lineEnds: "lf" } },
  reader: {
    label: "SkillKit",
    source: "paper-crow/skill_kit 0.3.0",
    read: "2026-11-21",
    fields: ["required_scope", "hooks"],
  },
  signs: {
    // Other tools have an AGENT.md without frontmatter.
    companions: [{ file: "AGENT.md", text: /^---\r?\n/, besideSkills: true }],
  },
  cut: cutSkillkit,
};

/**
 * SkillKit 0.3: the opening line may be missing; the first line of three hyphens after at least one other line ends the
 * block. The original supports only LF; elsewhere CRLF also ends a line.
 */
function cutSkillkit(text: string, { lineEnds }: CutRule): SystemCut {
  const onlyLf = lineEnds === "lf";
  const from = (onlyLf ? /^---\n/ : /^---\r?\n/).exec(text)?.[0].length ?? 0;
  const fence = { start: 0, end: from === 0 ? 0 : 3 };
  const closer = (onlyLf ? /\n---(?:\n|$)/ : /\r?\n---(?:\r?\n|$)/).exec(text.slice(from));
  if (closer === null) {
    const isOpen = from > 0 && !/^---[\r\n]/.test(text.slice(from, from + 4));
    return isOpen ? { kind: "unterminated", fence, bodyStart: 0 } : MISSING;
  }
  const at = from + closer.index;
  if (at === from) return { kind: "missing", nearMiss: "empty-block" };
  return found(text, fence, { start: from, end: at }, at + closer[0].length);
}
