import type { Findings } from "../../diagnostics/index.ts";
import { findEntry, type FieldNode, type MapNode } from "../../model/fields.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import type { ProfileBehavior } from "../../profiles/index.ts";
import { reportIn, type ReportAt } from "../context.ts";
import { checkFields } from "../fields/check.ts";

export interface EntryContext {
  readonly source: SourceText;
  readonly profile: ProfileBehavior;
  readonly at: ReportAt;
}

export function createEntryContext(source: SourceText, profile: ProfileBehavior, findings: Findings): EntryContext {
  return { source, profile, at: reportIn(source, findings) };
}

/** An entry is not in a directory and has no files to check its fields against. */
const ALONE = { document: "", files: [], leftOut: [], nested: [] };

/** Spans point into the JSON. */
export function checkSkillFields(fields: MapNode, { source, profile, at }: EntryContext): void {
  // Admission does not depend on a listing.
  const loses = (): void => undefined;
  const body = { start: source.text.length, byteOffset: 0, line: 1, text: "" };
  checkFields({ skill: ALONE, document: { source, fields, body, links: [] }, profile, at, loses });
}

/** Undefined if it is missing or not a string. */
export function textAt(
  map: MapNode,
  key: string,
): { readonly text: string; readonly span: TextSpan | undefined } | undefined {
  const value = findEntry(map, key)?.value;
  return value?.kind === "scalar" && typeof value.value === "string"
    ? { text: value.value, span: value.span }
    : undefined;
}

export const DIGEST = /^sha256:[0-9a-f]{64}$/;

export function describeJson(node: FieldNode | undefined): string {
  if (node === undefined) return "nothing";
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "an object";
  return node.value === null ? "null" : JSON.stringify(node.value);
}
