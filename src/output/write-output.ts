/**
 * Prepares an output directory: stages the files that differ, and finds what is in the way or obsolete. Never overwrites
 * a file that is not ours; `commit-outputs.ts` moves the files into place.
 */
import { hash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import type { BuildChanges, ContentFailure, OutputFile } from "../model/output.ts";
import { attempt } from "../host/attempt.ts";
import { attemptWrite, type CommitPlan, type StagedMove, type WriteFailure } from "./commit-outputs.ts";
import { onInterrupt, yieldToSignals } from "../host/interrupts.ts";
import { isAlive } from "../host/is-alive.ts";
import { createLinkFinder, isPlain, lstatIfAny } from "../host/links-below.ts";
import type { OutputLocks } from "./output-lock.ts";
import {
  planManifest,
  readManifest,
  type ManifestPlace,
  type ManifestPlan,
  type OutputManifest,
} from "./output-manifest.ts";
import {
  findProven,
  hashOfFile,
  headOf,
  stageFile,
  type FileProofs,
  type StagedFile,
  type StagePlace,
} from "./stage-file.ts";

interface StageOptions {
  /** Absolute path in the system's own form. */
  readonly outDir: string;
  readonly files: Iterable<OutputFile>;
  /** Returns whether skillc wrote a file, by its first bytes. */
  readonly owns: (head: string) => boolean;
  /** Where the manifest is, if it alone proves whose files are. */
  readonly manifest?: ManifestPlace | undefined;
  /** The locks of the build; undefined to compare only and change nothing. */
  readonly locks: OutputLocks | undefined;
  /** Keeps the files of the last build until the next one: a process that runs still loads them. */
  readonly keepsGeneration?: boolean;
  /** What this process has read before; it adds to them. */
  readonly proofs?: FileProofs | undefined;
  readonly digestOf?: StagePlace["digestOf"];
}

/** An output that is staged until all outputs of a build are ready. */
export interface StagedOutput {
  readonly changes: BuildChanges;
  /** Files of ours that are no longer part of the output but were edited by hand, and so stay. */
  readonly kept: readonly string[];
  /** Files in the way that are not ours; with one of them nothing must be written. */
  readonly foreign: readonly string[];
  /** Contents that could not be read; with one of them nothing must be written. */
  readonly unreadable: readonly ContentFailure[];
  readonly failure?: WriteFailure;
  /** All files by path below the output directory. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** Returns the SHA-256 of all files as they will be, the manifest included; none after a failure. */
  digests(): ReadonlyMap<string, string>;
  /** What is to be moved; undefined if nothing may be written. */
  readonly plan?: CommitPlan;
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
    failure = await attemptWrite(async (at) => {
      at(outDir);
      // Only the build that holds the lock has staged files here.
      if (locks?.isHeld(outDir) === true) {
        removeAbandoned(outDir);
        locks.removeLeftovers(outDir);
      }
      manifest = await stageAll(options, { staging, draft, at });
    });
  } catch (error) {
    discard();
    throw error;
  }
  return {
    changes: changesOf(draft),
    kept: draft.kept,
    foreign: draft.foreign,
    unreadable: draft.unreadable,
    ...(failure && { failure }),
    files: draft.files,
    digests: () => (manifest === undefined ? new Map() : digestsOf(manifest)),
    ...(locks !== undefined &&
      manifest !== undefined && { plan: { outDir, staging, moves: draft.moves, removed: draft.removed, manifest } }),
    discard,
  };
}

function digestsOf({ name, text, files }: ManifestPlan): ReadonlyMap<string, string> {
  return new Map([...files, [name, hash("sha256", text, "hex")]]);
}

interface Staging {
  readonly staging: string;
  readonly draft: ChangeDraft;
  /** Names the path that is written next. */
  readonly at: (path: string) => void;
}

/** Signals act at least this often. */
const YIELD_MS = 100;

