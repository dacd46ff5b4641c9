/** No fix is planned if the text in the file differs from the value that was read. */
import type { FixPlan } from "../diagnostics/index.ts";
import { quoteYaml } from "../model/yaml-quotes.ts";
import type { FieldNode } from "../model/fields.ts";
import type { Document } from "../model/document.ts";
import type { TextSpan } from "../model/source.ts";
import { canonicalField } from "../profiles/index.ts";

/** For values that YAML reads as a number or a word such as `true`. */
export function planQuotes({ source }: Document, node: FieldNode): readonly FixPlan[] {
  if (node.kind !== "scalar" || node.style !== "plain" || node.span === undefined || node.source === "") return [];
  if (source.text.slice(node.span.start, node.span.end) !== node.source) return [];
  return [
    { title: "quote the value", applicability: "safe", edits: [{ span: node.span, text: quoteYaml(node.source) }] },
  ];
}

/** A list in brackets was meant as text. */
export function planQuotedList({ source }: Document, { span, source: written }: FieldNode): readonly FixPlan[] {
  if (span === undefined || !written.startsWith("[") || written.includes("\n")) return [];
  if (source.text.slice(span.start, span.end) !== written) return [];
  return planSpan(span, quoteYaml(written), "quote the value", "safe");
}

interface TextFix {
  readonly text: string;
  readonly title: string;
  readonly applicability: FixPlan["applicability"];
}

/** Keeps the quotes. */
export function planText(
  { source }: Document,
  node: FieldNode,
  { text, title, applicability }: TextFix,
): readonly FixPlan[] {
  if (node.kind !== "scalar" || node.style === "block" || node.span === undefined) return [];
  const written = source.text.slice(node.span.start, node.span.end);
  const at = written.indexOf(node.source);
  if (node.source === "" || at === -1 || at + node.source.length < written.length - 1) return [];
  const needsQuotes =
    node.style === "plain" && !/^[\p{L}\p{N}_.-](?:[\p{L}\p{N}_./ +-]*[\p{L}\p{N}_./+-])?$/u.test(text);
  const span = { start: node.span.start + at, end: node.span.start + at + node.source.length };
  return planSpan(span, needsQuotes ? quoteYaml(text) : text, title, applicability);
}

/** Removes the quotes. */
export function planFlag(node: FieldNode, flag: boolean): readonly FixPlan[] {
  if (node.kind !== "scalar" || node.style === "block" || node.span === undefined) return [];
  return planSpan(node.span, String(flag), `write ${flag}`, "safe");
}

interface FieldRename {
  readonly field: string;
  readonly right: string;
  readonly span: TextSpan | undefined;
  readonly applicability: FixPlan["applicability"];
}

export function planRename(
  { source, fields }: Document,
  { field, right, span, applicability }: FieldRename,
): readonly FixPlan[] {
  const entries = fields?.entries ?? [];
  const isTaken =
    entries.some(({ key }) => canonicalField(key) === canonicalField(right)) ||
    entries.filter(({ key }) => key === field).length > 1;
  if (span === undefined || isTaken || source.text.slice(span.start, span.end) !== field) return [];
  return planSpan(span, right, `rename it to ${right}`, applicability);
}

function planSpan(
  span: TextSpan,
  text: string,
  title: string,
  applicability: FixPlan["applicability"],
): readonly FixPlan[] {
  return [{ title, applicability, edits: [{ span, text }] }];
}
