/**
 * The states of paths, and what was asked about them, in two blocks of memory: for tens of thousands of paths, objects
 * would take five times as much.
 */
import { constants } from "node:fs";
import { asBuffer } from "../host/as-buffer.ts";
import type { EntryState } from "../host/node-host.ts";
import { readStored, type StoredBytes } from "./stored-bytes.ts";

/**
 * What the state of a path proves: a byte with the questions that were asked, and the SHA-256 of the bytes of a file or of
 * the listing of a directory. The answers to other questions follow from the state.
 */
export const ANSWER_BYTES = 33;

/** `readInPlace`: for a file that must not be anywhere else; `searchDirectory`: what counts in a search. */
export type ProvedQuestion =
  | "readDirectory"
  | "searchDirectory"
  | "readFile"
  | "readInPlace"
  | "status"
  | "entryStatus";

/** A file has no listing. */
const BITS: Readonly<Record<ProvedQuestion, number>> = {
  readDirectory: 1,
  readFile: 1,
  readInPlace: 2,
  searchDirectory: 2,
  status: 4,
  entryStatus: 8,
};
const ABOUT_BYTES = BITS.readDirectory | BITS.readFile | BITS.readInPlace;
const ABOUT_STATUS = BITS.status | BITS.entryStatus;

/** Returns the answers about the path with an index, as those of a table with one path; none if they are gone. */
export type AnswersAt = (index: number) => Uint8Array;

/** Opens answers that are kept: some are read one by one, many all at once. */
export function openAnswers(answers: StoredBytes): AnswersAt {
  let reads = 0;
  let all: Uint8Array | undefined;
  return (index) => {
    const [from, to] = [ANSWER_BYTES * index, ANSWER_BYTES * (index + 1)];
    if (++reads <= FEW) return readStored(answers, from, to) ?? NO_ANSWERS;
    return (all ??= readStored(answers) ?? NO_ANSWERS).subarray(from, to);
  };
}

const FEW = 64;
const NO_ANSWERS = new Uint8Array();

/** Returns whether what is in the file or directory with an index was asked. */
export function isAboutBytes(answers: Uint8Array, index = 0): boolean {
  return (askedIn(answers, index) & ABOUT_BYTES) !== 0;
}

/** Returns whether the directory with an index was listed, even if only what counts in a search. */
export function isAboutListing(answers: Uint8Array, index = 0): boolean {
  return (askedIn(answers, index) & (BITS.readDirectory | BITS.searchDirectory)) !== 0;
}

/** Returns whether its kind, size or mode was asked. */
export function isAboutStatus(answers: Uint8Array, index = 0): boolean {
  return (askedIn(answers, index) & ABOUT_STATUS) !== 0;
}

/** Returns whether every entry of the directory with an index counts, not just those that count in a search. */
export function isAboutAll(answers: Uint8Array, index = 0): boolean {
  return (askedIn(answers, index) & BITS.readDirectory) !== 0;
}

/** Returns the SHA-256 of what is in there. */
export function digestIn(answers: Uint8Array, index = 0): string {
  return asBuffer(answers).toString("hex", ANSWER_BYTES * index + 1, ANSWER_BYTES * (index + 1));
}

/** 0 if nothing was asked. */
function askedIn(answers: Uint8Array, index: number): number {
  return answers[ANSWER_BYTES * index] ?? 0;
}

type Stamp = readonly [mtime: number, ctime: number, size: number, mode: number, inode: number];

export const STAMP_NUMBERS = 5;
export const STAMP_BYTES = STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT;

/**
 * Both times in milliseconds, size, mode and inode. A checkout writes hundreds of files in one step of the clock: two
 * directories that are swapped afterwards differ in nothing but the inodes of their files.
 */
export function stampOf({ mtimeMs, ctimeMs, size, mode, ino }: EntryState): Stamp {
  return [mtimeMs, ctimeMs, size, mode, ino];
}

/** Returns whether a path has the stamp of the path with an index. */
export function hasStamp(
  { mtimeMs, ctimeMs, size, mode, ino }: EntryState,
  stamps: Float64Array,
  index: number,
): boolean {
  const at = STAMP_NUMBERS * index;
  const isSameTime = mtimeMs === stamps[at] && ctimeMs === stamps[at + 1];
  return isSameTime && size === stamps[at + 2] && mode === stamps[at + 3] && ino === stamps[at + 4];
}

/** The opposite of `stampOf`. */
export function stateAt(stamps: Float64Array, index: number): EntryState {
  const numberAt = (at: number): number => stamps[STAMP_NUMBERS * index + at] ?? NaN;
  return { mtimeMs: numberAt(0), ctimeMs: numberAt(1), size: numberAt(2), mode: numberAt(3), ino: numberAt(4) };
}

export function isFileAt(stamps: Float64Array, index: number): boolean {
  return ((stamps[STAMP_NUMBERS * index + 3] ?? 0) & constants.S_IFMT) === constants.S_IFREG;
}

