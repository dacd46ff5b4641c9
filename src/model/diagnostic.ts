import type { Span } from "./source.ts";

/** How bad a finding is. Only errors fail a build. */
export type Severity = "error" | "warning" | "info";

/** What a severity can be set to. */
export type Level = Severity | "off";

/** What kind of trouble a finding means. `config` and `system` findings end a command with exit code 2. */
export type Category = "correctness" | "portability" | "security" | "budget" | "quality" | "config" | "system";

/** A value inside a message. */
export type ArgumentValue = string | number | boolean;

/** Another place that belongs to a finding. */
export interface DiagnosticLabel {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
  /** The text of the span's first line, for the code frame. */
  readonly lineText: string;
}

/** One replacement in a file. An empty span is an insertion. */
export interface TextEdit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

/**
 * A way to mend a finding by machine. `safe` cannot change what the skill means; `unsafe` may, and is applied only
 * when asked for. Either all edits of a fix are applied or none.
 */
export interface Fix {
  /** What applying it does, as an imperative: "quote the value". */
  readonly title: string;
  readonly applicability: "safe" | "unsafe";
  readonly edits: readonly TextEdit[];
}

/** Why a finding is known but not counted. */
export interface Suppression {
  readonly by: "comment" | "baseline";
  readonly reason?: string;
}

/** Who says so. `level` is the force of the rule in that source. */
export interface Origin {
  readonly source: string;
  readonly level: "MUST" | "SHOULD" | "PRACTICE";
}

/**
 * One finding: data first (code, args, span), a sentence last. `code` and `rule` are stable and mean the same;
 * the wording of `message`, `consequence` and `help` is not part of the API.
 */
export interface Diagnostic {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly category: Category;
  /** One sentence without a period at its end. */
  readonly message: string;
  /** What happens at run time or in the catalog because of it. */
  readonly consequence?: string;
  /** Ways out, most likely first. */
  readonly help?: readonly string[];
  /** Id of the skill, or its directory while it has no id. */
  readonly skill?: string;
  /** POSIX path relative to the base directory. */
  readonly file: string;
  readonly span?: Span;
  /** The text of the span's first line, for the code frame. */
  readonly lineText?: string;
  readonly labels?: readonly DiagnosticLabel[];
  /** Ways to mend it by machine, best first. */
  readonly fixes?: readonly Fix[];
  /** The profile that asks for it, when several are checked at once. */
  readonly profile?: string;
  /**
   * Recognises the finding after lines above it moved: a hash of code, skill, the text of its line and how many
   * equal ones come before it.
   */
  readonly fingerprint?: string;
  readonly suppressed?: Suppression;
  readonly args: Readonly<Record<string, ArgumentValue>>;
  readonly origin: Origin;
}
