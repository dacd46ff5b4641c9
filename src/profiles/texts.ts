/** What the systems make of texts: lengths, blanks at the edges, casts. Pure functions that profiles name. */
import type { FieldNode } from "../model/fields.ts";

/** What a length counts. */
export type LengthUnit = "code-points" | "utf-8-bytes";

/** What a reader makes of a body: nothing, blanks cut off at both ends, or as PHP does it with line ends made LF. */
export type TextReading = "raw" | "trimmed" | "php-trimmed";

/** Length of a text in a unit. */
export function measureText(text: string, unit: LengthUnit): number {
  if (unit === "utf-8-bytes") return new TextEncoder().encode(text).length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** What Go and Elixir trim; JavaScript's own trim takes the byte order mark for a blank. */
const UNICODE_BLANK = /\p{White_Space}/u;
const PHP_BLANK = /[ \t\n\r\0\v]/;

/** A body as a reader of the profile sees it. */
export function readBody(body: string, reading: TextReading): string {
  if (reading === "raw") return body;
  return reading === "trimmed" ? trim(body, UNICODE_BLANK) : trim(body.replaceAll("\r\n", "\n"), PHP_BLANK);
}

function trim(text: string, blank: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text[start] as string)) start++;
  while (end > start && blank.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/** `(string)` of PHP over a YAML scalar: `007` is "7", `1.10` is "1.1", true is "1", false is "". */
export function phpText(node: FieldNode): string | undefined {
  if (node.kind !== "scalar") return undefined;
  if (node.value === true) return "1";
  if (node.value === false || node.value === null) return "";
  return String(node.value);
}

/** `(bool)` of PHP over a YAML value; undefined for null, which counts as absent. */
export function phpTruth(node: FieldNode): boolean | undefined {
  if (node.kind !== "scalar") return node.kind === "list" ? node.items.length > 0 : node.entries.length > 0;
  if (node.value === null) return undefined;
  return node.value !== false && node.value !== 0 && node.value !== "" && node.value !== "0";
}
