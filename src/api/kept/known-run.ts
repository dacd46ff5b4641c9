/**
 * The result of the last run of a command: it is that of this one if the file system would answer every question as it
 * did then. Loads nothing of the compiler.
 */
import { lstatSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join, relative, resolve, sep } from "node:path";
import { attempt } from "../../host/attempt.ts";
import { findCachePlace } from "../../engine/cache-place.ts";
import { readCodeDigest } from "../../engine/code-digest.ts";
import { STAMP_BYTES } from "../../engine/answer-table.ts";
import { inMemory, loadStored, NO_BYTES, readStored, type StoredBytes } from "../../engine/stored-bytes.ts";
import { askAgain, type Evidence } from "../../engine/input-evidence.ts";
import { createNodeHost } from "../../host/node-host.ts";
import { openRecord, writeRecord } from "../../engine/run-records.ts";
import type { RecordPlace } from "../../engine/record-place.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isFailure } from "../../model/host.ts";
import { pathsOf } from "../project-paths.ts";
import type { LeftBehind } from "./left-behind.ts";
import { runsCode } from "../runs-code.ts";
import type { CacheOptions } from "./unit-cache.ts";

/** What a command shows. */
export interface Result {
  readonly diagnostics: readonly Diagnostic[];
}

export interface KnownRun<T extends Result> {
  /** Undefined if anything may be different from what it was. Its diagnostics are read when they are needed. */
  readonly result: T | undefined;
  readonly from: RunPlace;
}

/** Where a run is, and what it can go by if it has to do something. */
export interface RunPlace {
  /** Where its result is kept. */
  readonly at: RecordPlace;
  /** Absolute paths of the project and of the cache. */
  readonly base: string;
  readonly cache: string;
  /** Returns when it started, in milliseconds by the clock of the file system. */
  readonly now: () => number;
  /** The answers to the last run; undefined if it was elsewhere. */
  readonly before: Evidence | undefined;
  /** What the last run left for this one; undefined if it was elsewhere. */
  readonly left: LeftBehind | undefined;
}

/** The first part of what is kept; the others are only read when they are needed. */
export interface Head extends Pick<Evidence, "open" | "isMovable"> {
  /** Absolute path of the project. */
  readonly base: string;
  /** Without diagnostics. */
  readonly result: object;
}

/**
 * Looks for a run with the same options.
 *
 * @param kind Command, and what else decides what its result means.
 * @param isShown Whether findings of a result are shown: else they stay where they are.
 * @returns undefined where there is no cache.
 * @example
 * const run = findKnownRun<CheckResult>("check", options);
 * if (run?.result !== undefined) return run.result;
 */
export function findKnownRun<T extends Result>(
  kind: string,
  options: CacheOptions,
  isShown: (result: T) => boolean,
): KnownRun<T> | undefined {
  const { cwd, base } = pathsOf(options);
  const { cache, config, search, sources, overrides, settings } = options;
  const place = cache === false ? undefined : cache === undefined ? findCachePlace(base) : resolve(cwd, cache);
  const build = place === undefined ? undefined : readCodeDigest();
  if (place === undefined || build === undefined) return undefined;
  const dir = join(place, build);
  const user = [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
  const asked = { config, search, sources, overrides, settings, runsCode: runsCode(options) };
  // Questions about the directories above are as many as there are.
  const depth = base.split(sep).length;
  const key = JSON.stringify([kind, relative(base, cwd), depth, asked, process.platform, user]);
  const host = createNodeHost(base);
  const now = startOfRun(dir);
  const at: RecordPlace = { dir, kind: "run", key };
  const record = readKept(at, base, (known) => isShown(known as T));
  const before = record?.isMoved === false ? record.evidence : undefined;
  return {
    result: record && (recall(record, { ...at, base }, askAgain(host, base, record.evidence, now)) as T | undefined),
    from: { at, base, cache: place, now, before, left: before && record?.left },
  };
}

/** Returns a value as JSON in UTF-8. */
export function toBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), "utf8");
}

/** Returns the bytes of numbers. */
export function bytesOf(stamps: Float64Array): Uint8Array {
  return new Uint8Array(stamps.buffer, stamps.byteOffset, stamps.byteLength);
}

