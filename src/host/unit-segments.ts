/**
 * Keeps texts by key in immutable files, so that any number of processes may read and write at once. Whatever is wrong
 * with a file, its texts are merely not known.
 */
import { hash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { makeDirectories } from "./make-directories.ts";
import { readRegular } from "./read-regular.ts";

/** Texts of earlier runs, and those of this one. */
export interface SegmentStore {
  get(key: string): string | undefined;
  /** Keeps a text from the next `save` on. */
  set(key: string, text: string): void;
  /** Writes what is new and removes what is too much; a fault of the disk loses texts and nothing else. */
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
  readonly fresh: Map<string, string>;
  /** Keys that this process asked for and got. */
  readonly used: Set<string>;
}

const FORMAT = "skillc units 1";
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
    fresh: new Map(),
    used: new Set(),
  };
  return {
    get(key) {
      const slot = findSlot(state, key);
      if (slot === undefined) return state.fresh.get(key);
      state.used.add(key);
      return slot.bytes.toString("utf8", slot.start, slot.end);
    },
    set: (key, text) => void state.fresh.set(key, text),
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
  const bytes = readRegular(path, { noFollow: true });
  if (hash("sha256", bytes, "hex") !== SEGMENT.exec(basename(path))?.[1]) return undefined;
  const first = bytes.indexOf(LINE_FEED);
  const second = bytes.indexOf(LINE_FEED, first + 1);
  if (bytes.toString("utf8", 0, first) !== `${FORMAT} ${basename(dirname(path))}`) return undefined;
  const index = JSON.parse(bytes.toString("utf8", first + 1, second)) as readonly (readonly [string, number])[];
  const slots = new Map<string, Slot>();
  let start = second + 1;
  for (const [key, length] of index) {
    slots.set(key, { bytes, start, end: start + length });
    start += length;
  }
  return start === bytes.length ? { path, size: bytes.length, slots } : undefined;
}

const LINE_FEED = 10;

function save(state: StoreState): void {
  const { dir, fresh, used } = state;
  const segments = (state.segments ??= readSegments(state));
  const added = new Map([...fresh].map(([key, text]) => [key, Buffer.from(text, "utf8")] as const));
  const sizeOf = (list: Iterable<Uint8Array>): number => [...list].reduce((sum, bytes) => sum + bytes.length, 0);
  const live = new Map([...used].map((key) => [key, bytesOf(findSlot(state, key))] as const));
  for (const [key, bytes] of added) live.set(key, bytes);
  const limit = Math.max(MOST_BYTES, 3 * sizeOf(live.values()));
  const total = segments.reduce((sum, { size }) => sum + size, 0) + sizeOf(added.values());
  const isTooMuch = segments.length >= MOST_SEGMENTS || total > limit;
  if (added.size === 0 && !isTooMuch && state.damaged.length === 0) return;
  makeDirectories(dir);
  if (isTooMuch) compact(state, live, limit / 2);
  else if (added.size > 0) writeSegment(dir, added);
  for (const path of state.damaged) rmSync(path, { force: true });
  tidy(dir);
  // The next request reads what is on disk now.
  Object.assign(state, { segments: undefined, damaged: [] });
  for (const key of fresh.keys()) used.add(key);
  fresh.clear();
}

/** Writes one segment of what was used just now and, as far as there is room, of the newest of the rest. */
function compact({ dir, segments = [] }: StoreState, live: ReadonlyMap<string, Buffer>, room: number): void {
  const kept = new Map(live);
  let size = [...live.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  for (const { slots } of segments)
    for (const [key, slot] of slots) {
      const length = slot.end - slot.start;
      if (kept.has(key) || size + length > room) continue;
      kept.set(key, bytesOf(slot));
      size += length;
    }
  const written = writeSegment(dir, kept);
  for (const { path } of segments) if (path !== written) rmSync(path, { force: true });
}

function bytesOf(slot: Slot | undefined): Buffer {
  return slot === undefined ? Buffer.alloc(0) : slot.bytes.subarray(slot.start, slot.end);
}

/** Returns the path of the segment, which is whole from the moment that it is there. */
function writeSegment(dir: string, texts: ReadonlyMap<string, Buffer>): string {
  const index = JSON.stringify([...texts].map(([key, { length }]) => [key, length]));
  const bytes = Buffer.concat([Buffer.from(`${FORMAT} ${basename(dir)}\n${index}\n`, "utf8"), ...texts.values()]);
  const path = join(dir, `${hash("sha256", bytes, "hex")}.units`);
  const partial = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeFileSync(partial, bytes, { flag: "wx" });
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
  return path;
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
