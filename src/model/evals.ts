/** Trigger tests and other eval prompts, as the eval files of a skill contain them. */

/** Why an eval file is not in an output, as the catalog says it. */
export const EVAL_REASON = "eval";

/**
 * A query of an eval file: `should` trigger the skill, `should-not`, or a `prompt` that tests the answer.
 *
 * @example
 * const one: EvalCase = { query: "fill in this form", kind: "should", line: 3 };
 */
export interface EvalCase {
  readonly query: string;
  readonly kind: "should" | "should-not" | "prompt";
  /** Line of the query in its file, from 1. */
  readonly line: number;
  /** The skill that the file names for the query; absent for the skill that the file belongs to. */
  readonly skill?: string;
  /** Part of the queries that it belongs to, such as `train` or `val`. */
  readonly split?: string;
}

/** A file with at least one shape of an eval. */
export interface EvalFile {
  /** Relative to the skill. */
  readonly path: string;
  readonly cases: readonly EvalCase[];
}

/** Which files of a skill are eval files, and whether they ship. */
export interface EvalSettings {
  /** Patterns over paths inside a skill, besides the usual places. */
  readonly files: readonly string[];
  readonly ship: boolean;
}
