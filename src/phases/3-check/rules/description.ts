import type { FieldEntry } from "../../../model/fields.ts";
import { detach } from "../../../model/source.ts";
import { codePoints, describeValue, isBlank, scalarText, type CheckContext } from "../context.ts";

/**
 * Checks the description and gives it as written; undefined when the skill has none that can be used. The length is
 * measured untrimmed, in code points, as the reference library does.
 */
export function checkDescription(context: CheckContext, entry: FieldEntry | undefined): string | undefined {
  const { skill, profile, at } = context;
  const fallback = profile.description.missing === "first-line" ? firstBodyLine(skill.body.text) : undefined;
  if (entry === undefined) {
    at("description-missing", skill.frontmatter?.fence, {});
    return fallback;
  }
  const { value } = entry;
  if (isBlank(value)) {
    at("description-empty", value.span ?? entry.keySpan, {});
    return fallback;
  }
  const text = scalarText(value);
  if (text === undefined || (value.kind === "scalar" && typeof value.value !== "string"))
    at("description-not-string", value.span, { found: describeValue(value), kept: text ?? "" });
  if (text === undefined) return fallback;
  const length = codePoints(text);
  const limit = profile.description.maxLength;
  if (length > limit) at("description-too-long", value.span, { length, limit });
  return text;
}

/** Frontmatter that could not be read: up to its closing fence, or to the first blank line when it has none. */
const UNREAD_FRONTMATTER = /^\uFEFF?---[ \t]*[\r\n][^]*?(?:[\r\n]---[ \t]*(?=[\r\n]|$)|(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n])|$)/;

/** The first line of a body that is neither blank nor a heading; "" when there is none. */
export function firstBodyLine(body: string): string {
  for (const line of body.replace(UNREAD_FRONTMATTER, "").split(/\r\n|\n|\r/)) {
    const text = line.trim();
    if (text !== "" && !text.startsWith("#")) return detach(text);
  }
  return "";
}
