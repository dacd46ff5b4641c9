/** Plans the canonical form of a list of skills in a field that also names programs. */
import type { FixPlan } from "../../diagnostics/index.ts";
import { findEntry, type FieldEntry, type MapNode } from "../../model/fields.ts";
import type { TextSpan } from "../../model/source.ts";
import type { WeakList } from "./declared.ts";

const CANONICAL = ["requires-skills", "requires_skills"] as const;

/** Returns no fix if two fields must be joined, or if the layout is unknown. */
export function planCanonical(fields: MapNode, { field, entry, text }: WeakList, source: string): readonly FixPlan[] {
  const metadata = findEntry(fields, "metadata");
  const inMetadata = metadata?.value.kind === "map" ? metadata.value : undefined;
  const isTaken = CANONICAL.some(
    (key) => findEntry(fields, key) !== undefined || (inMetadata && findEntry(inMetadata, key)) !== undefined,
  );
  const span = spanOf(entry, source);
  if (isTaken || span === undefined) return [];
  const line = `requires-skills: "${text}"`;
  const edits =
    field === `metadata.${entry.key}`
      ? [{ span, text: line }]
      : field !== entry.key
        ? undefined
        : metadata === undefined
          ? [{ span, text: `metadata:\n  ${line}` }]
          : movedInto(inMetadata, span, { line, source });
  if (edits === undefined) return [];
  return [{ title: `write metadata.${line}`, applicability: "unsafe", edits }];
}

/** Adds the first line of metadata; the old field is removed with its line. */
function movedInto(
  metadata: MapNode | undefined,
  { start, end }: TextSpan,
  { line, source }: { readonly line: string; readonly source: string },
): FixPlan["edits"] | undefined {
  const first = metadata?.entries[0]?.keySpan?.start;
  if (first === undefined) return undefined;
  const indent = source.slice(source.lastIndexOf("\n", first - 1) + 1, first);
  // In braces, or on the line of the key.
  if (indent === "" || indent.trim() !== "") return undefined;
  const next = source.startsWith("\r\n", end) ? end + 2 : source.startsWith("\n", end) ? end + 1 : end;
  return [
    { span: { start, end: next }, text: "" },
    { span: { start: first, end: first }, text: `${line}\n${indent}` },
  ];
}

/** Without the line end after it. */
function spanOf({ keySpan, value }: FieldEntry, source: string): TextSpan | undefined {
  if (keySpan === undefined || value.span === undefined) return undefined;
  let { end } = value.span;
  while (/[\r\n]/.test(source.charAt(end - 1))) end--;
  // A comment after it would be lost, or belong to another field.
  return /^[ \t]*(?:\r?\n|$)/.test(source.slice(end, end + 80)) ? { start: keySpan.start, end } : undefined;
}
