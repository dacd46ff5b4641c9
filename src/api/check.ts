import { resolve } from "node:path";
import { compile, inspect } from "../compile.ts";
import { attempt, changedSince } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";
import { applyBaseline, readBaseline, toBaseline, withFingerprints, writeBaseline } from "./baseline.ts";
import { reportPlatformLimits, weighOutput } from "./platform-budget.ts";
import { exitCodeOf, summarize, type ExitCode, type Summary } from "./outcome.ts";
import { openSession, type Drafts, type Session, type SessionOptions } from "./session.ts";

export interface CheckOptions extends SessionOptions {
  /** File of accepted findings, relative to `cwd`: they are marked as suppressed and do not count. */
  readonly baseline?: string;
  /** `update` accepts all findings there are, `prune` forgets those that are found no more. */
  readonly writeBaseline?: "update" | "prune";
  /** A git ref: only skills with files changed since then are reported. */
  readonly since?: string;
}

export interface CheckResult {
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  /** Sorted by file, offset and code; files relative to `cwd`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Entries of the baseline that are found no more. */
  readonly staleBaseline: readonly { readonly code: string; readonly file: string }[];
  /** Undefined when the configuration is wrong. */
  readonly config?: Config;
}

/**
 * Checks skills and writes nothing but a baseline when that is asked for.
 *
 * @returns all findings of one run; it never throws for bad input.
 * @example
 * const { ok, diagnostics } = await check({ sources: [{ dir: "skills" }], overrides: { profile: "spec" } });
 */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  return checkDrafts(options);
}

/** The same with texts in the place of files. */
export async function checkDrafts(options: CheckOptions, drafts?: Drafts): Promise<CheckResult> {
  const session = await openSession(options, drafts);
  const { config } = session;
  const seen = config === undefined ? 0 : await look(config, session);
  await session.checkFurther();
  const since = options.since === undefined ? undefined : readChanges(options.since, options, session);
  const all = withFingerprints(session.diagnostics());
  // A baseline knows all findings, whichever are asked for.
  const { diagnostics: known, stale } = withBaseline(all, options, session);
  const diagnostics = since === undefined ? known : known.filter((diagnostic) => concerns(diagnostic, since));
  const exitCode = exitCodeOf(diagnostics);
  return {
    ok: exitCode === 0,
    exitCode,
    summary: summarize(seen, diagnostics),
    diagnostics,
    staleBaseline: stale,
    ...(config && { config }),
  };
}

/** Outputs are made, and thrown away, only for a platform: nothing else tells what they weigh. */
async function look(config: Config, { host, report, diagnostics }: Session): Promise<number> {
  if (config.outputs.every(({ platform }) => platform === undefined))
    return (await inspect({ config, host, report })).seen;
  const { seen, outputs } = await compile({ config, host, report });
  if (exitCodeOf(diagnostics()) !== 0) return seen;
  for (const [index, compiled] of outputs.entries())
    if (compiled.output.platform !== undefined)
      reportPlatformLimits(config, index, weighOutput(compiled, report), report);
  return seen;
}

function readChanges(ref: string, options: CheckOptions, { report }: Session): readonly string[] | undefined {
  const cwd = resolve(options.cwd ?? process.cwd());
  const changed = changedSince(ref, cwd);
  if (!("fault" in changed)) return changed;
  report.report("since-unreadable", { file: "." }, { ref, detail: changed.fault });
  return undefined;
}

/** Findings without a skill of their own concern everybody; others the changed skills: those with a changed file. */
function concerns({ skill, file, category, labels = [] }: Diagnostic, changed: readonly string[]): boolean {
  if (category === "config" || category === "system" || skill === undefined) return true;
  const dirs = [directoryOf(file, skill), ...labels.map((label) => directoryOf(label.file, skill))];
  return dirs.some((dir) => dir === "." || changed.some((path) => path.startsWith(`${dir}/`)));
}

/** The skill's directory when the file lies in it, else the file's own. */
function directoryOf(file: string, skill: string): string {
  const at = `/${file}`.indexOf(`/${skill}/`);
  if (at !== -1) return file.slice(0, at + skill.length);
  return file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ".";
}

function withBaseline(
  diagnostics: readonly Diagnostic[],
  { baseline, writeBaseline: mode, cwd = process.cwd() }: CheckOptions,
  { report, diagnostics: current }: Session,
): ReturnType<typeof applyBaseline> {
  if (baseline === undefined) return { diagnostics, stale: [] };
  const path = resolve(cwd, baseline);
  const known = mode === "update" ? toBaseline(diagnostics) : readBaseline(path);
  if (typeof known === "string") {
    report.report("baseline-unreadable", { file: baseline }, { file: baseline, detail: known });
    return {
      diagnostics: [...diagnostics, ...current().filter(({ rule }) => rule === "baseline-unreadable")],
      stale: [],
    };
  }
  const applied = applyBaseline(diagnostics, known);
  if (mode === undefined) return applied;
  const written = attempt(() => writeBaseline(path, applied.diagnostics));
  if (isFailure(written))
    report.report("output-unwritable", { file: baseline }, { path: baseline, detail: written.detail });
  const failure = isFailure(written) ? current().filter(({ rule }) => rule === "output-unwritable") : [];
  return { diagnostics: [...applied.diagnostics, ...failure], stale: [] };
}
