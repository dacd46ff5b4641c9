import type { FieldEntry } from "../../../model/fields.ts";
import { codePoints, describeValue, isBlank, scalarText, type CheckContext } from "../context.ts";

/**
 * Checks the description and gives it as written; undefined when the skill has none that can be used. The length is
 * measured untrimmed, in code points, as the reference library does.
 */
export function checkDescription(context: CheckContext, entry: FieldEntry | undefined): string | undefined {
  const { skill, profile, at } = context;
  const fallback = profile.missingDescription === "first-line" ? firstBodyLine(skill.body.text) : undefined;
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
  const limit = profile.maxDescriptionLength;
  if (length > limit) at("description-too-long", value.span, { length, limit });
  return text;
}

/** The first line of a body that is neither blank nor a heading; "" when there is none. */
export function firstBodyLine(body: string): string {
  for (const line of body.split(/\r\n|\n|\r/)) {
    const text = line.trim();
    if (text !== "" && !text.startsWith("#")) return text;
  }
  return "";
}
