import type { FixPlan } from "../../diagnostics/index.ts";
import { quoteYaml } from "../../model/yaml-quotes.ts";
import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import { detach } from "../../model/source.ts";
import { measureText } from "../../profiles/index.ts";
import type { FieldContext } from "../context.ts";
import { planQuotes } from "../field-fixes.ts";
import { isEmptyText, isTyped, textOf, typeOf } from "../field-text.ts";
import { checkDescriptionStyle } from "./description-style.ts";
import { descriptionRules } from "./rules.ts";

/** Share of the limit above which a description is near it. */
const NEAR = 0.9;

/**
 * Returns the description as written; undefined if the skill has none that is usable. The length is measured untrimmed,
 * in the profile's unit, as in the reference library.
 */
export function checkDescription(context: FieldContext, entry: FieldEntry | undefined): string | undefined {
  const { document, profile, at } = context;
  const fallback = missingDescription(context);
  if (entry === undefined) {
    at(descriptionRules["description-missing"], document.frontmatter?.fence, {});
    return fallback;
  }
  const { value } = entry;
  // Only if the profile requires none; the finding is at the source in the config.
  if (context.skill.inline?.description === "") return "";
  checkCut(context, entry);
  if (isEmptyText(profile, value)) {
    const isNull = value.kind === "scalar" && value.value === null;
    const args = { block: headerOf(context, value), isNull };
    at(descriptionRules["description-empty"], value.span ?? entry.keySpan, args);
    return profile.description.empty === "kept" && !isNull ? value.source : fallback;
  }
  const text = textOf(profile, value);
  if (text === undefined || value.kind !== "scalar" || isTyped(profile, value))
    at(
      descriptionRules["description-not-string"],
      value.span,
      { found: typeOf(value), kept: text ?? "" },
      { fixes: planQuotes(document, value) },
    );
  if (text === undefined) return fallback;
  const length = measureText(text, profile.lengthUnit);
  const limit = profile.description.maxLength;
  if (length > limit) at(descriptionRules["description-too-long"], value.span, { length, limit });
  else if (length >= limit * NEAR) at(descriptionRules["description-near-limit"], value.span, { length, limit });
  checkDescriptionStyle(context, text, value.span);
  return text;
}

/** `Reads C # files`: YAML reads the rest of the line as a comment. One that addresses skillc is intended. */
function checkCut({ document, at }: FieldContext, { key, value }: FieldEntry): void {
  if (value.kind !== "scalar" || value.style !== "plain" || value.span === undefined) return;
  const { start, end } = value.span;
  // Without a value, the space before the comment is the one after the colon.
  const rest =
    (value.source === "" ? /^[ \t]*#[^\r\n]*/ : /^[ \t]+#[^\r\n]*/)
      .exec(document.source.text.slice(end, end + LONGEST_REST))?.[0]
      .trimEnd() ?? "";
  if (rest === "" || rest.includes("skillc-")) return;
  const whole = { start, end: end + rest.length };
  const written = document.source.text.slice(start, whole.end);
  const fixes: FixPlan[] = /[\r\n]/.test(written)
    ? []
    : [{ title: "quote the value", applicability: "unsafe", edits: [{ span: whole, text: quoteYaml(written) }] }];
  at(
    descriptionRules["value-cut-by-comment"],
    { start: whole.end - rest.trimStart().length, end: whole.end },
    { field: key, comment: rest.trim() },
    { fixes },
  );
}

function headerOf({ document }: FieldContext, { kind, span }: FieldNode): string {
  const written = kind === "scalar" && span !== undefined ? document.source.text.slice(span.start, span.start + 1) : "";
  return /[|>]/.test(written) ? written : "";
}

/** Longer than any valid description. */
const LONGEST_REST = 2048;

/** Undefined if the profile requires a description. */
export function missingDescription({
  document,
  profile,
}: Pick<FieldContext, "document" | "profile">): string | undefined {
  if (profile.description.missing === "refuse") return undefined;
  const { missing } = profile.description;
  if (missing === "empty") return "";
  // Claude Code shows this word for a document without text.
  return missing === "first-text"
    ? shortened(firstBodyLine(document.body.text, true)) || "Skill"
    : firstBodyLine(document.body.text, false, missing === "first-lines" ? MOST_LINES : 1);
}

/** Copilot CLI takes this many lines of the first paragraph. */
const MOST_LINES = 3;

/** Claude Code shows this much of a text that is not meant as a description. */
const LONGEST_TEXT = 100;

function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 3)}...` : text;
}

/** Unreadable frontmatter: up to its closing fence, or to the first blank line if it has none. */
const UNREAD_FRONTMATTER =
  /^\uFEFF?---[ \t]*[\r\n][^]*?(?:[\r\n]---[ \t]*(?=[\r\n]|$)|(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n])|$)/;

const CLOSED_FRONTMATTER = /^\uFEFF?---[^\S\n]*\n[^]*?---/;

/** Returns the first lines that are not blank, without headings unless they count; "" if there are none. */
function firstBodyLine(body: string, withHeadings = false, most = 1): string {
  const unread = withHeadings ? CLOSED_FRONTMATTER : UNREAD_FRONTMATTER;
  const found: string[] = [];
  for (const line of body.replace(unread, "").split(withHeadings ? /\r?\n/ : /\r\n|\n|\r/)) {
    const text = withHeadings ? line.trim().replace(/^#{1,6}\s+/, "") : line.trim();
    const isText = text !== "" && (withHeadings || !text.startsWith("#"));
    if (isText) found.push(text);
    if (found.length === most || (!isText && found.length > 0)) break;
  }
  return detach(found.join(" "));
}
