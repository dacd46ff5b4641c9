/** Code blocks that are opened and never closed. */
import type { LabelPlace } from "../../../diagnostics/index.ts";
import type { CheckContext } from "../context.ts";

const OPENER = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSER = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** Blocks inside of a list or a quotation end with it: only those at the left edge can swallow the rest of the file. */
const CONTAINED = /^(?: {4,}|\t|[ \t]*>|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)[ \t>]*(`{3,}(?=[^`]*$)|~{3,})/;

interface Fence {
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  readonly contained: boolean;
}

export function checkCodeFences({ skill, at }: CheckContext): void {
  const { text, start } = skill.body;
  if (!text.includes("```") && !text.includes("~~~")) return;
  let open: Fence | undefined;
  let notClosing: Fence | undefined;
  let offset = start;
  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const marker = OPENER.exec(line)?.[2] ?? CONTAINED.exec(line)?.[1];
    if (marker !== undefined) {
      const fence = { marker, start: offset + line.indexOf(marker), end: offset + line.trimEnd().length, contained: !OPENER.test(line) };
      if (open === undefined) [open, notClosing] = [fence, undefined];
      else if (closes(open, line, marker)) open = undefined;
      // The same fence with words after it closes nothing; more often than not it opens the block that is meant.
      else if (marker.startsWith(open.marker)) notClosing ??= fence;
    }
    offset += raw.length + 1;
  }
  if (open === undefined || open.contained) return;
  const label = notClosing && { file: skill.file, source: skill.source, span: notClosing, text: "a fence with words after it does not close the block" };
  const labels: LabelPlace[] = label === undefined || skill.inline !== undefined ? [] : [label];
  at("code-fence-unclosed", open, { fence: skill.source.text.slice(open.start, open.end) }, labels);
}

function closes(open: Fence, line: string, marker: string): boolean {
  if (!marker.startsWith(open.marker)) return false;
  return open.contained ? line.trimEnd().endsWith(marker) && /^[\s>]*$/.test(line.slice(0, line.indexOf(marker))) : CLOSER.test(line);
}
