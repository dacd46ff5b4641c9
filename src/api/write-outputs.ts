/** Writes the outputs of a build: all are staged before the first is moved into place. */
import { dirname, relative, resolve } from "node:path";
import { createFindings, type Findings } from "../diagnostics/index.ts";
import { quote } from "../diagnostics/rule.ts";
import {
  commitOutputs,
  createOutputLocks,
  stageOutput,
  type Blocked,
  type CommitFailure,
  type OutputLocks,
  type StagedOutput,
} from "../output/index.ts";
import { settleInterrupts, toPosixPath } from "../host/index.ts";
import { type Witness } from "../engine/index.ts";
import type { Config, Output } from "../model/config.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { BuildChanges, OutputFile } from "../model/output.ts";
import type { OnProgress } from "../model/progress.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { isAtOrBelow } from "../paths/index.ts";
import { isOwnFile, placementOf } from "../targets/index.ts";
import { targetRules } from "../targets/rules.ts";
import { createSizeMeter, type BuildFigures, type MeasuredFile } from "./figures.ts";
import { reportPlatformLimits, reportUnreadable } from "./platform-budget.ts";
import { openSavedOutput, type OutputMemory, type SavedFile } from "./kept/saved-outputs.ts";
import { factsOf, countSkills, type Snapshot } from "./snapshot.ts";

/**
 * The files written into one directory.
 *
 * @example
 * for (const { outDir, figures } of result.outputs) console.log(outDir, figures.rawBytes);
 */
export interface BuildOutput {
  /** Absolute path. */
  readonly outDir: string;
  /** The view that it contains; undefined for all skills. */
  readonly view?: string;
  /** Ids of the skills that the view contains because others in it require them (`dependencies.views`: `include`). */
  readonly dependencies?: readonly string[];
  /** The platform that its size was checked against. */
  readonly platform?: string;
  readonly catalog: Catalog;
  readonly figures: BuildFigures;
  readonly changes: BuildChanges;
}

export interface WriteOutputsOptions {
  readonly snapshot: Snapshot;
  readonly config: Config;
  /** Absolute path of the directory that `outDir` is relative to. */
  readonly base: string;
  readonly dryRun: boolean;
  /** Names of targets: only outputs that have one of them are written; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Of a process that builds again: the files of the last build then stay until the next one. */
  readonly memory: OutputMemory | undefined;
  /** Returns the SHA-256 of a file that is as the last run left it. */
  readonly digestOf: Witness["digestOf"] | undefined;
  /** False if no one sees compressed sizes. Outputs for a platform are compressed anyway. */
  readonly showsGzip: boolean;
  /** Absolute path of the cache of this build of skillc; undefined for none. */
  readonly cache: string | undefined;
  readonly onProgress: OnProgress | undefined;
  /** Whether findings allow the outputs to be moved into place. */
  readonly mayCommit: (findings: FindingGroup) => boolean;
}

export interface WrittenOutputs {
  readonly outputs: readonly BuildOutput[];
  readonly found: FindingGroup;
  /** Whether anything was in the way of an output, or was left there. */
  readonly isOdd: boolean;
  /** Returns all files as they should be now, for each of the outputs. */
  digests(): readonly OutputDigests[];
}

/** The files of an output as they should be now. */
interface OutputDigests {
  /** SHA-256 by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether there may be files of others next to them. */
  readonly isShared: boolean;
}

interface Pending {
  readonly result: BuildOutput;
  readonly staged: StagedOutput;
  /** As in the config. */
  readonly dir: string;
  readonly isShared: boolean;
}

/**
 * Stages all outputs and moves them into place together: an error while staging leaves all as they were, one while
 * moving leaves each index with a complete build, old or new.
 */
export async function writeOutputs(options: WriteOutputsOptions): Promise<WrittenOutputs> {
  const { config, base, dryRun, only, mayCommit } = options;
  const chosen = config.outputs.filter(({ emit }) => only === undefined || emit.some((name) => only.includes(name)));
  const findings = createFindings();
  const ofPlaces = createFindings();
  const found = (): Findings => {
    const all = createFindings();
    all.append(findings);
    all.append(ofPlaces);
    return all;
  };
  const pending: Pending[] = [];
  const locks = dryRun ? undefined : createOutputLocks(chosen.map(({ outDir }) => resolve(base, outDir)));
  try {
    const blocked = await locks?.acquire();
    if (blocked !== undefined) reportBlocked(blocked, base, ofPlaces);
    if (blocked !== undefined) return { outputs: [], found: ofPlaces, isOdd: true, digests: () => [] };
    for (const output of chosen) pending.push(...(await stage(output, options, locks)));
    for (const { result, staged, dir } of pending) {
      reportUnreadable(staged.unreadable, findings);
      const index = config.outputs.findIndex(({ outDir }) => outDir === dir);
      reportPlatformLimits(config, index, result.figures, findings);
    }
    for (const one of pending) reportStaging(one, base, ofPlaces);
    const lost = locks?.findLost();
    if (lost !== undefined) reportBlocked(lost, base, ofPlaces);
    if (!dryRun && mayCommit(found())) await commitAll(pending, base, ofPlaces);
  } finally {
    for (const { staged } of pending) staged.discard();
    locks?.release();
    await settleInterrupts();
  }
  return {
    outputs: pending.map(({ result }) => result),
    found: found(),
    isOdd: ofPlaces.findings.length > 0,
    digests: () => pending.map(({ staged, isShared }) => ({ files: staged.digests(), isShared })),
  };
}

