import type { FindingExtras, Findings, Rule, RuleArgs } from "../diagnostics/index.ts";
import type { Document, SkillDocument } from "../model/document.ts";
import type { FieldEntry, FieldNode } from "../model/fields.ts";
import type { SkillInput } from "../model/skill.ts";
import type { SourceText, TextSpan } from "../model/source.ts";
import type { NoteLoss } from "./losses.ts";
import { measureText, type ProfileBehavior } from "../profiles/index.ts";

export { describeValue } from "../model/describe-value.ts";

export type SkillListing = Pick<SkillInput, "dirName" | "document" | "files" | "inline" | "leftOut" | "nested">;

/** Without a span, at the file. */
export type ReportAt = <Args extends RuleArgs>(
  rule: Rule<Args>,
  span: TextSpan | undefined,
  args: NoInfer<Args>,
  extras?: FindingExtras,
) => void;

/** What checks of one text read. Their findings are the same under every profile. */
export interface TextContext<D extends Document = Document> {
  readonly skill: SkillListing;
  readonly document: D;
  readonly at: ReportAt;
}

export interface SkillContext extends TextContext<SkillDocument> {
  readonly atFile: <Args extends RuleArgs>(
    rule: Rule<Args>,
    file: string,
    args: NoInfer<Args>,
    extras?: FindingExtras,
  ) => void;
}

export interface FieldContext extends TextContext {
  readonly profile: ProfileBehavior;
  readonly loses: NoteLoss;
}

export function reportIn(source: SourceText, findings: Findings): ReportAt {
  return (rule, span, args, extras) => findings.add(rule, { file: source.file, source, span }, args, extras);
}

export function reportFiles(findings: Findings): SkillContext["atFile"] {
  return (rule, file, args, extras) => findings.add(rule, { file }, args, extras);
}

/** In any spelling that `matches` accepts; of duplicates the last. */
export function lastEntry(
  { fields }: Pick<Document, "fields">,
  matches: (key: string) => boolean,
): FieldEntry | undefined {
  return fields?.entries.findLast(({ key }) => matches(key));
}

/** As written; undefined for lists and mappings. */
export function scalarText(node: FieldNode): string | undefined {
  return node.kind === "scalar" ? node.source : undefined;
}

/** A value is also blank if it is only whitespace. */
export function isBlank(node: FieldNode): boolean {
  return node.kind === "scalar" && (node.value === null || node.source.trim() === "");
}

export function codePoints(text: string): number {
  return measureText(text, "code-points");
}
