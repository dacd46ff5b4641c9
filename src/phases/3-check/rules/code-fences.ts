/** Code blocks that are opened and never closed. */
import type { LabelPlace } from "../../../diagnostics/index.ts";
import type { CheckContext } from "../context.ts";

/** A fence, behind whatever a list or a quotation puts before it; its info string has no backtick. */
const FENCE = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*)(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?![ \t])|[ \t]|$)/;
/** Starts of blocks end a list item that they are not indented for; words may go on with a paragraph of the item. */
const BLOCK_START = /^[ \t]*(?:#|>|`{3}|~{3}|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$))/;

interface Fence {
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  /** What stands before it on its line; "" when no list and no quotation holds the block. */
  readonly container: string;
}

/**
 * Reports a block that swallows the rest of the file. A block inside of a list or a quotation ends with it, so that
 * only one outside of them can do that.
 */
export function checkCodeFences({ skill, at }: CheckContext): void {
  const { text, start } = skill.body;
  if (!text.includes("```") && !text.includes("~~~")) return;
  const list = createListWatch();
  let open: Fence | undefined;
  let notClosing: Fence | undefined;
  let afterBlock = false;
  let offset = start;
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    const leaves = open !== undefined && leavesContainer(open.container, line);
    if (leaves) open = undefined;
    if (open === undefined) list.see(line, leaves || afterBlock);
    afterBlock = false;
    const [, before = "", marker] = FENCE.exec(line) ?? [];
    if (marker !== undefined) {
      const isFree = /^ {0,3}$/.test(before) && !list.holds(before.length);
      const fence = {
        marker,
        start: offset + before.length,
        end: offset + line.length,
        container: isFree ? "" : before,
      };
      if (open !== undefined && closes(open, fence, line)) [open, afterBlock] = [undefined, true];
      // The same fence with words after it closes nothing; more often than not it opens the block that is meant.
      else if (open !== undefined) notClosing ??= marker.startsWith(open.marker) ? fence : undefined;
      // Four blanks in, outside of a list, are code of another kind.
      else if (isFree || !/^(?: {4}|\t)[ \t]*$/.test(before) || list.holds(before.length))
        [open, notClosing] = [fence, undefined];
    }
    offset += raw.length + 1;
  }
  if (open === undefined || open.container !== "") return;
  const label = notClosing && {
    file: skill.file,
    source: skill.source,
    span: notClosing,
    text: "a fence with words after it does not close the block",
  };
  const labels: LabelPlace[] = label === undefined || skill.inline !== undefined ? [] : [label];
  at("code-fence-unclosed", open, { fence: skill.source.text.slice(open.start, open.end) }, labels);
}

/** Knows, roughly, whether a line of some indentation is part of a list item; in doubt it is. */
function createListWatch(): {
  readonly see: (line: string, noParagraph: boolean) => void;
  readonly holds: (indent: number) => boolean;
} {
  let items: number[] = [];
  let afterBlank = true;
  return {
    see(line, noParagraph) {
      const indent = line.length - line.trimStart().length;
      if (line !== "" && (noParagraph || afterBlank || BLOCK_START.test(line)))
        items = items.filter((content) => content <= indent);
      const item = LIST_ITEM.exec(line)?.[0];
      if (item !== undefined) items.push(item.length);
      afterBlank = line === "";
    },
    holds: (indent) => items.some((content) => content <= indent),
  };
}

function closes(open: Fence, { marker, start, end }: Fence, line: string): boolean {
  const before = line.slice(0, line.length - (end - start));
  if (!marker.startsWith(open.marker) || end - start !== marker.length) return false;
  // Further in than that it is a line of the block: an example of a fence.
  return open.container === ""
    ? /^ {0,3}$/.test(before)
    : /^[ \t>]*$/.test(before) && before.length <= open.container.length + 3;
}

/** A line that is not indented as far as the block, or not quoted, is no longer part of what holds it. */
function leavesContainer(container: string, line: string): boolean {
  if (container === "" || line === "") return false;
  if (container.includes(">")) return !line.trimStart().startsWith(">");
  return line.length - line.trimStart().length < container.length;
}
