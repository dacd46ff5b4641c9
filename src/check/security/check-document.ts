import type { Findings } from "../../diagnostics/index.ts";
import type { Document } from "../../model/document.ts";
import type { FieldNode } from "../../model/fields.ts";
import type { TextSpan } from "../../model/source.ts";
import { lastEntry, reportIn, type ReportAt } from "../context.ts";
import { checkDeceptiveText } from "./check.ts";

interface DecodedValue {
  readonly value: string;
  readonly span: TextSpan | undefined;
  readonly isDescription: boolean;
}

/** Also checks strings with escapes and inline skills, which the text itself does not show. */
export function checkDeceptiveDocument(document: Document, path: string, findings: Findings): void {
  checkDeceptiveText(reportIn(document.source, findings), document.source.text, {
    path,
    source: document.source,
    metadataEnd: document.frontmatter === undefined ? 0 : document.body.start,
    name: lastEntry(document, (key) => key === "name")?.value.span,
    description: lastEntry(document, (key) => key === "description")?.value.span,
  });
  checkDecodedValues(document, findings);
}

function checkDecodedValues({ source, fields }: Document, findings: Findings): void {
  if (fields === undefined) return;
  for (const { value, span, isDescription } of decodedValues(fields, source.text)) {
    const seen = new Set<unknown>();
    if (span !== undefined) {
      const note: ReportAt = (rule) => seen.add(rule);
      checkDeceptiveText(note, source.text.slice(span.start, span.end), { path: "SKILL.md" });
    }
    const place = { file: source.file, source, span };
    const at: ReportAt = (rule, _span, args) => {
      if (!seen.has(rule)) findings.add(rule, place, args);
    };
    const description = isDescription ? { start: 0, end: value.length } : undefined;
    checkDeceptiveText(at, value, { path: "SKILL.md", metadataEnd: value.length, description });
  }
}

function* decodedValues(fields: FieldNode, text: string): Generator<DecodedValue> {
  const isDecoded = (value: string, span: TextSpan | undefined): boolean =>
    span === undefined || (text.slice(span.start, span.end).includes("\\") && !text.startsWith(value, span.start + 1));
  // A loop, because values can be nested more deeply than calls.
  const waiting: { readonly node: FieldNode; readonly path: string }[] = [{ node: fields, path: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, path } = next;
    if (node.kind === "list") waiting.push(...node.items.map((item) => ({ node: item, path: `${path}[]` })));
    if (node.kind === "scalar" && node.style === "quoted" && isDecoded(node.source, node.span))
      yield { value: node.source, span: node.span, isDescription: path === ".description" };
    if (node.kind !== "map") continue;
    for (const { key, keySpan, value } of node.entries) {
      if (isDecoded(key, keySpan)) yield { value: key, span: keySpan, isDescription: false };
      waiting.push({ node: value, path: `${path}.${key}` });
    }
  }
}
