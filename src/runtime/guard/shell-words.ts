/** Words of a shell line. What quotes protect is hidden, so that only what a shell reads as a sign is left as one. */

/** Signs hidden by quotes are moved to a private area of Unicode, from here. */
const HIDDEN = 0xe000;

/** A backslash and what follows it, or a string in quotes and the quote that ends it. */
const QUOTED = /\\([^]?)|'([^']*)('?)|"((?:\\[^]|[^\\"])*)\\?("?)/g;

/**
 * Removes quotes and backslashes, and hides the characters that have no meaning inside quotes. A line with an open quote ends
 * with a backtick.
 */
export function unquote(line: string): string {
  return line.replace(QUOTED, (_, escaped?: string, ...quoted: readonly (string | undefined)[]) => {
    if (escaped !== undefined) return hideEscaped("", escaped);
    const [single, end, double = "", endOfDouble] = quoted;
    const text = single === undefined ? double.replace(/\\([$`"\\\n]?)|[^$`!]/g, hideEscaped) : hide(single);
    return end || endOfDouble ? text : `${text}\``;
  });
}

function hideEscaped(text: string, escaped?: string): string {
  return escaped === "\n" ? "" : hide(escaped || text);
}

function hide(text: string): string {
  return text.replace(/[\s;&|<>()$*?[\]{}'"\\`~#!]/g, (char) => String.fromCharCode(HIDDEN + char.charCodeAt(0)));
}

/** Returns a text with the characters that `unquote` hid. */
export function show(text: string): string {
  return text.replace(/[\ue000-\ue0ff]/g, (char) => String.fromCharCode(char.charCodeAt(0) - HIDDEN));
}

/** Returns the name of a program without its directory and version, in lower case. */
export function baseOf(program: string): string {
  return program.toLowerCase().replace(/^.*[\\/]|\.exe$/gs, "");
}

/** Whether a line contains the index of an array with a substitution: some commands evaluate it even if it is quoted. */
export function hasIndex(text: string): boolean {
  return /\ue024\ue028|\ue060/.test(text.replace(/^[^\ue05b]*/, ""));
}
