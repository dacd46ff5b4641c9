/**
 * A finding: what a phase saw, as a value. It has no level and no sentence; `judge` gives it both. JSON: a finding
 * that was made once can be kept, sent elsewhere, and judged as often as needed.
 */
import type { ArgumentValue, DiagnosticMember, Fix } from "./diagnostic.ts";
import type { Span } from "./source.ts";

/** A stretch of a text as positions, and the line on which it starts as an index into the lines of its group. */
export interface LineRef {
  readonly span: Span;
  readonly line: number;
}

/** Another location of a finding and what to say about it. */
export interface FindingLabel {
  readonly file: string;
  readonly at: LineRef;
  readonly text: string;
}

/** A fix whose edits are all in the file of the finding. */
export interface FindingFix {
  readonly title: string;
  readonly applicability: Fix["applicability"];
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/**
 * What the bytes of a skill do not decide: a file is not executable where it is, or is embedded in an output, or there are
 * skills with some names.
 */
export type FindingCondition =
  | { readonly file: string; readonly is: "not-executable" | "embedded" }
  | { readonly skills: readonly string[] };

export interface Finding {
  readonly rule: string;
  /** Relative to the directory of the group. */
  readonly file: string;
  readonly at?: LineRef;
  readonly args: Readonly<Record<string, ArgumentValue>>;
  readonly labels?: readonly FindingLabel[];
  /** What a finding about a group counts; files relative to the directory of the group. */
  readonly members?: readonly DiagnosticMember[];
  readonly fixes?: readonly FindingFix[];
  /** Names of rules; a finding of one of them in the same group makes this one superfluous unless it is off. */
  readonly unless?: readonly string[];
  /** Where a link that leaves its skill points to, relative to the skill; linking knows what is there. */
  readonly leadsTo?: string;
  /** What causes the finding, such as a missing file: findings of one rule, skill and cause are reported once. */
  readonly cause?: string;
  /** Without it, the finding holds wherever the skill is. */
  readonly holdsIf?: FindingCondition;
}

/** Findings that belong together, with the lines that they refer to, each once. */
export interface FindingGroup {
  readonly findings: readonly Finding[];
  readonly lines: readonly string[];
}

/** A comment that silences findings, as written; which rules it means is for the judge to decide. */
export interface SuppressionComment {
  /** File of the comment, relative to the directory of the group. */
  readonly file: string;
  readonly at: LineRef;
  /** Rules, codes, categories and patterns as written. */
  readonly keys: readonly string[];
  readonly reason: string;
  /** 1-based lines, both included; 0 for the whole file. */
  readonly from: number;
  readonly to: number;
  readonly removal: FindingFix;
}
