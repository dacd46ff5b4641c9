/**
 * Moves staged outputs into place, so that at every instant a reader of the index finds a complete old or new build:
 * first what the manifests need to clean up after a kill, then the parts, which nothing old has the names of, then the
 * other entry files, then each index, which is the moment of the new build; last of all what is obsolete goes.
 *
 * Safe against kills, not against power loss: nothing is flushed to the disk.
 */
import { linkSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import type { OutputKind } from "../model/output.ts";
import { attempt, toFailure } from "../host/attempt.ts";
import { yieldToSignals } from "../host/interrupts.ts";
import { refuseLink } from "../host/links-below.ts";
import { makeDirectories } from "../host/make-directories.ts";
import type { ManifestPlan } from "./output-manifest.ts";
import { renamePatiently, systemRename, type RenameTools } from "./rename-patiently.ts";

/** A staged file that differs from the one in the output directory. */
export interface StagedMove {
  readonly path: string;
  /** Its name in the staging directory, which has no directories: making and removing them would take longer than all the rest. */
  readonly staged: string;
  readonly kind: OutputKind;
  readonly isNew: boolean;
}

export interface CommitPlan {
  readonly outDir: string;
  readonly staging: string;
  /** In the order of writing. */
  readonly moves: readonly StagedMove[];
  readonly removed: readonly string[];
  readonly manifest: ManifestPlan;
}

export interface WriteFailure {
  /** Absolute. */
  readonly path: string;
  readonly detail: string;
}

export interface CommitFailure extends WriteFailure {
  /** `obsolete`: all outputs are new and complete, but something that is not needed any more is still there. */
  readonly left: "old" | "mixed" | "obsolete";
  /** Absolute paths of the files with fixed names that are new; the others are old. */
  readonly replaced: readonly string[];
}

/** Signals act at least this often. */
const YIELD_MS = 100;

/** Moves the files of all outputs; all of them become new together, as far as a file system allows. */
export async function commitOutputs(
  plans: readonly CommitPlan[],
  tools: RenameTools = systemRename,
): Promise<CommitFailure | undefined> {
  const commit = createCommit(plans.filter(isNeeded), tools);
  const parts = await attemptWrite(commit.place);
  if (parts !== undefined) {
    const isMixed = commit.replaced.length > 0;
    if (!isMixed) commit.undo();
    return { ...parts, left: isMixed ? "mixed" : "old", replaced: commit.replaced };
  }
  const entries = await attemptWrite(commit.replace);
  if (entries !== undefined)
    return { ...entries, left: commit.replaced.length === 0 ? "old" : "mixed", replaced: commit.replaced };
  const rest = await attemptWrite(commit.finish);
  return rest && { ...rest, left: "obsolete", replaced: commit.replaced };
}

/** Runs a function that writes; it passes each path to `at`, which a failure will name. */
export async function attemptWrite(
  write: (at: (path: string) => void) => void | Promise<void>,
): Promise<WriteFailure | undefined> {
  let path = "";
  try {
    await write((next) => {
      path = next;
    });
    return undefined;
  } catch (error) {
    // Files are made while they are written: a bug in making them is not the fault of the disk.
    if (!(error instanceof Error && "code" in error)) throw error;
    return { path, detail: toFailure(error).detail };
  }
}

function isNeeded({ moves, removed, manifest }: CommitPlan): boolean {
  return moves.length + removed.length > 0 || manifest.present !== manifest.text || manifest.obsolete !== undefined;
}

type CommitStep = (at: (path: string) => void) => Promise<void>;

interface Commit {
  /** Writes the manifests and adds the parts: the old build stays as it is. */
  readonly place: CommitStep;
  /** Takes back what `place` did. */
  readonly undo: () => void;
  /** Replaces the entries, and last each index. */
  readonly replace: CommitStep;
  /** Removes what is obsolete. */
  readonly finish: CommitStep;
  /** Files that were replaced so far. */
  readonly replaced: readonly string[];
}

function createCommit(plans: readonly CommitPlan[], tools: RenameTools): Commit {
  const added: { readonly plan: CommitPlan; readonly path: string }[] = [];
  const announced: CommitPlan[] = [];
  const replaced: string[] = [];
  const yieldInTime = createYielder();
  const made = new Set<string>();
  const moveAll = async (kind: OutputKind, at: (path: string) => void): Promise<void> => {
    for (const plan of plans)
      for (const { path, staged, kind: own, isNew } of plan.moves) {
        if (own !== kind) continue;
        await yieldInTime();
        const target = join(plan.outDir, path);
        at(target);
        refuseLink(plan.outDir, path);
        const dir = dirname(target);
        if (!made.has(dir)) makeDirectories(dir);
        made.add(dir);
        await renamePatiently(join(plan.staging, staged), target, tools);
        if (kind === "part" && isNew) added.push({ plan, path });
        else replaced.push(target);
      }
  };
  return {
    replaced,
    place: async (at) => {
      for (const plan of plans) {
        at(join(plan.outDir, plan.manifest.name));
        if (plan.manifest.present === plan.manifest.announcement) continue;
        await writeManifest(plan, plan.manifest.announcement, tools);
        announced.push(plan);
      }
      await moveAll("part", at);
    },
    undo: () => {
      const failures = added.map(({ plan, path }) => attempt(() => removeFile(plan.outDir, path))).filter(isFailure);
      // What prevented writing may prevent this as well: then the manifests still name the parts for the next build.
      if (failures.length === 0) for (const plan of announced) attempt(() => restoreManifest(plan));
    },
    replace: async (at) => {
      await moveAll("entry", at);
      await moveAll("index", at);
    },
    finish: async (at) => {
      for (const { outDir, removed } of plans)
        for (const path of removed) {
          await yieldInTime();
          at(join(outDir, path));
          removeFile(outDir, path);
        }
      for (const plan of plans) {
        const { outDir, manifest } = plan;
        at(join(outDir, manifest.name));
        if (manifest.text !== manifest.announcement) await writeManifest(plan, manifest.text, tools);
        if (manifest.obsolete !== undefined) rmSync(join(outDir, manifest.obsolete), { force: true });
      }
    },
  };
}

function createYielder(): () => Promise<void> {
  // Loading `performance` takes longer than most commits.
  const now = (): number => process.uptime() * 1000;
  let yielded = now();
  return async () => {
    if (now() - yielded <= YIELD_MS) return;
    await yieldToSignals();
    yielded = now();
  };
}

async function writeManifest(
  { outDir, staging, manifest }: CommitPlan,
  text: string,
  tools: RenameTools,
): Promise<void> {
  const staged = join(staging, manifest.name);
  makeDirectories(dirname(staged));
  if (dirname(manifest.name) !== ".") refuseLink(outDir, dirname(manifest.name));
  makeDirectories(dirname(join(outDir, manifest.name)));
  // A second name of the present one, to restore it unchanged; not every file system has such names.
  if (text !== manifest.text) attempt(() => linkSync(join(outDir, manifest.name), join(staging, BACKUP)));
  writeFileSync(staged, text);
  await renamePatiently(staged, join(outDir, manifest.name), tools);
}

const BACKUP = "manifest-before";

function restoreManifest({ outDir, staging, manifest }: CommitPlan): void {
  const place = join(outDir, manifest.name);
  if (manifest.present === undefined) return rmSync(place, { force: true });
  const staged = join(staging, manifest.name);
  if (!isFailure(attempt(() => systemRename.rename(join(staging, BACKUP), place)))) return;
  writeFileSync(staged, manifest.present);
  systemRename.rename(staged, place);
}

function removeFile(outDir: string, path: string): void {
  refuseLink(outDir, path);
  rmSync(join(outDir, path), { force: true });
  for (let dir = dirname(path); dir !== "."; dir = dirname(dir)) if (!removeIfEmpty(join(outDir, dir))) return;
}

function removeIfEmpty(dir: string): boolean {
  try {
    rmdirSync(dir);
    return true;
  } catch {
    // Not empty, or already gone: both are fine.
    return false;
  }
}
