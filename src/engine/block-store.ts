/**
 * Keeps bytes by key in immutable files, so that any number of processes may read and write at once. A block has sections,
 * each of which is read and compared with its digest when it is asked for. Whatever is wrong with a file, what it holds is
 * merely not known. What the bytes mean is not known here.
 */
import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import { asBuffer } from "../host/as-buffer.ts";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readPart, withRegularFile } from "../host/read-regular.ts";
import {
  digestOf,
  headOf,
  nameOf,
  startSegment,
  TAIL_BYTES,
  type ReadBytes,
  type SectionList,
  type SegmentWriter,
} from "./block-writer.ts";
import type { OpenFiles } from "./open-files.ts";
import { createReadAhead } from "./read-ahead.ts";
import { isAbandoned } from "./partial-files.ts";

/** Blocks of earlier runs, and those of this one. */
export interface BlockStore {
  /** Returns a block; undefined if it is not known. */
  get(key: string): Block | undefined;
  /** Returns the blocks whose keys start with a text, the newest first; it does not count as use of them. */
  find(start: string): Iterable<readonly [key: string, block: Block]>;
  /** Says that a block is still needed, as `get` does. */
  use(key: string): void;
  /** Keeps a block; it can be read from the next `save` on. */
  set(key: string, sections: readonly Uint8Array[]): void;
  /** Returns a block that was kept since the last `save`, as it is read from the disk; undefined if that fails. */
  reopen?(key: string): Block | undefined;
  /** Ends what is being written and removes what is too much; a fault of the disk loses blocks and nothing else. */
  save(): void;
}

export interface Block {
  /** Returns a section, as a part of all that was read; undefined if there is none, or if it is not what was written. */
  section(at: number): Uint8Array | undefined;
  /**
   * Reads a part of a section, which is compared with nothing; undefined if it cannot be read. Only blocks that stay where they
   * are have it: then what was read need not be kept.
   */
  readonly part?: ((at: number, start: number, end: number) => Uint8Array | undefined) | undefined;
}

/** Where a block is. */
interface Slot {
  readonly segment: Segment;
  readonly start: number;
  readonly sections: SectionList;
}

interface Segment {
  readonly path: string;
  readonly size: number;
  readonly slots: ReadonlyMap<string, Slot>;
  /** The last that was read of it, by where that starts. */
  readonly windows: Map<number, Buffer>;
  /** Reads parts of blocks, if nothing removes any of them. */
  readonly read: ReadBytes | undefined;
}

interface StoreState {
  readonly dir: string;
  /** Undefined if other processes may remove what is stored. */
  readonly files: OpenFiles | undefined;
  /** Newest first; undefined until the first request. */
  segments: readonly Segment[] | undefined;
  /** Files that are not segments any more. */
  damaged: readonly string[];
  /** What is new since the last save; undefined if that is nothing. */
  fresh: SegmentWriter | undefined;
  /** Keys that this process asked for and got. */
  readonly used: Set<string>;
}

const SEGMENT = /^[0-9a-f]{64}\.blocks$/;
const PARTIAL = /^[0-9a-f]{64}\.(?:blocks|run|out)\.[0-9a-f]+\.tmp$/;
/** Every file of a build; earlier ones kept texts in units. */
const OWN = /^[0-9a-f]{64}\.(?:blocks|units|run|out)(?:\.[0-9a-f]+\.tmp)?$/;
/** A directory of another build. */
const BUILD = /^[0-9a-f]{64}$/;

const MOST_SEGMENTS = 16;
const MOST_BYTES = 64 * 1024 * 1024;
/** Directories of other builds that stay: branches with different versions take turns. */
const OTHER_BUILDS = 2;

/**
 * Opens the blocks of one build of skillc. Reads nothing until the first request, and never throws.
 *
 * @param place Absolute path of the cache.
 * @param build Name of the directory below it, 64 hexadecimal digits.
 * @param files Reads parts of blocks, if nothing removes any of them.
 * @example
 * const store = openBlocks("/srv/app/node_modules/.cache/skillc", digest);
 * const unit = store.get(key)?.section(0);
 */
export function openBlocks(place: string, build: string, files?: OpenFiles): BlockStore {
  const state: StoreState = {
    dir: join(place, build),
    files,
    segments: undefined,
    damaged: [],
    fresh: undefined,
    used: new Set(),
  };
  return {
    get(key) {
      const slot = findSlot(state, key);
      if (slot === undefined) return undefined;
      state.used.add(key);
      return blockAt(slot);
    },
    *find(start) {
      state.segments ??= readSegments(state);
      for (const { slots } of state.segments)
        for (const [key, slot] of slots) if (key.startsWith(start)) yield [key, blockAt(slot)];
    },
    use: (key) => void state.used.add(key),
    set: (key, sections) => write(state, (fresh) => fresh.add(key, sections)),
    reopen: (key) => reopen(state, key),
    save: () => void attempt(() => save(state)),
  };
}

