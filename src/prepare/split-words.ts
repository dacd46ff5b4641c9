/** Splits a command into words if every shell reads it in the same way and expands nothing. */

/**
 * One step of the text: spaces, a quoted string, plain characters, or `@{…}` as in a git revision. Left out, because a
 * shell gives them a meaning: operators, `$`, backquotes, backslashes, globs, braces, and control characters.
 */
const STEP =
  /([ \t]+)|'([^'\p{Cc}]*)'|"([^"$`\\\p{Cc}]*)"|((?:@\{[\w-]*\}|[^\s'"$`\\;&|<>()*?[\]{}~#!\p{Cc}])+)|([~#!])/uy;

/**
 * Returns the words of a command by the POSIX quoting rules, or why it is not plain. Quotes make everything literal; an
 * expansion or a backslash is never plain.
 *
 * @example
 * splitWords("git log --format='%h %s'"); // { words: ["git", "log", "--format=%h %s"] }
 * splitWords("git log $HOME"); // { fault: 'contains "$"' }
 */
export function splitWords(text: string): { readonly words: readonly string[] } | { readonly fault: string } {
  const words: string[] = [];
  let word: string | undefined;
  const step = new RegExp(STEP);
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (found === null) return { fault: faultAt(text, at) };
    const [, blank, single, double, plain, mark] = found;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (mark !== undefined && hasMeaning(mark, word)) return { fault: `contains ${JSON.stringify(mark)}` };
    word = (word ?? "") + (single ?? double ?? plain ?? mark ?? "");
  }
  return { words: word === undefined ? words : [...words, word] };
}

/** `#`, `~` and `!` are literal inside a word (`HEAD~1`), except `~` after `=` or `:`. */
function hasMeaning(mark: string, word: string | undefined): boolean {
  return word === undefined || (mark === "~" && /[=:]$/.test(word));
}

function faultAt(text: string, at: number): string {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (char !== "'" && char !== '"') return `contains ${JSON.stringify(char)}`;
  const end = text.indexOf(char, at + 1);
  if (end === -1) return `has no closing ${char === "'" ? "single" : "double"} quote`;
  const [inner = char] = /[$`\\]|\p{Cc}/u.exec(text.slice(at + 1, end)) ?? [];
  return `contains ${JSON.stringify(inner)} in quotes`;
}
