import { inspect } from "../compile.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { exitCodeOf, summarize, type ExitCode, type Summary } from "./outcome.ts";
import { openSession, type SessionOptions } from "./session.ts";

export interface CheckResult {
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  /** Sorted by file, offset and code; files relative to `cwd`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when the configuration is wrong. */
  readonly config?: Config;
}

/**
 * Checks skills and writes nothing.
 *
 * @returns all findings of one run; it never throws for bad input.
 * @example
 * const { ok, diagnostics } = await check({ sources: [{ dir: "skills" }], overrides: { profile: "spec" } });
 */
export async function check(options: SessionOptions = {}): Promise<CheckResult> {
  const session = await openSession(options);
  const { config, host, report } = session;
  const seen = config === undefined ? 0 : (await inspect({ config, host, report })).seen;
  const diagnostics = session.diagnostics();
  const exitCode = exitCodeOf(diagnostics);
  return { ok: exitCode === 0, exitCode, summary: summarize(seen, diagnostics), diagnostics, ...(config && { config }) };
}
