/** Code blocks that are opened and never closed. */
import type { LabelPlace } from "../../../diagnostics/index.ts";
import type { CheckContext } from "../context.ts";

/** A fence, behind whatever a list or a quotation puts before it; its info string has no backtick. */
const FENCE = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*)(`{3,}(?=[^`]*$)|~{3,})/;

interface Fence {
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  /** What stands before it on its line: something, when a list or a quotation may hold the block. */
  readonly before: string;
}

/**
 * Reports a block that swallows the rest of the file. A block inside of a list or a quotation ends with it, so that
 * only one at the left edge can do that.
 */
export function checkCodeFences({ skill, at }: CheckContext): void {
  const { text, start } = skill.body;
  if (!text.includes("```") && !text.includes("~~~")) return;
  let open: Fence | undefined;
  let notClosing: Fence | undefined;
  let offset = start;
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    if (open !== undefined && leavesContainer(open.before, line)) open = undefined;
    const [, before = "", marker] = FENCE.exec(line) ?? [];
    if (marker !== undefined) {
      const fence = { marker, before, start: offset + before.length, end: offset + line.length };
      if (open === undefined) [open, notClosing] = [fence, undefined];
      else if (closes(open, fence, line)) open = undefined;
      // The same fence with words after it closes nothing; more often than not it opens the block that is meant.
      else if (marker.startsWith(open.marker)) notClosing ??= fence;
    }
    offset += raw.length + 1;
  }
  if (open === undefined || open.before !== "") return;
  const label = notClosing && { file: skill.file, source: skill.source, span: notClosing, text: "a fence with words after it does not close the block" };
  const labels: LabelPlace[] = label === undefined || skill.inline !== undefined ? [] : [label];
  at("code-fence-unclosed", open, { fence: skill.source.text.slice(open.start, open.end) }, labels);
}

function closes(open: Fence, { marker, before }: Fence, line: string): boolean {
  if (!marker.startsWith(open.marker) || line.length !== before.length + marker.length) return false;
  // Further in than that it is a line of the block: an example of a fence.
  return /^[ \t>]*$/.test(before) && before.length <= open.before.length + 3;
}

/** A line that is not indented as far as the block, or not quoted, is no longer part of what holds it. */
function leavesContainer(before: string, line: string): boolean {
  if (before === "" || line === "") return false;
  if (before.includes(">")) return !line.trimStart().startsWith(">");
  return line.length - line.trimStart().length < before.length;
}
