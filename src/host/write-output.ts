/**
 * Writes an output directory: staged first, then renamed; only files that differ; never over a file that is not ours.
 * Contents come before the files that point to them and deletions last, so that a reader never sees a pointer without
 * its target.
 */
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { isFailure } from "../model/host.ts";
import type { ContentFailure, OutputFile } from "../model/output.ts";
import { attempt, toFailure } from "./node-host.ts";
import { planManifest, readManifest, type ManifestPlan, type OutputManifest } from "./output-manifest.ts";
import { stageFile } from "./stage-file.ts";

export interface StageOptions {
  /** Absolute path in the system's own form. */
  readonly outDir: string;
  readonly files: Iterable<OutputFile>;
  /** Returns whether skillc wrote a file, by its first bytes. */
  readonly owns: (head: string) => boolean;
  /** Compare only, change nothing. */
  readonly dryRun: boolean;
}

/** The effect of a build on an output directory. */
export interface OutputChanges {
  /** Paths below the output directory, in the order of writing. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Files of ours that are no longer part of the output but were edited by hand, and so stay. */
  readonly kept: readonly string[];
  /** Files in the way that are not ours; with one of them nothing must be written. */
  readonly foreign: readonly string[];
}

/** Why writing stopped, with an absolute path. */
export interface WriteFailure {
  readonly path: string;
  readonly detail: string;
}

/** An output that is staged until all outputs of a build are ready. */
export interface StagedOutput {
  readonly changes: OutputChanges;
  /** Contents that could not be read; with one of them nothing must be written. */
  readonly unreadable: readonly ContentFailure[];
  readonly failure?: WriteFailure;
  /** Moves the files into place. */
  commit(): WriteFailure | undefined;
  /** Removes what was staged; to be called in any case. */
  discard(): void;
}

/** Creates all files of an output and compares them with those on disk, which stay untouched. */
export function stageOutput(options: StageOptions): StagedOutput {
  const { outDir, dryRun } = options;
  const staging = join(outDir, `.skillc-staging-${process.pid}`);
  const created = dryRun ? undefined : firstMissing(outDir);
  const draft = emptyDraft();
  let manifest: ManifestPlan | undefined;
  const discard = (): void => {
    if (!dryRun) cleanUp(staging, created);
  };
  let failure: WriteFailure | undefined;
  try {
    failure = attemptWrite(outDir, (at) => {
      if (!dryRun) removeAbandoned(outDir);
      manifest = stageAll(options, { staging, draft, at });
    });
  } catch (error) {
    discard();
    throw error;
  }
  return {
    changes: changesOf(draft),
    unreadable: draft.unreadable,
    ...(failure && { failure }),
    commit: () =>
      attemptWrite(outDir, (at) => {
        if (!dryRun && manifest !== undefined) commit({ outDir, staging, draft, manifest }, at);
      }),
    discard,
  };
}

/** Runs a function that writes; it passes each path to `at`, which a failure will name. */
function attemptWrite(start: string, write: (at: (path: string) => void) => void): WriteFailure | undefined {
  let path = start;
  try {
    write((next) => {
      path = next;
    });
    return undefined;
  } catch (error) {
    // Files are made while they are written: a bug in making them is not the fault of the disk.
    if (!(error instanceof Error && "code" in error)) throw error;
    return { path, detail: toFailure(error).detail };
  }
}

interface Staging {
  readonly staging: string;
  readonly draft: Draft;
  readonly at: (path: string) => void;
}

function stageAll({ outDir, files, owns, dryRun }: StageOptions, { staging, draft, at }: Staging): ManifestPlan {
  const manifest = readManifest(outDir);
  const hashes = new Map<string, string>();
  let isUnmarked = false;
  for (const file of files) {
    const target = join(outDir, file.path);
    at(target);
    const staged = dryRun ? undefined : join(staging, file.path);
    const result = stageFile(file, { target, staged, isOurs: manifest.has(file.path), owns });
    hashes.set(file.path, result.sha256);
    draft[result.state].push(file.path);
    if (result.state === "added" || result.state === "changed") draft.written.push(file.path);
    draft.unreadable.push(...result.failures);
    isUnmarked ||= !result.isMarked;
  }
  findStale(outDir, manifest, hashes, draft);
  const plan = planManifest(outDir, hashes, isUnmarked);
  if (plan.isForeign) draft.foreign.push(plan.name);
  return plan;
}

