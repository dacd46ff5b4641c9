/**
 * Keeps texts by key in immutable files, so that any number of processes may read and write at once. Whatever is wrong
 * with a file, its texts are merely not known.
 */
import { hash } from "node:crypto";
import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readRegular } from "../host/read-regular.ts";
import { FORMAT, startSegment, type SegmentWriter } from "./segment-writer.ts";

/** Texts of earlier runs, and those of this one. */
export interface SegmentStore {
  get(key: string): string | undefined;
  /** Returns a text in UTF-8, as a part of all that was read. */
  bytes(key: string): Uint8Array | undefined;
  /** Keeps a text; it can be read from the next `save` on. */
  set(key: string, text: string): void;
  /** Ends what is being written and removes what is too much; a fault of the disk loses texts and nothing else. */
  save(): void;
}

/** Where a text is. */
interface Slot {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

interface Segment {
  readonly path: string;
  readonly size: number;
  readonly slots: ReadonlyMap<string, Slot>;
}

interface StoreState {
  readonly dir: string;
  /** Newest first; undefined until the first request. */
  segments: readonly Segment[] | undefined;
  /** Files that are not segments any more. */
  damaged: readonly string[];
  /** What is new since the last save; undefined if that is nothing. */
  fresh: SegmentWriter | undefined;
  /** Keys that this process asked for and got. */
  readonly used: Set<string>;
}

const SEGMENT = /^([0-9a-f]{64})\.units$/;
const PARTIAL = /^[0-9a-f]{64}\.(?:units|run|out)\.[0-9a-f]+\.tmp$/;
/** Every file of a build. */
const OWN = /^[0-9a-f]{64}\.(?:units|run|out)(?:\.[0-9a-f]+\.tmp)?$/;
/** A directory of another build. */
const BUILD = /^[0-9a-f]{64}$/;

const MOST_SEGMENTS = 16;
const MOST_BYTES = 64 * 1024 * 1024;
/** Directories of other builds that stay: branches with different versions take turns. */
const OTHER_BUILDS = 2;
/** After this time, no one is still writing a file. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Opens the texts of one build of skillc. Reads nothing until the first request, and never throws.
 *
 * @param place Absolute path of the cache.
 * @param build Name of the directory below it, 64 hexadecimal digits.
 * @example
 * const store = openSegments("/srv/app/node_modules/.cache/skillc", digest);
 */
export function openSegments(place: string, build: string): SegmentStore {
  const state: StoreState = {
    dir: join(place, build),
    segments: undefined,
    damaged: [],
    fresh: undefined,
    used: new Set(),
  };
  const bytes = (key: string): Buffer | undefined => {
    const slot = findSlot(state, key);
    if (slot === undefined) return undefined;
    state.used.add(key);
    return slot.bytes.subarray(slot.start, slot.end);
  };
  return {
    get: (key) => bytes(key)?.toString("utf8"),
    bytes,
    set: (key, text) => write(state, (fresh) => fresh.add(key, text)),
    save: () => void attempt(() => save(state)),
  };
}

function findSlot(state: StoreState, key: string): Slot | undefined {
  state.segments ??= readSegments(state);
  for (const { slots } of state.segments) {
    const slot = slots.get(key);
    if (slot !== undefined) return slot;
  }
  return undefined;
}

/** Reads all segments; the newest come first. */
function readSegments(state: StoreState): readonly Segment[] {
  const names = attempt(() => readdirSync(state.dir));
  if (isFailure(names)) return [];
  const segments: { readonly segment: Segment; readonly time: number }[] = [];
  const damaged: string[] = [];
  for (const name of names.sort()) {
    const path = join(state.dir, name);
    if (!SEGMENT.test(name)) continue;
    const time = attempt(() => lstatSync(path).mtimeMs);
    const segment = attempt(() => readSegment(path));
    if (isFailure(segment) || isFailure(time)) continue;
    if (segment === undefined) damaged.push(path);
    else segments.push({ segment, time });
  }
  state.damaged = damaged;
  return segments.toSorted((one, two) => two.time - one.time).map(({ segment }) => segment);
}

/** Returns undefined for a file that is not what was written: its name is its digest. */
function readSegment(path: string): Segment | undefined {
  const bytes = readRegular(path, { noFollow: true, most: LARGEST_SEGMENT });
  if (hash("sha256", bytes, "hex") !== SEGMENT.exec(basename(path))?.[1]) return undefined;
  const head = bytes.indexOf(LINE_FEED);
  const [texts, end] = [bytes.lastIndexOf(LINE_FEED, -2), bytes.length - 1];
  if (bytes.toString("utf8", 0, head) !== `${FORMAT} ${basename(dirname(path))}`) return undefined;
  const index = JSON.parse(bytes.toString("utf8", texts + 1, end)) as readonly (readonly [string, number])[];
  const slots = new Map<string, Slot>();
  let start = head + 1;
  for (const [key, length] of index) {
    slots.set(key, { bytes, start, end: start + length });
    start += length;
  }
  return start === texts ? { path, size: bytes.length, slots } : undefined;
}

const LINE_FEED = 10;
/** What one call of the system reads. */
const LARGEST_SEGMENT = 2 ** 31 - 1;

/** Writes into the segment of this run; after a fault of the disk, what is in there is lost. */
function write<T>(state: StoreState, use: (fresh: SegmentWriter) => T): T | undefined {
  const fresh = (state.fresh ??= startSegment(state.dir));
  const written = attempt(() => use(fresh));
  if (!isFailure(written)) return written;
  attempt(() => fresh.discard());
  state.fresh = undefined;
  return undefined;
}

function save(state: StoreState): void {
  const { dir, used } = state;
  const segments = (state.segments ??= readSegments(state));
  const lengths = state.fresh?.lengths ?? new Map<string, number>();
  const written = state.fresh && write(state, (fresh) => fresh.finish());
  state.fresh = undefined;
  const live = [...lengths.values(), ...[...used].map((key) => lengthOf(findSlot(state, key)))];
  const limit = Math.max(MOST_BYTES, 3 * live.reduce((sum, length) => sum + length, 0));
  const total = segments.reduce((sum, { size }) => sum + size, written?.size ?? 0);
  const isTooMuch = segments.length >= MOST_SEGMENTS || total > limit;
  if (written === undefined && !isTooMuch && state.damaged.length === 0) return;
  for (const key of lengths.keys()) used.add(key);
  const { damaged } = state;
  // Reads what is on disk now.
  if (isTooMuch) compact({ ...state, segments: readSegments(state) }, limit / 2);
  for (const path of damaged) rmSync(path, { force: true });
  tidy(dir);
  Object.assign(state, { segments: undefined, damaged: [] });
}

/** Writes one segment of what was used just now and, as far as there is room, of the newest of the rest. */
function compact({ dir, used, segments = [] }: StoreState, room: number): void {
  makeDirectories(dir);
  const kept = startSegment(dir);
  let size = 0;
  const take = (isWanted: (key: string, length: number) => boolean): void => {
    for (const { slots } of segments)
      for (const [key, slot] of slots) {
        const length = lengthOf(slot);
        if (kept.lengths.has(key) || !isWanted(key, length)) continue;
        kept.add(key, slot.bytes.subarray(slot.start, slot.end));
        size += length;
      }
  };
  try {
    take((key) => used.has(key));
    take((_key, length) => size + length <= room);
    const written = kept.finish();
    for (const { path } of segments) if (path !== written.path) rmSync(path, { force: true });
  } catch (error) {
    kept.discard();
    throw error;
  }
}

function lengthOf(slot: Slot | undefined): number {
  return slot === undefined ? 0 : slot.end - slot.start;
}

/** Removes what killed processes and earlier builds of skillc left. Nothing that skillc did not name is touched. */
function tidy(dir: string): void {
  const place = dirname(dir);
  for (const name of readdirSync(dir)) if (PARTIAL.test(name) && isAbandoned(join(dir, name))) rmSync(join(dir, name));
  const others = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && BUILD.test(entry.name) && entry.name !== basename(dir))
    .map(({ name }) => ({ path: join(place, name), time: lstatSync(join(place, name)).mtimeMs }))
    .sort((one, two) => two.time - one.time);
  for (const { path } of others.slice(OTHER_BUILDS)) {
    for (const name of readdirSync(path)) if (OWN.test(name)) rmSync(join(path, name), { force: true });
    attempt(() => rmdirSync(path));
  }
}

function isAbandoned(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs > ABANDONED_MS;
}
