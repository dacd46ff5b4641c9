const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";

/** In a list marker (CommonMark 0.31.2, 5.2). */
const MOST_DIGITS = 9;

/**
 * Returns the offset after all white space, quotation marks and list markers at the start of a line. A list marker counts
 * if white space follows. One loop: an expression that repeats a marker and the blanks around it can divide the same
 * blanks in many ways, and tries them all.
 *
 * @example
 * afterContainers("> 1.  ```sh") // 6
 */
export function afterContainers(line: string): number {
  let at = 0;
  for (;;) {
    while (isBlank(line[at]) || line[at] === ">") at++;
    const end = listMarkerEnd(line, at);
    if (end === at || !isBlank(line[end])) return at;
    at = end;
  }
}

/** Returns `start` without a list marker. */
function listMarkerEnd(line: string, start: number): number {
  if ("-*+".includes(line[start] ?? "none")) return start + 1;
  let at = start;
  while (at - start < MOST_DIGITS && isDigit(line.charCodeAt(at))) at++;
  return at > start && (line[at] === "." || line[at] === ")") ? at + 1 : start;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
