import type { Span } from "./source.ts";

/**
 * Severity of a finding. Only errors fail a build.
 *
 * @example
 * diagnostics.filter(({ severity }) => severity === "error");
 */
export type Severity = "error" | "warning" | "info";

/**
 * The settings of a severity.
 *
 * @example
 * const rules: Record<string, Level> = { "name-dir-mismatch": "error", "SKC5*": "off" };
 */
export type Level = Severity | "off";

/**
 * The kind of problem. `config` and `system` findings end a command with exit code 2.
 *
 * @example
 * diagnostics.filter(({ category }) => category === "security");
 */
export type Category = "correctness" | "portability" | "security" | "budget" | "quality" | "config" | "system";

/** A value inside a message. */
export type ArgumentValue = string | number | boolean;

/**
 * Another place that belongs to a finding.
 *
 * @example
 * for (const { file, span, text } of diagnostic.labels ?? []) console.log(`${file}:${span.start.line}: ${text}`);
 */
export interface DiagnosticLabel {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
  /** The text of the span's first line, for the code frame. */
  readonly lineText: string;
}

/**
 * One of the things that a finding about a group counts: a skill or a file.
 *
 * @example
 * for (const { file, text } of diagnostic.members ?? []) console.log(file, text ?? "");
 */
export interface DiagnosticMember {
  readonly file: string;
  /** What it has to do with the others: `quay-notes starts with quay`. */
  readonly text?: string;
}

/** One replacement in a file. An empty span is an insertion. */
export interface TextEdit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

/**
 * An automatic fix for a finding. `safe` cannot change the meaning of the skill; `unsafe` may, and is applied only on
 * request. Either all edits of a fix are applied or none.
 */
export interface Fix {
  /** What applying it does, as an imperative: "quote the value". */
  readonly title: string;
  readonly applicability: "safe" | "unsafe";
  readonly edits: readonly TextEdit[];
}

/** The reason why a finding is known but not counted. */
export interface Suppression {
  readonly by: "comment" | "baseline";
  readonly reason?: string;
}

/**
 * The source of a rule. `level` is the force of the rule in that source.
 *
 * @example
 * console.log(`${diagnostic.origin.source} (${diagnostic.origin.level})`);
 */
export interface Origin {
  readonly source: string;
  readonly level: "MUST" | "SHOULD" | "PRACTICE";
}

/**
 * The severity of a finding under one of several profiles.
 *
 * @example
 * diagnostic.profiles?.find(({ name }) => name === "spec")?.severity; // "error"
 */
export interface ProfileSeverity {
  readonly name: string;
  readonly severity: Severity;
}

/**
 * One finding as data (code, args, span) and text. `code` and `rule` are stable and equivalent; the wording of `message`,
 * `consequence` and `help` is not part of the API.
 *
 * @example
 * for (const { file, span, severity, message } of diagnostics)
 *   console.log(`${file}:${span?.start.line ?? 1}: ${severity}: ${message}`);
 */
export interface Diagnostic {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly category: Category;
  /** One clause without a final stop. */
  readonly message: string;
  /** The effect at run time or in the catalog. */
  readonly consequence?: string;
  /** Suggested fixes, most likely first. */
  readonly help?: readonly string[];
  /** Id of the skill, or its directory if it has no id yet. */
  readonly skill?: string;
  /** POSIX path relative to the base directory. */
  readonly file: string;
  readonly span?: Span;
  /** The text of the span's first line, for the code frame. */
  readonly lineText?: string;
  readonly labels?: readonly DiagnosticLabel[];
  /** Everything that a finding about a group counts; its message names only examples. */
  readonly members?: readonly DiagnosticMember[];
  /** Automatic fixes, best first. */
  readonly fixes?: readonly Fix[];
  /** The profiles of the finding, separated by ", ", if several are checked at once. */
  readonly profile?: string;
  /** The same profiles with the severity under each; `severity` is the highest of them. */
  readonly profiles?: readonly ProfileSeverity[];
  /**
   * Identifies the finding even if lines above it moved: a hash of code, skill, the text of its line and the number of
   * equal ones before it.
   */
  readonly fingerprint?: string;
  readonly suppressed?: Suppression;
  /** A build shows it to people whatever its severity. */
  readonly isAlways?: true;
  readonly args: Readonly<Record<string, ArgumentValue>>;
  readonly origin: Origin;
}
