import { codeOf } from "../model/code-of.ts";

/** A command in a body; its output replaces `start` to `end`, in UTF-16 units. */
interface FoundCommand {
  /** `inline` is !`command`; `block` is a fence opened with ```! whose lines are one script. */
  readonly kind: "inline" | "block";
  readonly command: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the commands in a body, in order. An inline command is on one line, even inside a fence. Its `!` is at the start
 * of a line or after whitespace, as in Claude Code, and not inside a code span: there it ends a word, or shows the
 * notation itself. A block must be closed. With
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
  const inline = outsideSpans(body, findInline(body, /(?<=^|\s)!`([^`\n]+)`/gm)).filter(({ start }) => {
    while ((blocks[past]?.end ?? Infinity) <= start) past++;
    return start < (blocks[past]?.start ?? Infinity);
  });
  return [...blocks, ...inline].sort((one, other) => one.start - other.start);
}

/** Leaves out what is inside a code span; a fence is not one. */
function outsideSpans(body: string, commands: readonly FoundCommand[]): readonly FoundCommand[] {
  if (commands.length === 0) return commands;
  const spans = codeOf(body).filter(({ start }) => !isFence(body, start));
  let past = 0;
  return commands.filter(({ start }) => {
    while ((spans[past]?.end ?? Infinity) <= start) past++;
    return start < (spans[past]?.start ?? Infinity);
  });
}

function isFence(body: string, start: number): boolean {
  if (start > 0 && body[start - 1] !== "\n") return false;
  const [line = ""] = /.*/.exec(body.slice(start)) ?? [];
  return /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:`{3,}[^`]*$|~{3})/.test(line);
}

function findInline(body: string, pattern: RegExp): FoundCommand[] {
  if (!body.includes("!`")) return [];
  return Array.from(body.matchAll(pattern), ({ 0: token, 1: command = "", index }) => ({
    kind: "inline",
    command,
    start: index,
    end: index + token.length,
  }));
}

function findBlocks(body: string): readonly FoundCommand[] {
  if (!body.includes("```!")) return [];
  return codeOf(body).flatMap(({ start, end }): FoundCommand[] => {
    const block = body.slice(start, end);
    const [opening] = /^[ \t]*`{3,}![ \t]*\r?\n/.exec(block) ?? [];
    if (opening === undefined) return [];
    const script = block.slice(opening.length, block.lastIndexOf("\n") + 1).trim();
    const isClosed = /^[ \t]*`{3,}[ \t]*$/.test(block.slice(block.lastIndexOf("\n") + 1));
    return isClosed && script !== "" ? [{ kind: "block", command: script, start, end }] : [];
  });
}
