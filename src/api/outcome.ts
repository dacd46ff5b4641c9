import type { Diagnostic } from "../model/diagnostic.ts";

/**
 * Counts of a run.
 *
 * @example
 * const { errors, warnings } = (await check()).summary;
 */
export interface Summary {
  /** Skills that were checked, including invalid ones. */
  readonly skills: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that `--fix` fixes. */
  readonly fixable: number;
  /** Findings suppressed by a comment or the baseline; not in any other count. */
  readonly suppressed: number;
}

/**
 * 0: success; 1: findings in skills; 2: wrong usage, configuration, sources or output, or a bug in skillc.
 *
 * @example
 * process.exitCode = (await check()).exitCode;
 */
export type ExitCode = 0 | 1 | 2;

/**
 * The findings of a run and what they mean.
 *
 * @example
 * const { exitCode, diagnostics }: Outcome = await check();
 */
export interface Outcome {
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  /** Sorted by file, offset and code; files relative to `cwd`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns what findings mean. `skills`: how many were checked. */
export function outcomeOf(skills: number, diagnostics: readonly Diagnostic[]): Outcome {
  return { exitCode: exitCodeOf(diagnostics), summary: summarize(skills, diagnostics), diagnostics };
}

export function summarize(skills: number, diagnostics: readonly Diagnostic[]): Summary {
  const counted = diagnostics.filter(({ suppressed }) => suppressed === undefined);
  const count = (severity: Diagnostic["severity"]): number =>
    counted.filter((diagnostic) => diagnostic.severity === severity).length;
  const fixable = counted.filter(({ fixes = [] }) =>
    fixes.some(({ applicability }) => applicability === "safe"),
  ).length;
  const suppressed = diagnostics.length - counted.length;
  return { skills, errors: count("error"), warnings: count("warning"), infos: count("info"), fixable, suppressed };
}

function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity, suppressed }) => severity === "error" && suppressed === undefined);
  if (errors.some(({ category }) => category === "config" || category === "system")) return 2;
  return errors.length > 0 ? 1 : 0;
}
