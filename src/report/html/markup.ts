/** Markup as a value that only the `html` tag makes: a string can never become a part of it unescaped. */
import { shownText } from "../shown-text.ts";

export interface Markup {
  readonly markup: string;
}

/** What can be inserted; undefined and false insert nothing. */
type HtmlPart = string | number | Markup | readonly HtmlPart[] | undefined | false;

/** Makes markup of a template. Strings in it are shown as text, in an element or in a quoted attribute. */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  const pieces = withoutIndentation(template);
  let markup = pieces[0] ?? "";
  for (const [index, part] of parts.entries()) markup += textOf(part) + (pieces[index + 1] ?? "");
  return { markup };
}

const compact = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The indentation of the source means nothing on the page, where it would be repeated for each skill. */
function withoutIndentation(template: TemplateStringsArray): readonly string[] {
  const known = compact.get(template) ?? template.map((piece) => piece.replaceAll(/(?<!\s)\s*\n\s*/g, "\n"));
  compact.set(template, known);
  return known;
}

function textOf(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return escapeHtml(shownText(part));
  if ("markup" in part) return part.markup;
  return part.map(textOf).join("");
}

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => REFERENCES[sign] as string);
}

/** Wraps text that is markup already: the style sheet and the script of the page. */
export function trusted(markup: string): Markup {
  return { markup };
}
