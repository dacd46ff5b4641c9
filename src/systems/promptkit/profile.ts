import { MISSING, findLine, found, type SystemCut } from "../cut.ts";
import type { System } from "../system.ts";

export const promptkit: System = {
  base: "standard",
  changes: {
    name: "promptkit",
    label: "AltairaLabs PromptKit",
    source: "AltairaLabs/PromptKit 1.5 (86d9f36)",
    directories: [".promptkit/skills"],
    duplicates: "first",
    frontmatter: { style: "promptkit" },
    naming: { trim: false, normalize: false },
    lengthUnit: "utf-8-bytes",
    emptyText: "none",
    outsideSources: "as-written",
    emptyMounts: "absent",
    inlineTexts: "optional",
    tools: "items",
    metadata: "strings",
    body: "trimmed",
    discovery: { copies: "keep" },
  },
  exact: {
    discovery: { toolDirectories: "enter", linkedDocuments: "read", linkedSource: "empty" },
    mounts: "as-written",
    inlineTexts: "required",
    inlineSkills: "unchecked",
  },
  reader: { label: "PromptKit", source: "AltairaLabs/PromptKit 1.5", read: "2026-11-21", fields: [] },
  signs: { sourceKeys: ["mount_as", "path"] },
  cut: cutPromptkit,
};

/** The characters that Go's `bytes.TrimSpace` removes. */
const GO_BLANK = /\p{White_Space}/u;

/**
 * PromptKit 1.5: ignores whitespace around the file; the text after the three hyphens of the opening line is already
 * YAML; the closing line is exactly three hyphens.
 */
function cutPromptkit(text: string): SystemCut {
  let start = 0;
  let end = text.length;
  while (start < end && GO_BLANK.test(text[start] as string)) start++;
  while (end > start && GO_BLANK.test(text[end - 1] as string)) end--;
  if (start === end) return { kind: "missing", nearMiss: "empty" };
  if (!text.startsWith("---", start)) return MISSING;
  const fence = { start, end: start + 3 };
  const rest = text.slice(fence.end, end);
  const from = fence.end + (/^(?:\r\n|\n)/.exec(rest)?.[0].length ?? 0);
  const closer = findLine(text.slice(0, end), from, "---");
  return closer === undefined
    ? { kind: "unterminated", fence, bodyStart: start }
    : found(text, fence, { start: from, end: closer.start }, closer.next);
}
