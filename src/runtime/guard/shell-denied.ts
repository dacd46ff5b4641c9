/** Finds the commands that a shell line might run, for rules that disallow: if in doubt, one too many. */
import { matchesWildcard } from "./wildcard.ts";

/** Longer lines cannot be judged: they would take too long. */
const MAX_LENGTH = 10_000;

/** Programs that start a command, which may begin at any of their arguments. */
const WRAPPER =
  /^(?:time|coproc|env|command|sudo|doas|su|nohup|exec|eval|builtin|xargs|nice|ionice|timeout|stdbuf|setsid|chroot|unshare|strace|watch|parallel|busybox|(?:ba|z|da|k|a|fi)?sh|ssh|flock|trap|function)$/;

/** Words before a command. */
const PREFIX = /^(?:[!{}]|if|then|elif|else|while|until|do|in|\w+(?:\[.*\])?\+?=.*)$/s;

/** Characters that a shell expands; `{`, `[` and `[[` alone are commands. */
const DYNAMIC = /[$*?]|\[[^\s[]|\{[^\s}]/;

/** Returns whether a pattern forbids a line. */
export function forbidsLine(entry: string, line: string): boolean {
  if (line.length > MAX_LENGTH) return true;
  const pattern = entry.toLowerCase().trim().replace(/\s+/g, " ");
  const folded = line.toLowerCase();
  // After an even number of backslashes, or in a comment, the line break ends the command.
  return [folded.replace(/\\\r?\n/g, ""), folded.replace(/\\+\r?\n/g, "\n")]
    .flatMap(commandsOf)
    .some(([program = "", ...rest]) =>
      [program, baseOf(program)].some((name) => forbidsText(pattern, [name, ...rest].join(" "))),
    );
}

/** A command that a shell may expand is forbidden if its part before the expansion can begin what the pattern names. */
function forbidsText(pattern: string, text: string): boolean {
  if (matchesCommand(pattern, show(text))) return true;
  const at = text.search(DYNAMIC);
  if (at < 0) return false;
  const known = show(text.slice(0, at));
  const [literal = ""] = pattern.replace(/(?::| )\*$/, "").split("*");
  return literal.startsWith(known) || (pattern.includes("*") && known.startsWith(literal));
}

/** `git add:*` and `git add *` match the command alone, or followed by a space and anything. */
export function matchesCommand(entry: string, text: string): boolean {
  const prefix = /^(.+?)(?::| )\*$/s.exec(entry)?.[1];
  if (prefix === undefined) return matchesWildcard(entry, text);
  return matchesWildcard(prefix, text) || matchesWildcard(`${prefix} *`, text);
}

/** Returns the words of every command that the line might run. */
function commandsOf(line: string): readonly (readonly string[])[] {
  // In these, quotes have another meaning, or a part of a quoted string is a command.
  const isLoose = /`|\$[('"]|[<>]\(|<<|(?:^|[\s;&|()])#/.test(line);
  const plain = isLoose ? [line.replace(/['"\\]/g, ""), unquote(line)] : [unquote(line)];
  // A redirection may be anywhere in a command, also before it.
  const bare = plain.map((text) => text.replace(/[\d&]*[<>]+[&|]?[ \t]*[^\s;&|<>()]+/g, " "));
  return [...plain, ...bare].flatMap((text) => text.split(/[;&|\n\r`()]+|\s-(?:exec|ok)\w*\s/).flatMap(candidates));
}

/** Returns a command without its prefixes; for a wrapper, also every tail of its words. */
function candidates(text: string): readonly (readonly string[])[] {
  const words = wordsOf(text, /\s+/);
  while (words[0] !== undefined && PREFIX.test(words[0])) words.shift();
  const [program] = words;
  if (program === undefined) return [];
  // A program whose name is expanded may be a wrapper.
  if (!DYNAMIC.test(program) && !WRAPPER.test(baseOf(program))) return [words];
  const rest = show(words.slice(1).join(" ")).replace(/['"\\]/g, "");
  const parts = rest.split(/[;&|\n`()]+/).map((part) => wordsOf(part, /[\s=<>]+/));
  return [words, ...parts.flatMap((part) => part.map((_, at) => part.slice(at)))];
}

function wordsOf(text: string, separator: RegExp): string[] {
  return text.split(separator).filter((word) => word !== "");
}

function baseOf(program: string): string {
  return program.replace(/^.*[\\/]/s, "").replace(/\.exe$/, "");
}

/** Removes quotes and backslashes, and hides the characters that have no meaning inside quotes. */
function unquote(line: string): string {
  let text = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote === "" ? /['"]/.test(char) : char === quote) quote = quote === "" ? char : "";
    else if (char === "\\" && quote !== "'") text += hide(line.charAt(++at));
    else text += quote === "" || (quote === '"' && char === "$") ? char : hide(char);
  }
  return text;
}

function hide(char: string): string {
  return /[\s;&|<>()$*?[{]/.test(char) ? String.fromCharCode(0xe000 + char.charCodeAt(0)) : char;
}

function show(text: string): string {
  return text.replace(/[\ue000-\ue0ff]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xe000));
}