interface KeptOutcome {
  readonly head: Head;
  readonly evidence: Evidence;
  /** Whether it is about another place. */
  readonly isMoved: boolean;
  /** Everything behind head and stamps. */
  readonly rest: readonly StoredBytes[];
  readonly left: LeftBehind;
}

/** Reads what is kept; undefined if there is nothing that can be true here. Findings are only read where they are shown. */
function readKept(at: RecordPlace, base: string, showsFindings: (result: object) => boolean): KeptOutcome | undefined {
  const { parts } = openRecord(at) ?? { parts: [] };
  const [head, numbers, names, answers, found, listings, starts, ...rest] = parts;
  const [discovery, units, edits, columns] = rest;
  const [first, stamps, paths] = [head && readStored(head), numbers && readStored(numbers), names && loadStored(names)];
  if (!first || !stamps || !paths || !answers || !found || !listings || !starts) return undefined;
  if (!discovery || !units || !edits || !columns) return undefined;
  const known = JSON.parse(first.toString("utf8")) as Head;
  const isMoved = known.base !== base;
  if (isMoved && !(known.isMovable && isReal(base))) return undefined;
  const findings = showsFindings(known.result) ? loadStored(found) : found;
  if (findings === undefined) return undefined;
  const evidence: Evidence = {
    ...known,
    paths,
    stamps: numbersIn(stamps),
    answers,
    listings,
    // In another place, nothing is.
    ...(!isMoved && { unchanged: new Uint8Array(stamps.length / STAMP_BYTES) }),
  };
  const left = { discovery, units, edits, columns, findings, starts, result: known.result };
  // What is left names the place.
  const named = isMoved ? [NO_BYTES, NO_BYTES, NO_BYTES, NO_BYTES] : [discovery, units, edits, columns];
  return { head: known, evidence, isMoved, rest: [paths, answers, findings, listings, starts, ...named], left };
}

/** They may start at any byte of the memory. */
function numbersIn(bytes: Uint8Array): Float64Array {
  const { buffer, byteOffset, byteLength } = byteStartsNumber(bytes) ? bytes : new Uint8Array(bytes);
  return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
}

function byteStartsNumber({ byteOffset }: Uint8Array): boolean {
  return byteOffset % Float64Array.BYTES_PER_ELEMENT === 0;
}

/** Returns the result that is kept, if it still holds, and keeps what was found out on the way. */
function recall(
  { head, evidence, isMoved, rest, left: { findings } }: KeptOutcome,
  { base, ...at }: RecordPlace & { readonly base: string },
  stamps: Float64Array | undefined,
): Result | undefined {
  if (stamps === undefined) return undefined;
  if (stamps !== evidence.stamps || isMoved)
    writeRecord(at, [inMemory(toBytes({ ...head, base })), inMemory(bytesOf(stamps)), ...rest]);
  let diagnostics: readonly Diagnostic[] | undefined;
  return {
    ...head.result,
    get diagnostics() {
      // Read only if they are shown. JSON.parse throws if they are not what was written.
      return (diagnostics ??= JSON.parse(readStored(findings)?.toString("utf8") ?? "") as readonly Diagnostic[]);
    },
  };
}

/** Whether a path has no link in it. */
export function isReal(path: string): boolean {
  return attempt(() => realpathSync.native(path)) === path;
}

/** When the run started, by the clock of the file system or by that of the process, whichever is earlier. */
function startOfRun(dir: string): () => number {
  const start = Date.now();
  let time: number | undefined;
  return () => (time ??= start + Math.min(0, clockAhead(dir)));
}

/** By how many milliseconds the clock of the file system is ahead. */
function clockAhead(dir: string): number {
  const probe = join(dir, `${"0".repeat(64)}.run.${randomBytes(8).toString("hex")}.tmp`);
  const ahead = attempt(() => {
    const now = Date.now();
    writeFileSync(probe, "", { flag: "wx" });
    return lstatSync(probe).mtimeMs - now;
  });
  attempt(() => rmSync(probe, { force: true }));
  return isFailure(ahead) ? 0 : ahead;
}
