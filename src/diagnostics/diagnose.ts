/** Sentences are made last. */
import type { Diagnostic, DiagnosticLabel, Fix } from "../model/diagnostic.ts";
import type { FindingFix } from "../model/finding.ts";
import { fileOf, type Judged } from "./placed.ts";
import { helpOf, messageOf } from "./rule.ts";
import { compareCodeUnits } from "../paths/index.ts";

export interface DiagnoseOptions {
  /** By the number of the skill, if linking gave it an id. */
  readonly ids?: ReadonlyMap<number, string>;
  /** If several profiles are checked at once. */
  readonly profile?: string | undefined;
}

export function diagnose(judged: Judged, { ids, profile }: DiagnoseOptions = {}): Diagnostic {
  const { rule, finding, group, file, severity, suppressed } = judged;
  const { args, at, labels = [], members = [], fixes = [] } = finding;
  const help = helpOf(rule, args);
  const skill = group.place === undefined ? undefined : ids?.get(group.place);
  const lineOf = (line: number): string => group.lines[line] ?? "";
  const isOfProject = rule.category === "config" || rule.category === "system";
  return {
    code: rule.code,
    rule: rule.name,
    severity,
    category: rule.category,
    message: messageOf(rule, args),
    ...(rule.consequence === undefined ? {} : { consequence: rule.consequence }),
    ...(help.length === 0 ? {} : { help }),
    ...(skill === undefined ? {} : { skill }),
    file,
    ...(at && { span: at.span, lineText: lineOf(at.line) }),
    ...(labels.length > 0 && {
      labels: labels.map((label): DiagnosticLabel => ({
        file: fileOf(group, label.file),
        span: label.at.span,
        text: label.text,
        lineText: lineOf(label.at.line),
      })),
    }),
    ...(members.length > 0 && {
      members: members.map((member) => ({ ...member, file: fileOf(group, member.file) })),
    }),
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => toFix(fix, file)) }),
    ...(profile !== undefined && !isOfProject && { profile }),
    ...(suppressed && { suppressed }),
    ...(rule.shownBy === "build" && { isAlways: true as const }),
    args,
    origin: rule.origin,
  };
}

function toFix({ title, applicability, edits }: FindingFix, file: string): Fix {
  return { title, applicability, edits: edits.map((edit) => ({ file, ...edit })) };
}

/** By file, offset and code. */
export function compareDiagnostics(one: Diagnostic, two: Diagnostic): number {
  return (
    compareCodeUnits(one.file, two.file) ||
    (one.span?.start.offset ?? -1) - (two.span?.start.offset ?? -1) ||
    compareCodeUnits(one.code, two.code) ||
    compareCodeUnits(one.message, two.message)
  );
}