function reopen(state: StoreState, key: string): Block | undefined {
  const { fresh } = state;
  if (fresh === undefined) return undefined;
  const [sections, read] = [fresh.blocks.get(key), write(state, () => fresh.open(key))];
  if (sections === undefined || read === undefined) return undefined;
  const starts = sections.map((_section, at) => lengthOf(sections.slice(0, at)));
  const part = (at: number, start: number, end: number): Buffer | undefined => {
    const from = starts[at] ?? 0;
    const bytes = read(from + start, from + end);
    return bytes && asBuffer(bytes);
  };
  return { part, section: (at) => part(at, 0, sections[at]?.[0] ?? 0) };
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
    const segment = attempt(() => readSegment(path, state.files));
    if (isFailure(segment) || isFailure(time)) continue;
    if (segment === undefined) damaged.push(path);
    else segments.push({ segment, time });
  }
  state.damaged = damaged;
  return segments.toSorted((one, two) => two.time - one.time).map(({ segment }) => segment);
}

/** Returns undefined for a file of which the head or the index is not what was written: its name is their digest. */
function readSegment(path: string, files: OpenFiles | undefined): Segment | undefined {
  return withRegularFile(path, { noFollow: true }, (descriptor, { size }) => {
    const head = headOf(dirname(path));
    const tail = readPart(descriptor, Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
    const length = Number.parseInt(tail.toString("latin1"), 10);
    const end = size - TAIL_BYTES - length;
    if (!(end >= head.length) || readPart(descriptor, 0, head.length).toString("latin1") !== head) return undefined;
    const index = readPart(descriptor, end, length + TAIL_BYTES);
    if (nameOf(head, index) !== basename(path)) return undefined;
    const listed = JSON.parse(index.toString("utf8", 0, length)) as readonly (readonly [string, SectionList])[];
    const slots = new Map<string, Slot>();
    const segment: Segment = { path, size, slots, windows: new Map(), read: files && readAhead(path, files) };
    let start = head.length;
    for (const [key, sections] of listed) {
      slots.set(key, { segment, start, sections });
      for (const [bytes] of sections) start += bytes;
    }
    return start === end ? segment : undefined;
  });
}

/** Bytes that are read at once: small sections follow each other, and of a large block most runs need only the first ones. */
const WINDOW = 32 * 1024;
/** How many of these are kept: units, pieces and results are asked for at the same time. */
const MOST_WINDOWS = 4;

function blockAt(slot: Slot): Block {
  const section = (at: number): Buffer | undefined => readSection(slot, at);
  const { read } = slot.segment;
  if (read === undefined) return { section };
  return {
    section,
    part(at, start, end) {
      const from = startOf(slot, at);
      return findWindow(slot.segment.windows, from + start, end - start) ?? read(from + start, from + end);
    },
  };
}

function readAhead(path: string, files: OpenFiles): ReadBytes {
  return createReadAhead((start, length) => {
    const part = attempt(() => files.read(path, start, length));
    return isFailure(part) ? undefined : asBuffer(part);
  });
}

function readSection(slot: Slot, at: number): Buffer | undefined {
  const [length, digest] = slot.sections[at] ?? [];
  if (length === undefined) return undefined;
  const section = readFrom(slot.segment, startOf(slot, at), length);
  return section !== undefined && digestOf(section) === digest ? section : undefined;
}

function startOf({ start, sections }: Slot, at: number): number {
  let place = start;
  for (let before = 0; before < at; before++) place += sections[before]?.[0] ?? 0;
  return place;
}

function readFrom({ path, windows }: Segment, start: number, length: number): Buffer | undefined {
  const known = findWindow(windows, start, length);
  if (known !== undefined) return known;
  const size = Math.max(WINDOW, length);
  const bytes = attempt(() =>
    withRegularFile(path, { noFollow: true }, (descriptor) => readPart(descriptor, start, size)),
  );
  if (isFailure(bytes)) return undefined;
  if (length > WINDOW) return bytes;
  const [oldest] = windows.keys();
  if (oldest !== undefined && windows.size === MOST_WINDOWS) windows.delete(oldest);
  windows.set(start, bytes);
  return bytes.subarray(0, length);
}

/** Returns a part of what was read last, by where that starts. */
function findWindow(windows: Segment["windows"], start: number, length: number): Buffer | undefined {
  for (const [first, bytes] of windows)
    if (first <= start && start + length <= first + bytes.length)
      return bytes.subarray(start - first, start - first + length);
  return undefined;
}

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
  const blocks = state.fresh?.blocks ?? new Map<string, SectionList>();
  const written = state.fresh && write(state, (fresh) => fresh.finish());
  state.fresh = undefined;
  const live = [...blocks.values(), ...[...used].map((key) => findSlot(state, key)?.sections ?? [])].map(lengthOf);
  const limit = Math.max(MOST_BYTES, 2 * live.reduce((sum, length) => sum + length, 0));
  const total = segments.reduce((sum, { size }) => sum + size, written?.size ?? 0);
  const isTooMuch = segments.length >= MOST_SEGMENTS || total > limit;
  if (written === undefined && !isTooMuch && state.damaged.length === 0) return;
  for (const key of blocks.keys()) used.add(key);
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
        const length = lengthOf(slot.sections);
        if (kept.blocks.has(key) || !isWanted(key, length)) continue;
        const sections = slot.sections.flatMap((_section, at) => readSection(slot, at) ?? []);
        // What is damaged is left behind.
        if (sections.length < slot.sections.length) continue;
        kept.add(key, sections);
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

function lengthOf(sections: SectionList): number {
  return sections.reduce((sum, [length]) => sum + length, 0);
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
