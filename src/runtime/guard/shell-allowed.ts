/** Whether patterns allow a shell line: only one whose words a shell leaves as they are. */
import { splitAtBlanks } from "../render/split-arguments.ts";
import { judge } from "./judge-command.ts";
import { hasIndex, unquote } from "./shell-words.ts";
import { matchesWildcard } from "./wildcard.ts";

/** Redirections that only drop or join outputs. */
const DROPPED = /(?<![^\s;&|])(?:\d?>&\d|(?:[\d&]?>>?|<)[ \t]?\/dev\/null)(?![^\s;&|])/g;

/** Signs that a shell may read: expansions, substitutions, braces, history, and spaces that are none to it. */
const SIGNS = /[$`<>()]|\{(?![\w-]*\})|![^\s=]|[^\S \t\n]/;

/** A word that may become an option, a home directory or a comment; `[` alone is a program. */
const UNCLEAR = /^(?:[*?]|\[.|~[^/]|#)|^-.*[*?[]/s;

/** `git add:*` and `git add *` match the command alone, or followed by a space and anything. */
export function matchesCommand(entry: string, text: string): boolean {
  const prefix = /^(.+?)(?::| )\*$/s.exec(entry)?.[1];
  if (prefix === undefined) return matchesWildcard(entry, text);
  return matchesWildcard(prefix, text) || matchesWildcard(`${prefix} *`, text);
}

/** Returns whether each command of a line is allowed by a pattern, and starts no other program that the pattern does not name. */
export function allowsLine(entries: readonly string[], line: string): boolean {
  const text = unquote(line).replace(DROPPED, "");
  if (SIGNS.test(text) || hasIndex(text)) return false;
  const commands = text
    .split(/[;&|\n]/)
    .map((part) => splitAtBlanks(part))
    .filter((words) => words.length > 0);
  return commands.length > 0 && commands.every((words) => entries.some((entry) => allowsCommand(entry, words)));
}

/** Whether a pattern names the first words of a command, and the command starts nothing but what the pattern names. */
function allowsCommand(entry: string, words: readonly string[]): boolean {
  const named = new Set<number>();
  let at = 0;
  let isFree = false;
  for (const part of splitAtBlanks(unquote(entry.replace(/:\*$/, " *")))) {
    const found = words.findIndex((word, index) => index >= at && matchesWildcard(part, word));
    if (part === "*") {
      isFree = true;
      continue;
    }
    if (found < 0 || (found > at && !isFree)) return false;
    // A pattern such as `*-x` names nothing.
    if (!part.startsWith("*")) named.add(found);
    at = found + 1;
    isFree = false;
  }
  if (!entry.endsWith("*") && at < words.length) return false;
  return !words.some((word) => UNCLEAR.test(word)) && startsNothing(words, named, 0);
}

/** Whether the command that begins at an index starts nothing but what the pattern names. */
function startsNothing(words: readonly string[], named: ReadonlySet<number>, from: number): boolean {
  if (/^\w+\+?=/.test(words[from] ?? "")) return named.has(from) && startsNothing(words, named, from + 1);
  const [risk, inner] = judge(words.slice(from), (at) => named.has(from + at)) ?? [0, 0];
  return risk === 0 && (inner === 0 || (named.has(from + inner) && startsNothing(words, named, from + inner)));
}
