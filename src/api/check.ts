import { resolve } from "node:path";
import { createFindings, isOncePerRun, type Findings } from "../diagnostics/index.ts";
import { attempt, changedSince, createStagedHost, readStaged, type GitFault, type Staged } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";
import type { Searched } from "../model/searched.ts";
import { ruleBook } from "../rules.ts";
import { targetRules } from "../targets/rules.ts";
import {
  applyBaseline,
  isFreeForBaseline,
  readBaseline,
  toBaseline,
  withFingerprints,
  writeBaseline,
  type StaleEntry,
} from "./baseline.ts";
import { createCachingCompiler } from "./compiler.ts";
import { keepFindings } from "./kept/kept-findings.ts";
import type { KnownRun } from "./kept/known-run.ts";
import { openRun, orAnew } from "./kept/new-run.ts";
import { addLate, diagnoseLate } from "./late-findings.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import { measureOutputs } from "./platform-budget.ts";
import { isMovable, isRepeatable } from "./kept/repeatable.ts";
import { createRunTrail } from "./kept/run-trail.ts";
import { commandRules } from "./rules.ts";
import { hostOf, pathsOf } from "./session.ts";
import { changedDirectories, onlyChanged } from "./since.ts";
import { outcomeOfSnapshot, type Snapshot } from "./snapshot.ts";
import { cacheDirectory, type CacheOptions } from "./kept/unit-cache.ts";

/**
 * Options of a check.
 *
 * @example
 * await check({ baseline: "skillc-baseline.json", since: "origin/main" });
 */
export interface CheckOptions extends CacheOptions {
  /** File of accepted findings, relative to `cwd`: they are marked as suppressed and do not count. */
  readonly baseline?: string;
  /** `update` accepts all current findings, `prune` removes entries that no longer occur. */
  readonly writeBaseline?: "update" | "prune";
  /** A git ref: only skills with files changed since then are reported. */
  readonly since?: string;
  /** Checks the files as the next commit would have them, and reports only skills that it changes. */
  readonly staged?: boolean;
  /** Texts that replace files on disk, or files that do not exist yet, by path relative to `cwd`. */
  readonly drafts?: Readonly<Record<string, string>>;
}

/**
 * The result of a check.
 *
 * @example
 * const { summary } = await check();
 * console.log(summary.errors);
 */
export interface CheckResult extends Outcome {
  readonly ok: boolean;
  /** Entries of the baseline that no longer occur. */
  readonly staleBaseline: readonly StaleEntry[];
  /** Undefined if the configuration is invalid. */
  readonly config?: Config;
  /** Where the skills were looked for; undefined if the config names their directories. */
  readonly searched?: Searched;
  /** With `since` or `staged`: the number of skills with files that changed. */
  readonly changedSkills?: number;
}

/**
 * Checks skills. Writes nothing, except a baseline on request.
 *
 * @returns all findings of one run; it never throws for bad input.
 * @example
 * const { ok, diagnostics } = await check({ sources: [{ dir: "skills" }], overrides: { profile: "spec" } });
 */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  return checkWitnessed({ search: true, ...options }, undefined);
}

/** Checks, and keeps the outcome for the next time if it depends on nothing but what was asked of the disk. */
export async function checkWitnessed(
  options: CheckOptions,
  known: KnownRun<CheckResult> | undefined,
): Promise<CheckResult> {
  return orAnew(known, (some) => checkFollowing(options, some));
}

async function checkFollowing(options: CheckOptions, known: KnownRun<CheckResult> | undefined): Promise<CheckResult> {
  const run = known && openRun(known);
  const paths = pathsOf(options);
  const staged = options.staged === true ? readStaged(paths.cwd) : undefined;
  // What only the index has is not worth keeping, and a commit may have no skills at all.
  const index =
    staged === undefined || "fault" in staged
      ? {}
      : {
          host: createStagedHost(hostOf(paths), staged),
          cache: false as const,
          overrides: { ...options.overrides, allowEmpty: true },
        };
  const trail = run && createRunTrail(run, markFindings);
  const compiler = createCachingCompiler({ ...options, ...index, buildsOnce: true, witness: run?.witness, trail });
  for (const [path, text] of Object.entries(options.drafts ?? {})) compiler.setDraft(path, text);
  const snapshot = await compiler.check();
  const edited = trail?.edited();
  const result =
    edited && run?.left ? concludeEdit(snapshot, run.left.result) : concludeCheck(snapshot, options, staged);
  if (run !== undefined && isRepeatable(snapshot, options)) {
    // What is found of a project elsewhere names other files.
    const isHere = paths.cwd === paths.base;
    const leaves = trail?.leave(isHere ? { manifests: hostOf(paths) } : undefined);
    run.keep(
      withoutFindings(result),
      edited?.findings ?? keepFindings(result.diagnostics),
      isMovable(snapshot),
      leaves,
    );
  }
  return result;
}

