import type { Diagnostic } from "../model/diagnostic.ts";

/** Counts of a run. */
export interface Summary {
  /** Skills that were looked at, the invalid ones included. */
  readonly skills: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that `--fix` mends. */
  readonly fixable: number;
  /** Findings that a comment or the baseline silences; they are in no other count. */
  readonly suppressed: number;
}

/** 0 fine; 1 findings in skills; 2 wrong usage, configuration, sources, output, or a bug of skillc. */
export type ExitCode = 0 | 1 | 2;

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

/** The exit code that findings ask for: only errors count. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity, suppressed }) => severity === "error" && suppressed === undefined);
  if (errors.some(({ category }) => category === "config" || category === "system")) return 2;
  return errors.length > 0 ? 1 : 0;
}
