/** What must hold for the fixes of any document: they fit, and the safe ones change nothing but what they are about. */
import { applyFixes } from "../../src/fixes/index.ts";
import type { Diagnostic, Fix } from "../../src/model/diagnostic.ts";
import { toJson, type FieldEntry } from "../../src/model/fields.ts";
import { cutFrontmatter } from "../../src/parse/frontmatter.ts";
import { isMapNode, readYaml } from "../../src/parse/yaml.ts";

interface ReadDocument {
  readonly entries: readonly FieldEntry[];
  readonly bodyStart: number;
}

/** Returns what is wrong with the fixes of a document; undefined if nothing is. */
export function examineFixes(diagnostics: readonly Diagnostic[], file: string, text: string): string | undefined {
  const fixes = diagnostics.flatMap(({ rule, fixes: all = [] }) => all.map((fix) => ({ rule, fix })));
  if (fixes.length === 0) return undefined;
  const before = readDocument(text);
  for (const { rule, fix } of fixes) {
    const edits = fix.edits.toSorted((one, two) => one.span.start.offset - two.span.start.offset);
    for (const [index, { span }] of edits.entries())
      if (index > 0 && span.start.offset < (edits[index - 1] as (typeof edits)[number]).span.end.offset)
        return `${rule} has a fix whose edits overlap`;
    if (fix.applicability !== "safe" || before === undefined || edits.some((edit) => edit.file !== file)) continue;
    const after = edits.reduceRight(
      (current, { span, text: put }) => current.slice(0, span.start.offset) + put + current.slice(span.end.offset),
      text,
    );
    const fault = harmOf(fix, before, { text, after, rule });
    if (fault !== undefined) return `${rule}: the safe fix ${JSON.stringify(fix.title)} ${fault}`;
  }
  // All at once, the unsafe ones too: whatever the text, this ends and leaves well-formed text.
  const fixed = applyFixes(diagnostics, {
    unsafe: true,
    read: (path) => (path === file ? text : undefined),
    accept: () => true,
  });
  return fixed.some(({ after }) => after === text) ? "a file counts as fixed but is unchanged" : undefined;
}

function harmOf(
  { edits }: Fix,
  { entries, bodyStart }: ReadDocument,
  { text, after, rule }: Readonly<Record<"text" | "after" | "rule", string>>,
): string | undefined {
  const touches = (start: number, end: number): boolean =>
    edits.some(({ span }) => span.start.offset <= end && span.end.offset >= start);
  const fixed = readDocument(after);
  // `fix()` rejects such a result: see `accept`.
  if (fixed === undefined) return undefined;
  if (!touches(bodyStart, text.length) && after.slice(fixed.bodyStart) !== text.slice(bodyStart))
    return "changes the body";
  const values = new Map(fixed.entries.map(({ key, value }) => [key, JSON.stringify(toJson(value))]));
  for (const { key, value, keySpan } of entries) {
    // `metadata-not-indented` is about the value of metadata.
    if (rule.startsWith(`${key}-`)) continue;
    if (touches(entryStart(text, keySpan?.start ?? 0), value.span?.end ?? keySpan?.end ?? 0)) continue;
    if (values.get(key) !== JSON.stringify(toJson(value))) return `changes the field ${JSON.stringify(key)}`;
  }
  return undefined;
}

/** Where an entry starts: anchors, tags and the mark of an explicit key stand before its key. */
function entryStart(text: string, keyStart: number): number {
  const line = text.slice(text.lastIndexOf("\n", keyStart - 1) + 1, keyStart);
  return keyStart - (/(?:(?:[&!]\S*|\?)[ \t]+)+$/.exec(line)?.[0].length ?? 0);
}

/** Undefined without frontmatter that is a mapping in which each key occurs once. */
function readDocument(text: string): ReadDocument | undefined {
  const cut = cutFrontmatter(text);
  if (cut.kind !== "found") return undefined;
  const { node, duplicates } = readYaml(cut.text, cut.span.start);
  return isMapNode(node) && duplicates.length === 0 ? { entries: node.entries, bodyStart: cut.bodyStart } : undefined;
}