/** The later one of both times, in milliseconds. */
export function timeOf({ mtimeMs, ctimeMs }: EntryState): number {
  return Math.max(mtimeMs, ctimeMs);
}

/** Paths by their index. */
export interface AnswerTable {
  /** Adds a path; returns its index. `state`: undefined for what proves nothing. */
  add(state: EntryState | undefined): number;
  /** Undefined for what proves nothing. */
  stateOf(index: number): EntryState | undefined;
  /** Returns whether a question was answered, or any. */
  wasAsked(index: number, question?: ProvedQuestion): boolean;
  /** Notes an answer that the state proves. `digest`: only kept of what is in there. */
  note(index: number, question: ProvedQuestion, digest: string): void;
  /** Notes all answers that another table has about the same state of a path. */
  carry(index: number, others: Uint8Array): void;
  /** Returns whether a path has the stamp that another table has at an index. */
  hasStamp(index: number, stamps: Float64Array, at: number): boolean;
  /** Returns the stamps and answers of some paths in turn. */
  select(indexes: readonly number[]): { readonly stamps: Float64Array; readonly answers: Buffer };
}

export function createAnswerTable(): AnswerTable {
  let stamps = new Float64Array(STAMP_NUMBERS * FIRST_PATHS);
  let answers = Buffer.alloc(ANSWER_BYTES * FIRST_PATHS);
  let count = 0;
  const grow = (): void => {
    const [fewerStamps, fewerAnswers] = [stamps, answers];
    stamps = new Float64Array(2 * fewerStamps.length);
    stamps.set(fewerStamps);
    answers = Buffer.alloc(2 * fewerAnswers.length);
    answers.set(fewerAnswers);
  };
  return {
    add(state) {
      if (answers.length === ANSWER_BYTES * count) grow();
      writeStamp(stamps, STAMP_NUMBERS * count, state);
      return count++;
    },
    stateOf(index) {
      const state = stateAt(stamps, index);
      return Number.isNaN(state.mode) ? undefined : state;
    },
    wasAsked(index, question) {
      const asked = askedIn(answers, index);
      return (question === undefined ? asked : asked & BITS[question]) !== 0;
    },
    note(index, question, digest) {
      const at = ANSWER_BYTES * index;
      if ((BITS[question] & ABOUT_BYTES) !== 0) {
        // Two readers got different bytes: zeros are the digest of nothing.
        const isOther = isAboutBytes(answers, index) && digest !== digestIn(answers, index);
        if (isOther) answers.fill(0, at + 1, at + ANSWER_BYTES);
        else answers.write(digest, at + 1, "hex");
      }
      answers[at] = askedIn(answers, index) | BITS[question];
    },
    carry(index, others) {
      const own = ANSWER_BYTES * index;
      if (isAboutBytes(others)) {
        if (!isAboutBytes(answers, index)) answers.set(others.subarray(1, ANSWER_BYTES), own + 1);
        else if (digestIn(answers, index) !== digestIn(others)) answers.fill(0, own + 1, own + ANSWER_BYTES);
      }
      answers[own] = askedIn(answers, index) | askedIn(others, 0);
    },
    hasStamp(index, others, at) {
      const state = stateAt(stamps, index);
      return !Number.isNaN(state.mode) && hasStamp(state, others, at);
    },
    select: (indexes) => selectFrom({ stamps, answers }, indexes),
  };
}

/** One by one: there are tens of thousands of paths. */
function writeStamp(stamps: Float64Array, at: number, state: EntryState | undefined): void {
  stamps[at] = state?.mtimeMs ?? NaN;
  stamps[at + 1] = state?.ctimeMs ?? NaN;
  stamps[at + 2] = state?.size ?? NaN;
  stamps[at + 3] = state?.mode ?? NaN;
  stamps[at + 4] = state?.ino ?? NaN;
}

function selectFrom(
  { stamps, answers }: { readonly stamps: Float64Array; readonly answers: Buffer },
  indexes: readonly number[],
): ReturnType<AnswerTable["select"]> {
  const chosen = new Float64Array(STAMP_NUMBERS * indexes.length);
  const about = Buffer.alloc(ANSWER_BYTES * indexes.length);
  for (let at = 0; at < indexes.length;) {
    const index = indexes[at] as number;
    let length = 1;
    // Most follow each other.
    while (indexes[at + length] === index + length) length++;
    chosen.set(stamps.subarray(STAMP_NUMBERS * index, STAMP_NUMBERS * (index + length)), STAMP_NUMBERS * at);
    answers.copy(about, ANSWER_BYTES * at, ANSWER_BYTES * index, ANSWER_BYTES * (index + length));
    at += length;
  }
  return { stamps: chosen, answers: about };
}

/** Paths that there is room for at first. */
const FIRST_PATHS = 1024;
