/** Finds the shell commands in a body without running them. */
import { findCodeRanges } from "../runtime/render/code-ranges.ts";

/** A command in a body; its output replaces `start` to `end`, in UTF-16 units. */
export interface FoundCommand {
  /** `inline` is !`command`; `block` is a fence opened with ```! whose lines are one script. */
  readonly kind: "inline" | "block";
  readonly command: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the commands in a body, in order. An inline command is on one line, even inside a fence; after a backslash or
 * another backtick it is not a command, because the notation itself is shown there. A block must be closed. With
 * `compat: "exact"`, commands are found as in SkillKit and instructor-php: !`…` anywhere and over several lines, no
 * blocks.
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
