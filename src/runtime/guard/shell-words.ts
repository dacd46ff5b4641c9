/** Words of a shell line. What quotes protect is hidden, so that only what a shell reads as a sign is left as one. */

/** Signs hidden by quotes are moved to a private area of Unicode, from here. */
const HIDDEN = 0xe000;

/**
 * Removes quotes and backslashes, and hides the characters that have no meaning inside quotes. A line with an open quote ends
 * with a backtick.
 */
export function unquote(line: string): string {
  let text = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === "\\" && quote !== "'") {
      const next = line.charAt(++at);
      if (next !== "\n") text += quote === "" || '$`"\\'.includes(next) ? hide(next) : hide(char) + hide(next);
    } else if (quote === "" ? /['"]/.test(char) : char === quote) quote = quote === "" ? char : "";
    else text += quote === "" || (quote === '"' && /[$`!]/.test(char)) ? char : hide(char);
  }
  return quote === "" ? text : `${text}\``;
}

function hide(char: string): string {
  return /[\s;&|<>()$*?[\]{}'"\\`~#!]/.test(char) ? String.fromCharCode(HIDDEN + char.charCodeAt(0)) : char;
}

/** Returns a text with the characters that `unquote` hid. */
export function show(text: string): string {
  return text.replace(/[\ue000-\ue0ff]/g, (char) => String.fromCharCode(char.charCodeAt(0) - HIDDEN));
}

/** Splits a text at spaces. */
export function wordsOf(text: string, separator = /\s+/): string[] {
  return text.split(separator).filter((word) => word !== "");
}

/** Returns the name of a program without its directory and version, in lower case. */
export function baseOf(program: string): string {
  return program
    .slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1)
    .toLowerCase()
    .replace(/\.exe$/, "");
}

/** Whether a line contains the index of an array with a substitution: some commands evaluate it even if it is quoted. */
export function hasIndex(text: string): boolean {
  const at = text.indexOf("\ue05b");
  return at >= 0 && /\ue024\ue028|\ue060/.test(text.slice(at));
}