async function stage(
  output: Output,
  { snapshot, base, cache, memory, digestOf, showsGzip, onProgress }: WriteOutputsOptions,
  locks: OutputLocks | undefined,
): Promise<Pending[]> {
  const catalog = snapshot.catalog(output.outDir);
  if (catalog === undefined) return [];
  const outDir = resolve(base, output.outDir);
  const placement = placementOf(output);
  const saved = openSavedOutput(cache, output.outDir, memory);
  const meter = createSizeMeter((file) => saved.get(file), showsGzip || output.platform !== undefined);
  const staged = await stageOutput({
    outDir,
    files: countFiles(meter.measure(snapshot.outputs(output.outDir)), onProgress),
    owns: isOwnFile,
    manifest: placement && { dir: placement.manifestDir },
    locks,
    keepsGeneration: memory !== undefined,
    proofs: memory?.proofs,
    digestOf,
  });
  saved.save(toSave(staged, (path) => meter.sizeOf(path)));
  const included = output.view === undefined ? undefined : factsOf(snapshot).first?.included?.get(output.view);
  const result = {
    outDir,
    ...(output.view === undefined ? {} : { view: output.view }),
    ...(included && { dependencies: included }),
    ...(output.platform === undefined ? {} : { platform: output.platform }),
    catalog,
    figures: meter.figures(countSkills(snapshot, output.outDir)),
    changes: staged.changes,
  };
  return [{ result, staged, dir: output.outDir, isShared: placement !== undefined }];
}

function* countFiles(files: Iterable<OutputFile>, onProgress: OnProgress | undefined): Generator<OutputFile> {
  let done = 0;
  for (const file of files) {
    onProgress?.({ phase: "write", done: done++ });
    yield file;
  }
}

/** Files that were created whole: what could not be read is another file the next time. */
function toSave(
  { files }: StagedOutput,
  sizeOf: (path: string) => MeasuredFile | undefined,
): ReadonlyMap<string, SavedFile> {
  const saved = new Map<string, SavedFile>();
  for (const [path, { sha256, isMarked, failures }] of files) {
    const measured = sizeOf(path);
    if (measured !== undefined && failures.length === 0) saved.set(path, { sha256, isMarked, ...measured });
  }
  return saved;
}

async function commitAll(pending: readonly Pending[], base: string, findings: Findings): Promise<void> {
  const failure = await commitOutputs(pending.flatMap(({ staged }) => staged.plan ?? []));
  if (failure === undefined) return;
  const { outDir } =
    pending
      .map(({ result }) => result)
      .find(({ outDir: dir }) => isAtOrBelow(toPosixPath(failure.path), toPosixPath(dir))) ?? {};
  const dir = outDir === undefined ? "." : fromBase(outDir, base);
  reportCommitFailure(failure, { dir, base }, findings);
}

function reportCommitFailure(
  { path, detail, left, replaced }: CommitFailure,
  { dir, base }: { readonly dir: string; readonly base: string },
  findings: Findings,
): void {
  const args = { path: withoutStaging(path, base), detail };
  if (left === "old") findings.add(targetRules["output-unwritable"], { file: dir }, args);
  if (left === "obsolete") findings.add(targetRules["output-obsolete-left"], { file: dir }, args);
  if (left !== "mixed") return;
  const names = replaced.map((one) => quote(fromBase(one, base)));
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  const done = `${names.slice(0, NAMED).join(", ")}${more}`;
  findings.add(targetRules["output-incomplete"], { file: dir }, { ...args, replaced: done });
}

/** Files that a message names. */
const NAMED = 8;

function reportBlocked({ path, holder, isNoFile }: Blocked, base: string, findings: Findings): void {
  const outDir = fromBase(dirname(path), base);
  if (isNoFile === true) {
    const args = { path: fromBase(path, base), detail: "it is not a regular file" };
    return findings.add(targetRules["output-unwritable"], { file: outDir }, args);
  }
  const by = holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
  findings.add(targetRules["output-locked"], { file: outDir }, { path: outDir, by, lock: fromBase(path, base) });
}

function reportStaging({ staged, result, dir }: Pending, base: string, findings: Findings): void {
  const { foreign, kept } = staged;
  const below = (path: string): string => fromBase(resolve(result.outDir, path), base);
  for (const path of foreign)
    findings.add(targetRules["output-foreign-file"], { file: below(path) }, { path: below(path) });
  for (const path of kept) findings.add(targetRules["output-stale-kept"], { file: below(path) }, { path: below(path) });
  if (staged.failure === undefined) return;
  const args = { path: withoutStaging(staged.failure.path, base), detail: staged.failure.detail };
  findings.add(targetRules["output-unwritable"], { file: dir }, args);
}

function withoutStaging(path: string, base: string): string {
  return fromBase(path, base).replace(/\/?\.skillc-staging-[^/]+/, "");
}

function fromBase(path: string, base: string): string {
  return toPosixPath(relative(base, path)) || ".";
}
