import { MISSING, found, type SystemCut } from "../cut.ts";
import type { System } from "../system.ts";

export const carnet: System = {
  base: "standard",
  changes: {
    name: "carnet",
    label: "Carnet",
    source: "upstart-gg/carnet 0.3.1 (2567ec9)",
    duplicates: "last",
    discovery: { companions: "carnet" },
    frontmatter: { style: "gray-matter" },
    naming: { form: "free", maxLength: Infinity },
    description: { maxLength: Infinity },
    emptyText: "none",
    forms: { toolsets: "list" },
  },
  exact: {},
  reader: { label: "Carnet", source: "upstart-gg/carnet 0.3.1", read: "2026-11-21", fields: ["toolsets", "files"] },
  signs: {
    companions: [
      { file: "TOOLSET.md" },
      { file: "AGENT.md", text: /^---\r?\n(?:[^]*?\n)?(?:initialSkills|skills|toolsets)\s*:/ },
    ],
  },
  cut: cutGrayMatter,
};

/**
 * Carnet 0.3, with gray-matter 4: with a fourth hyphen it is not a frontmatter; the text after the opening hyphens names
 * a language; the block ends at the next line that starts with three hyphens, or with the file.
 */
function cutGrayMatter(text: string): SystemCut {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith("---", start) || text[start + 3] === "-") return MISSING;
  const fence = { start, end: start + 3 };
  const lineEnd = /\r?\n|$/.exec(text.slice(fence.end));
  const language = text.slice(fence.end, fence.end + (lineEnd?.index ?? 0)).trim();
  if (language !== "" && language.toLowerCase() !== "yaml" && language.toLowerCase() !== "yml")
    return { kind: "missing", nearMiss: "fence-text" };
  const from = fence.end + (lineEnd?.index ?? 0) + (lineEnd?.[0].length ?? 0);
  const closer = text.indexOf("\n---", Math.max(fence.end, from - 1));
  if (closer === -1) return { kind: "unterminated", fence, bodyStart: start };
  const afterCloser = closer + 4;
  const bodyStart = afterCloser + (/^\r?\n?/.exec(text.slice(afterCloser, afterCloser + 2))?.[0].length ?? 0);
  return found(text, fence, { start: Math.min(from, closer + 1), end: closer + 1 }, bodyStart);
}
