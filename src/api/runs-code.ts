/** Whether code that comes with a project may run. */
import type { Diagnostic } from "../model/diagnostic.ts";
import { isShownBy } from "../rules.ts";

/** The environment variable that forbids it, with any value but an empty one. */
export const NO_CONFIG = "SKILLC_NO_CONFIG";

/** Returns whether the environment forbids it for the whole process. */
export function isForbiddenByEnvironment(): boolean {
  return (process.env[NO_CONFIG] ?? "") !== "";
}

/**
 * Returns whether a config in code, and commands of skills that a config allows, may run: unless the caller or the
 * environment forbids it. Neither can allow what the other forbids.
 *
 * @example
 * runsCode({ runConfig: false }); // false
 */
export function runsCode({ runConfig }: { readonly runConfig?: boolean | undefined }): boolean {
  return runConfig !== false && !isForbiddenByEnvironment();
}

/** Reports whether a finding says that a config, or what it allows, was not run. */
export function isNotRun({ rule }: Pick<Diagnostic, "rule">): boolean {
  return isShownBy(rule, "every-command");
}
