/**
 * Writes an output directory: staged first, renamed at the end, only what differs, and never over a file that is not
 * ours. Contents come before the files that point to them, deletions last, so that a reader never sees a pointer
 * without its target.
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
import type { OutputFile } from "../model/output.ts";
import { isFailure } from "../model/host.ts";
import { attempt, toFailure } from "./node-host.ts";
import { formatManifest, MANIFEST_NAME, readManifest, type OutputManifest } from "./output-manifest.ts";
import { stageFile } from "./stage-file.ts";

export interface WriteOptions {
  /** Absolute path in the system's own form. */
  readonly outDir: string;
  readonly files: Iterable<OutputFile>;
  /** Compare only, change nothing. */
  readonly dryRun: boolean;
  /** Asked when everything is staged: false gives up and leaves the previous output as it was. */
  readonly mayCommit: () => boolean;
}

export interface WriteResult {
  /** Paths below the output directory, in the order of writing. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Files of ours that are no longer part of the output but were edited by hand, and so stay. */
  readonly kept: readonly string[];
  /** Files in the way that are not ours; with one of them nothing is written. */
  readonly foreign: readonly string[];
  readonly committed: boolean;
  readonly failure?: { readonly path: string; readonly detail: string };
}

export function writeOutput(options: WriteOptions): WriteResult {
  const { outDir, dryRun } = options;
  const staging = join(outDir, `.skillc-staging-${process.pid}`);
  const created = dryRun ? undefined : firstMissing(outDir);
  const draft = emptyDraft();
  let at = outDir;
  try {
    const manifest = readManifest(outDir);
    const hashes = new Map<string, string>();
    if (!dryRun) removeAbandoned(outDir);
    for (const file of options.files) {
      at = join(outDir, file.path);
      const staged = dryRun ? undefined : join(staging, file.path);
      const { state, sha256 } = stageFile(file, { target: at, staged, isOurs: manifest.has(file.path) });
      hashes.set(file.path, sha256);
      draft[state].push(file.path);
    }
    findStale(outDir, manifest, hashes, draft);
    const committed = !dryRun && draft.foreign.length === 0 && options.mayCommit();
    if (committed) at = commit(outDir, staging, draft, hashes);
    return toResult(draft, committed);
  } catch (error) {
    // The files are made while they are written: a bug in making them is not the disk's fault.
    if (!(error instanceof Error && "code" in error)) throw error;
    return { ...toResult(draft, false), failure: { path: at, detail: toFailure(error).detail } };
  } finally {
    if (!dryRun) cleanUp(staging, created);
  }
}

type Draft = Record<"added" | "changed" | "removed" | "unchanged" | "kept" | "foreign", string[]>;

function emptyDraft(): Draft {
  return { added: [], changed: [], removed: [], unchanged: [], kept: [], foreign: [] };
}

function toResult(draft: Draft, committed: boolean): WriteResult {
  return { ...draft, unchanged: draft.unchanged.length, committed };
}

/** Files of the manifest that are no longer written: removed when they are as we left them, else kept and named. */
function findStale(outDir: string, manifest: OutputManifest, hashes: ReadonlyMap<string, string>, draft: Draft): void {
  for (const [path, known] of manifest) {
    // A manifest is only a file: it must not make us delete anything elsewhere.
    const absolute = resolve(outDir, path);
    if (hashes.has(path) || !absolute.startsWith(outDir + sep) || !existsSync(absolute)) continue;
    const bytes = attempt(() => readFileSync(absolute));
    const isAsWritten = !isFailure(bytes) && hash("sha256", bytes, "hex") === known;
    draft[isAsWritten ? "removed" : "kept"].push(path);
  }
}

function commit(outDir: string, staging: string, draft: Draft, hashes: ReadonlyMap<string, string>): string {
  const changes = new Set([...draft.added, ...draft.changed]);
  const target = join(outDir, MANIFEST_NAME);
  const stagedManifest = join(staging, MANIFEST_NAME);
  const manifest = formatManifest(hashes);
  const isNew = changes.size + draft.removed.length > 0 || !existsSync(target);
  const writesManifest = isNew || readFileSync(target, "utf8") !== manifest;
  // Before the first rename: a full disk must be found while nothing is changed.
  if (writesManifest) {
    mkdirSync(staging, { recursive: true });
    writeFileSync(stagedManifest, manifest);
  }
  for (const path of hashes.keys()) {
    if (!changes.has(path)) continue;
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    renameSync(join(staging, path), join(outDir, path));
  }
  for (const path of draft.removed) {
    rmSync(join(outDir, path), { force: true });
    removeIfEmpty(dirname(join(outDir, path)), outDir);
  }
  if (writesManifest) renameSync(stagedManifest, target);
  return target;
}

function cleanUp(staging: string, created: string | undefined): void {
  try {
    rmSync(staging, { recursive: true, force: true });
  } catch {
    // What was in the way of writing is in the way of cleaning up too, and is reported already.
  }
  if (created === undefined) return;
  // A build that came to nothing leaves no directories behind.
  for (let dir = dirname(staging); dir.length >= created.length; dir = dirname(dir)) removeIfEmpty(dir, "");
}

function removeIfEmpty(dir: string, stopAt: string): void {
  if (dir === stopAt) return;
  try {
    rmdirSync(dir);
  } catch {
    // Not empty, or gone already: both are fine.
  }
}

/** The topmost directory that has to be made for a path. */
function firstMissing(path: string): string | undefined {
  let missing: string | undefined;
  for (let dir = path; !existsSync(dir); dir = dirname(dir)) missing = dir;
  return missing;
}

/** Staging directories of runs that died. */
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
