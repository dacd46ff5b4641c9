import type { ArgsOf, FixPlan, LabelPlace, Report, RuleName } from "../../diagnostics/index.ts";
import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import type { ParsedSkill } from "../../model/skill.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import type { Profile } from "../../profiles/index.ts";

/** Reports at a span of one text, or at its file if there is no span. */
export type ReportAt = <R extends RuleName>(
  rule: R,
  span: TextSpan | undefined,
  args: ArgsOf<R>,
  labels?: readonly LabelPlace[],
  fixes?: readonly FixPlan[],
) => void;

/** The input of every rule: one skill, and a function that reports about it. */
export interface CheckContext {
  readonly skill: ParsedSkill;
  readonly profile: Profile;
  /** Reports at a span of the SKILL.md, or at the file if there is no span. */
  readonly at: ReportAt;
  /** Reports about another file of the skill. */
  readonly atFile: <R extends RuleName>(rule: R, file: string, args: ArgsOf<R>) => void;
  /** Reports at spans of the text of another file of the skill. */
  readonly inText: (source: SourceText) => ReportAt;
}

export function createContext(skill: ParsedSkill, profile: Profile, report: Report, key: string): CheckContext {
  // The text of an inline skill is its instructions: a span of it would point into another file.
  const source = skill.inline === undefined ? skill.source : undefined;
  return {
    skill,
    profile,
    at: (rule, span, args, labels, fixes) =>
      void report.report(rule, { file: skill.file, source, span, skill: key }, args, labels, fixes),
    atFile: (rule, file, args) => void report.report(rule, { file, skill: key }, args),
    inText: (other) => (rule, span, args, labels, fixes) =>
      void report.report(rule, { file: other.file, source: other, span, skill: key }, args, labels, fixes),
  };
}

/** Returns the last entry of a field, in any spelling that `matches` accepts. */
export function lastEntry(skill: ParsedSkill, matches: (key: string) => boolean): FieldEntry | undefined {
  return skill.fields?.entries.findLast(({ key }) => matches(key));
}

/** Returns a scalar as written; undefined for lists and mappings. */
export function scalarText(node: FieldNode): string | undefined {
  return node.kind === "scalar" ? node.source : undefined;
}

/** Returns whether a value is missing or only whitespace. */
export function isBlank(node: FieldNode): boolean {
  return node.kind === "scalar" && (node.value === null || node.source.trim() === "");
}

/** Describes a value for messages. */
export function describeValue(node: FieldNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a mapping";
  if (node.value === null) return "empty";
  return typeof node.value === "string" ? "a string" : typeof node.value === "number" ? "a number" : "a boolean";
}

/** Returns the length in code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