interface Draft extends Record<"added" | "changed" | "removed" | "unchanged" | "kept" | "foreign", string[]> {
  /** What was added or changed, in the order of writing. */
  readonly written: string[];
  readonly unreadable: ContentFailure[];
}

function changesOf({ added, changed, removed, unchanged, kept, foreign }: Draft): OutputChanges {
  return { added, changed, removed, unchanged: unchanged.length, kept, foreign };
}

function emptyDraft(): Draft {
  return { added: [], changed: [], removed: [], unchanged: [], kept: [], foreign: [], written: [], unreadable: [] };
}

/** Finds files of the manifest that are no longer written: removed if they are as we wrote them, else kept and named. */
function findStale(outDir: string, manifest: OutputManifest, hashes: ReadonlyMap<string, string>, draft: Draft): void {
  for (const [path, known] of manifest) {
    // A manifest can be edited: it must not make us delete files elsewhere.
    const absolute = resolve(outDir, path);
    if (hashes.has(path) || !absolute.startsWith(outDir + sep) || !existsSync(absolute)) continue;
    const bytes = attempt(() => readFileSync(absolute));
    const isAsWritten = !isFailure(bytes) && hash("sha256", bytes, "hex") === known;
    draft[isAsWritten ? "removed" : "kept"].push(path);
  }
}

interface Commit {
  readonly outDir: string;
  readonly staging: string;
  readonly draft: Draft;
  readonly manifest: ManifestPlan;
}

function commit({ outDir, staging, draft, manifest }: Commit, at: (path: string) => void): void {
  const stagedManifest = join(staging, manifest.name);
  at(join(outDir, manifest.name));
  // Before the first rename: a full disk must be found while nothing is changed.
  if (manifest.isWritten) {
    mkdirSync(staging, { recursive: true });
    writeFileSync(stagedManifest, manifest.text);
  }
  for (const path of draft.written) {
    at(join(outDir, path));
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    renameSync(join(staging, path), join(outDir, path));
  }
  for (const path of draft.removed) {
    at(join(outDir, path));
    rmSync(join(outDir, path), { force: true });
    removeIfEmpty(dirname(join(outDir, path)), outDir);
  }
  at(join(outDir, manifest.name));
  if (manifest.isWritten) renameSync(stagedManifest, join(outDir, manifest.name));
  if (manifest.obsolete !== undefined) rmSync(join(outDir, manifest.obsolete), { force: true });
}

function cleanUp(staging: string, created: string | undefined): void {
  try {
    rmSync(staging, { recursive: true, force: true });
  } catch {
    // What prevented writing prevents cleaning up as well, and is already reported.
  }
  if (created === undefined) return;
  // A failed build leaves no directories behind.
  for (let dir = dirname(staging); dir.length >= created.length; dir = dirname(dir)) removeIfEmpty(dir, "");
}

function removeIfEmpty(dir: string, stopAt: string): void {
  if (dir === stopAt) return;
  try {
    rmdirSync(dir);
  } catch {
    // Not empty, or already gone: both are fine.
  }
}

/** Returns the topmost directory that must be created for a path. */
function firstMissing(path: string): string | undefined {
  let missing: string | undefined;
  for (let dir = path; !existsSync(dir); dir = dirname(dir)) missing = dir;
  return missing;
}

/** Removes staging directories of runs that were killed. */
function removeAbandoned(outDir: string): void {
  if (!existsSync(outDir)) return;
  for (const name of readdirSync(outDir)) {
    const pid = /^\.skillc-staging-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(outDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
