/** How the systems treat strings: lengths, surrounding whitespace, casts. Pure functions that profiles refer to. */
import type { FieldNode } from "../model/fields.ts";
import type { LengthUnit, TextReading } from "../model/profile.ts";

export function measureText(text: string, unit: LengthUnit): number {
  if (unit === "utf-8-bytes") return new TextEncoder().encode(text).length;
  if (unit === "utf-16") return text.length;
  let count = text.length;
  for (let at = text.length - 1; at > 0; at--)
    if (isHalf(text.charCodeAt(at), 0xdc00) && isHalf(text.charCodeAt(at - 1), 0xd800)) {
      count--;
      at--;
    }
  return count;
}

/** Whether a UTF-16 unit is the first (0xd800) or the second half (0xdc00) of a pair. */
function isHalf(unit: number, first: number): boolean {
  return (unit & 0xfc00) === first;
}

/** What Go and Elixir trim. JavaScript also trims the byte order mark. */
const UNICODE_BLANK = /\p{White_Space}/u;
const PHP_BLANK = /[ \t\n\r\0\v]/;

/** Returns a body as a reader of the profile sees it. */
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

/** Applies the PHP cast `(string)` to a YAML scalar: `007` is "7", `1.10` is "1.1", true is "1", false is "". */
export function phpText(node: FieldNode): string | undefined {
  if (node.kind !== "scalar") return undefined;
  if (node.value === true) return "1";
  if (node.value === false || node.value === null) return "";
  return String(node.value);
}

/** Applies the PHP cast `(bool)` to a YAML value; undefined for null, which counts as absent. */
export function phpTruth(node: FieldNode): boolean | undefined {
  if (node.kind !== "scalar") return node.kind === "list" ? node.items.length > 0 : node.entries.length > 0;
  if (node.value === null) return undefined;
  return node.value !== false && node.value !== 0 && node.value !== "" && node.value !== "0";
}
