/**
 * Writes an output directory: staged first, then renamed; only files that differ; never over a file that is not ours.
 * Contents come before the files that point to them, and deletions last: a pointer always has its target. The target may
 * be newer than the pointer, because changed contents keep their file names.
 */
import { hash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import type { ContentFailure, OutputFile } from "../model/output.ts";
import { onInterrupt, yieldToSignals } from "./interrupts.ts";
import { createLinkFinder, isPlain, lstatIfAny, refuseLink } from "./links-below.ts";
import { attempt, toFailure } from "./node-host.ts";
import { isAlive, type OutputLocks } from "./output-lock.ts";
import { planManifest, readManifest, type ManifestPlan, type OutputManifest } from "./output-manifest.ts";
import { stageFile } from "./stage-file.ts";

export interface StageOptions {
  /** Absolute path in the system's own form. */
  readonly outDir: string;
  readonly files: Iterable<OutputFile>;
  /** Returns whether skillc wrote a file, by its first bytes. */
  readonly owns: (head: string) => boolean;
  /** The locks of the build; undefined to compare only and change nothing. */
  readonly locks: OutputLocks | undefined;
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
  /** Files that were replaced or removed before. */
  readonly done: number;
}

/** An output that is staged until all outputs of a build are ready. */
export interface StagedOutput {
  readonly changes: OutputChanges;
  /** Contents that could not be read; with one of them nothing must be written. */
  readonly unreadable: readonly ContentFailure[];
  readonly failure?: WriteFailure;
  /** Moves the files into place. */
  commit(): Promise<WriteFailure | undefined>;
  /** Removes what was staged; to be called in any case. */
  discard(): void;
}

/** Creates all files of an output and compares them with those on disk, which stay untouched. */
export async function stageOutput(options: StageOptions): Promise<StagedOutput> {
  const { outDir, locks } = options;
  const staging = join(outDir, `.skillc-staging-x${randomBytes(8).toString("hex")}`);
  const draft = emptyDraft();
  let manifest: ManifestPlan | undefined;
  let forget = (): void => {};
  const discard = (): void => {
    // What prevented writing prevents cleaning up as well, and is already reported.
    if (locks !== undefined) attempt(() => rmSync(staging, { recursive: true, force: true }));
    forget();
  };
  if (locks !== undefined) forget = onInterrupt(discard);
  let failure: WriteFailure | undefined;
  try {
    failure = await attemptWrite(outDir, async (at) => {
      // Only the build that holds the lock has staged files here.
      if (locks?.isHeld(outDir) === true) removeAbandoned(outDir);
      manifest = await stageAll(options, { staging, draft, at });
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
        if (locks !== undefined && manifest !== undefined) commit({ outDir, staging, draft, manifest }, at);
      }),
    discard,
  };
}

/** Names the path that is written next, and how many files were changed before. */
type At = (path: string, done?: number) => void;

/** Runs a function that writes; it passes each path to `at`, which a failure will name. */
async function attemptWrite(start: string, write: (at: At) => void | Promise<void>): Promise<WriteFailure | undefined> {
  let path = start;
  let done = 0;
  try {
    await write((next, before = 0) => {
      path = next;
      done = before;
    });
    return undefined;
  } catch (error) {
    // Files are made while they are written: a bug in making them is not the fault of the disk.
    if (!(error instanceof Error && "code" in error)) throw error;
    return { path, detail: toFailure(error).detail, done };
  }
}

interface Staging {
  readonly staging: string;
  readonly draft: Draft;
  readonly at: At;
}

/** Signals act at least this often. */
const YIELD_MS = 100;

async function stageAll(
  { outDir, files, owns, locks }: StageOptions,
  { staging, draft, at }: Staging,
): Promise<ManifestPlan> {
  const manifest = readManifest(outDir);
  const hashes = new Map<string, string>();
  const links = createLinkFinder(outDir);
  let isUnmarked = false;
  let yielded = performance.now();
  for (const file of files) {
    if (locks !== undefined && performance.now() - yielded > YIELD_MS) {
      await yieldToSignals();
      locks.touch();
      yielded = performance.now();
    }
    const target = join(outDir, file.path);
    at(target);
    const staged = locks === undefined ? undefined : join(staging, file.path);
    const link = links.find(file.path);
    if (link !== undefined) {
      // Its target may be anywhere, and is not ours. Nothing is written, so the hash does not matter.
      hashes.set(file.path, "");
      if (!draft.foreign.includes(link)) draft.foreign.push(link);
      continue;
    }
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
  const links = createLinkFinder(outDir);
  for (const [path, known] of manifest) {
    if (hashes.has(path) || !isPlain(path)) continue;
    const absolute = join(outDir, path);
    const status = lstatIfAny(absolute);
    if (status === undefined) continue;
    // A manifest can be edited: it must not make us read or remove what is elsewhere.
    const isOwnFile = status.isFile() && links.find(path) === undefined;
    const bytes = isOwnFile ? attempt(() => readFileSync(absolute)) : undefined;
    const isAsWritten = bytes !== undefined && !isFailure(bytes) && hash("sha256", bytes, "hex") === known;
    draft[isAsWritten ? "removed" : "kept"].push(path);
  }
}

interface Commit {
  readonly outDir: string;
  readonly staging: string;
  readonly draft: Draft;
  readonly manifest: ManifestPlan;
}

function commit({ outDir, staging, draft, manifest }: Commit, at: At): void {
  const stagedManifest = join(staging, manifest.name);
  at(join(outDir, manifest.name));
  // Before the first rename: a full disk must be found while nothing is changed.
  if (manifest.isWritten) {
    mkdirSync(staging, { recursive: true });
    writeFileSync(stagedManifest, manifest.text);
  }
  let done = 0;
  for (const path of draft.written) {
    at(join(outDir, path), done);
    refuseLink(outDir, path);
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    renameSync(join(staging, path), join(outDir, path));
    done++;
  }
  for (const path of draft.removed) {
    at(join(outDir, path), done);
    refuseLink(outDir, path);
    rmSync(join(outDir, path), { force: true });
    removeIfEmpty(dirname(join(outDir, path)), outDir);
    done++;
  }
  at(join(outDir, manifest.name), done);
  if (manifest.isWritten) renameSync(stagedManifest, join(outDir, manifest.name));
  if (manifest.obsolete !== undefined) rmSync(join(outDir, manifest.obsolete), { force: true });
}

function removeIfEmpty(dir: string, stopAt: string): void {
  if (dir === stopAt) return;
  try {
    rmdirSync(dir);
  } catch {
    // Not empty, or already gone: both are fine.
  }
}

/** Removes staging directories of builds that were killed; older versions named them after their process. */
function removeAbandoned(outDir: string): void {
  for (const name of readdirSync(outDir)) {
    const match = /^\.skillc-staging-(?:(\d+)|x[0-9a-f]{16})$/.exec(name);
    if (match === null || (match[1] !== undefined && isAlive(Number(match[1])))) continue;
    rmSync(join(outDir, name), { recursive: true, force: true });
  }
}