/** Returns the result of a check that only found something else in what was edited. */
function concludeEdit(snapshot: Snapshot, before: object): CheckResult {
  const outcome = outcomeOfSnapshot(snapshot);
  const { exitCode, summary } = outcome;
  const { config } = snapshot;
  const { staleBaseline, searched } = before as Pick<CheckResult, "staleBaseline" | "searched">;
  return {
    ok: exitCode === 0,
    exitCode,
    summary,
    get diagnostics() {
      return outcome.diagnostics;
    },
    staleBaseline,
    ...(config && { config }),
    ...(searched && { searched }),
  };
}

function withoutFindings({ ok, exitCode, summary, staleBaseline, searched, changedSkills }: CheckResult) {
  return {
    ok,
    exitCode,
    summary,
    staleBaseline,
    ...(searched && { searched }),
    ...(changedSkills !== undefined && { changedSkills }),
  };
}

/** Fingerprints count equal findings: those of a file among themselves, but for a rule that is reported once per run. */
function markFindings(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] | undefined {
  return diagnostics.some((one) => isOncePerRun(one, ruleBook)) ? undefined : withFingerprints(diagnostics);
}

/** Turns a build into the result of a check: adds sizes and fingerprints, applies the baseline and `since`. */
export function concludeCheck(snapshot: Snapshot, options: CheckOptions, staged?: Staged | GitFault): CheckResult {
  const paths = pathsOf(options);
  const { config } = snapshot;
  const cache = config && cacheDirectory(options, paths, config);
  const sizes = snapshot.exitCode === 0 ? [measureOutputs(snapshot, cache)] : [];
  const late = createFindings();
  const isLimited = options.since !== undefined || staged !== undefined;
  const changed = readChanges(options.since, paths.cwd, { staged, findings: late });
  const all = withFingerprints(addLate(outcomeOfSnapshot(snapshot), sizes, { config, paths }).diagnostics);
  // A baseline contains all findings, also those that `since` filters out.
  const { diagnostics: known, stale } = withBaseline(all, { ...options, cwd: paths.cwd }, late);
  const since = changed && {
    changed,
    directories: snapshot.skills.flatMap(({ dir }) => (dir === "" ? [] : [dir])),
  };
  // Without an answer of git, the findings of skills that did not change were not requested.
  const own = since === undefined ? (isLimited ? [] : known) : onlyChanged(known, since.directories, since.changed);
  const diagnostics = [...own, ...withFingerprints(diagnoseLate([late], config))];
  const outcome = outcomeOf(snapshot.summary.skills, diagnostics);
  return {
    ok: outcome.exitCode === 0,
    ...outcome,
    staleBaseline: stale,
    ...(config && { config }),
    ...(snapshot.searched && { searched: snapshot.searched }),
    ...(since && { changedSkills: changedDirectories(since.directories, since.changed).length }),
  };
}

/** Returns the files that changed; undefined if every file counts, or after reporting that git cannot say. */
function readChanges(
  since: string | undefined,
  cwd: string,
  { staged, findings }: { readonly staged: Staged | GitFault | undefined; readonly findings: Findings },
): readonly string[] | undefined {
  const changed = since === undefined ? staged : changedSince(since, cwd);
  if (changed === undefined) return undefined;
  if (!("fault" in changed)) return "changed" in changed ? changed.changed : changed;
  const { fault: detail, isShallow: shallow } = changed;
  findings.add(commandRules["since-unreadable"], { file: "." }, { ref: since ?? "HEAD", detail, shallow });
  return undefined;
}

function withBaseline(
  diagnostics: readonly Diagnostic[],
  { baseline, writeBaseline: mode, cwd }: Pick<CheckOptions, "baseline" | "writeBaseline"> & { readonly cwd: string },
  findings: Findings,
): { readonly diagnostics: readonly Diagnostic[]; readonly stale: readonly StaleEntry[] } {
  if (baseline === undefined) return { diagnostics, stale: [] };
  const path = resolve(cwd, baseline);
  const isOther = mode === "update" && !isFreeForBaseline(path);
  const known = isOther ? "it is not a baseline" : mode === "update" ? toBaseline(diagnostics) : readBaseline(path);
  if (typeof known === "string") {
    findings.add(commandRules["baseline-unreadable"], { file: baseline }, { file: baseline, detail: known, isOther });
    return { diagnostics, stale: [] };
  }
  const applied = applyBaseline(diagnostics, known);
  if (mode === undefined) return applied;
  const written = attempt(() => writeBaseline(path, applied.diagnostics));
  if (isFailure(written))
    findings.add(targetRules["output-unwritable"], { file: baseline }, { path: baseline, detail: written.detail });
  return { diagnostics: applied.diagnostics, stale: [] };
}