async function stageAll(
  { outDir, files, owns, manifest: place, locks, proofs, digestOf, keepsGeneration = false }: StageOptions,
  { staging, draft, at }: Staging,
): Promise<ManifestPlan> {
  const manifest = readManifest(outDir, place);
  const hashes = new Map<string, string>();
  const links = createLinkFinder(outDir);
  let isUnmarked = place !== undefined;
  let yielded = performance.now();
  const isTime = (): boolean => locks !== undefined && performance.now() - yielded > YIELD_MS;
  const pause = async (): Promise<void> => {
    if (!isTime()) return;
    await yieldToSignals();
    locks?.touch();
    yielded = performance.now();
  };
  for (const file of files) {
    // Most of thousands of files are as they were: a promise for each would take as long as all the rest.
    if (isTime()) await pause();
    const target = pathBelow(outDir, file.path);
    at(target);
    const above = links.findAbove(file.path);
    const status = above === undefined ? lstatSync(target, { throwIfNoEntry: false }) : undefined;
    const link = status?.isSymbolicLink() === true ? file.path : above;
    if (link !== undefined) {
      // Its target may be anywhere, and is not ours. Nothing is written, so the hash does not matter.
      hashes.set(file.path, "");
      if (!draft.foreign.includes(link)) draft.foreign.push(link);
      continue;
    }
    const name = String(hashes.size);
    const result =
      findProven(file, { target, status, proofs }) ??
      (await stageFile(file, {
        target,
        status,
        isExecutable: file.isExecutable,
        staged: locks === undefined ? undefined : join(staging, name),
        known: manifest.known.get(file.path),
        owns,
        pause,
        proofs,
        digestOf,
      }));
    hashes.set(file.path, result.sha256);
    draft.files.set(file.path, result);
    draft[result.state].push(file.path);
    if (result.state === "added" || result.state === "changed")
      draft.moves.push({ path: file.path, staged: name, kind: file.kind ?? "entry", isNew: result.state === "added" });
    draft.unreadable.push(...result.failures);
    isUnmarked ||= !result.isMarked;
  }
  findStale({ outDir, manifest, hashes, owns, keepsPrevious: locks === undefined, keepsGeneration }, draft);
  const kept = keepsGeneration ? manifest.files : undefined;
  const plan = planManifest(outDir, { files: hashes, before: manifest, isProof: isUnmarked, place, kept });
  if (plan.isForeign) draft.foreign.push(plan.name);
  return plan;
}

/** Joins two paths, the second of which is as plain as that of an output file. `join` takes both to pieces each time. */
function pathBelow(dir: string, path: string): string {
  return sep === "/" && dir !== sep ? `${dir}/${path}` : join(dir, path);
}

interface ChangeDraft extends Record<"added" | "changed" | "removed" | "unchanged" | "kept" | "foreign", string[]> {
  /** What was added or changed, in the order of writing. */
  readonly moves: StagedMove[];
  readonly unreadable: ContentFailure[];
  readonly files: Map<string, StagedFile>;
}

function changesOf({ added, changed, removed, unchanged }: ChangeDraft): BuildChanges {
  return { added, changed, removed, unchanged: unchanged.length };
}

function emptyDraft(): ChangeDraft {
  return {
    added: [],
    changed: [],
    removed: [],
    unchanged: [],
    kept: [],
    foreign: [],
    moves: [],
    unreadable: [],
    files: new Map(),
  };
}

interface StaleOptions {
  readonly outDir: string;
  readonly manifest: OutputManifest;
  /** The new files. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly owns: (head: string) => boolean;
  /** Files of earlier builds are accepted. */
  readonly keepsPrevious: boolean;
  /** Files of the last build stay. */
  readonly keepsGeneration: boolean;
}

/** Finds files of the manifest that are no longer written: removed if they are as we wrote them, else kept and named. */
function findStale(options: StaleOptions, draft: ChangeDraft): void {
  const { outDir, manifest, hashes, owns, keepsPrevious, keepsGeneration } = options;
  const links = createLinkFinder(outDir);
  for (const [path, known] of manifest.known) {
    const isOfLastBuild = manifest.files.has(path);
    if (hashes.has(path) || !isPlain(path) || (isOfLastBuild ? keepsGeneration : keepsPrevious)) continue;
    const absolute = join(outDir, path);
    const status = lstatIfAny(absolute);
    const link = links.find(path);
    // Nothing behind a link that is already reported as foreign is ours.
    if (status === undefined || (link !== undefined && draft.foreign.includes(link))) continue;
    // A manifest can be edited: it must not make us read or remove what is elsewhere, or what someone else wrote.
    const isOwnFile = status.isFile() && link === undefined;
    const isAsWritten =
      isOwnFile && attempt(() => (manifest.isProof || owns(headOf(absolute))) && known.includes(hashOfFile(absolute)));
    draft[isAsWritten === true ? "removed" : "kept"].push(path);
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
