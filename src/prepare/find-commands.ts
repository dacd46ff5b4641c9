/** Finds the shell commands that a body asks for. Pure text: nothing is run here. */
import { findCodeRanges } from "../runtime/render/code-ranges.ts";

/** A command of a body; `start` and `end` span all that its output replaces, in UTF-16 units. */
export interface FoundCommand {
  /** `inline` is !`command`; `block` is a fence opened with ```!, whose lines are one script. */
  readonly kind: "inline" | "block";
  readonly command: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Commands of a body, in order. An inline command stands on one line, also inside a fence, and is none behind a
 * backslash or another backtick, where the notation itself is shown; a block is closed. With `compat: "exact"`, as
 * SkillKit and instructor-php find them: !`…` anywhere and over several lines, no blocks.
 *
 * @example
 * findCommands("Branch: !`git branch --show-current`\n");
 * // [{ kind: "inline", command: "git branch --show-current", start: 8, end: 36 }]
 */
export function findCommands(
  body: string,
  options: { readonly compat?: "exact" | undefined } = {},
): readonly FoundCommand[] {
  if (options.compat === "exact") return findInline(body, /!`([^`]+)`/g);
  const blocks = findBlocks(body);
  let past = 0;
  const inline = findInline(body, /(?<![`\\])!`([^`\n]+)`/g).filter(({ start }) => {
    while ((blocks[past]?.end ?? Infinity) <= start) past++;
    return start < (blocks[past]?.start ?? Infinity);
  });
  return [...blocks, ...inline].sort((one, other) => one.start - other.start);
}

function findInline(body: string, pattern: RegExp): FoundCommand[] {
  return Array.from(body.matchAll(pattern), ({ 0: token, 1: command = "", index }) => ({
    kind: "inline",
    command,
    start: index,
    end: index + token.length,
  }));
}

function findBlocks(body: string): readonly FoundCommand[] {
  if (!body.includes("```!")) return [];
  return findCodeRanges(body).flatMap(({ start, end }): FoundCommand[] => {
    const block = body.slice(start, end);
    const [opening] = /^[ \t]*`{3,}![ \t]*\r?\n/.exec(block) ?? [];
    if (opening === undefined) return [];
    const script = block.slice(opening.length, block.lastIndexOf("\n") + 1).trim();
    const isClosed = /^[ \t]*`{3,}[ \t]*$/.test(block.slice(block.lastIndexOf("\n") + 1));
    return isClosed && script !== "" ? [{ kind: "block", command: script, start, end }] : [];
  });
}
