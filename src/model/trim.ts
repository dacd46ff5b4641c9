/**
 * Cuts the ends of texts in loops: an expression such as `/-+$/` reads a run of hyphens again from each of its
 * characters, unless the text ends with it.
 */

/**
 * Returns a text without the characters of a set at its end.
 *
 * @example
 * trimEndOf("a/b//", "/") // "a/b"
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Returns a text without the characters of a set at its start and its end. */
export function trimOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start] as string)) start++;
  return trimEndOf(text.slice(start), characters);
}

/** Returns a line of YAML without a comment, which starts after white space, and the white space before that. */
export function withoutYamlComment(line: string): string {
  const comment = line.search(/\s#/);
  return comment === -1 ? line : line.slice(0, comment).trimEnd();
}
