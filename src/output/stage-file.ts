/** Compares one file with the output directory, and stages it if it differs. */
import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, sep } from "node:path";
import { asBuffer } from "../host/as-buffer.ts";
import { isFailure } from "../model/host.ts";
import type { ContentFailure, OutputChunk, OutputFile } from "../model/output.ts";
import { hasStamp, stampOf, timeOf } from "../engine/answer-table.ts";
import { RACY_MS } from "../engine/input-evidence.ts";
import { makeDirectories } from "../host/make-directories.ts";
import type { EntryStats } from "../host/node-host.ts";
import { readRegular, readRegularPieces, withRegularFile } from "../host/read-regular.ts";

/** The effect of a file on the disk. `foreign`: a file that is not ours is in the way. */
type FileState = "added" | "changed" | "unchanged" | "foreign";

export interface StagedFile {
  readonly state: FileState;
  readonly sha256: string;
  /** The file will be recognized without a manifest. */
  readonly isMarked: boolean;
  /** Contents that could not be read: the file must not be used. */
  readonly failures: readonly ContentFailure[];
}

export interface StagePlace extends Pick<OutputFile, "isExecutable"> {
  /** Where the file will be. */
  readonly target: string;
  /** What is there; no link, and undefined for nothing. */
  readonly status: EntryStats | undefined;
  /** Where it waits until then; undefined if nothing is to be written. */
  readonly staged: string | undefined;
  /** The hashes of the manifest for the target. Its name alone proves nothing: a manifest can be edited. */
  readonly known: readonly string[] | undefined;
  /** Returns whether skillc wrote a file, by its first bytes. */
  readonly owns: (head: string) => boolean;
  /** Lets signals act if it is time; called between the pieces of a large file. */
  readonly pause: () => Promise<void>;
  /** What this process has read before. */
  readonly proofs?: FileProofs | undefined;
  /** Returns the SHA-256 of a file that is as an earlier process left it. */
  readonly digestOf?: ((path: string, status: EntryStats) => string | undefined) | undefined;
}

/** What files were when they were read or staged, by absolute path. */
export type FileProofs = Map<string, FileProof>;

interface FileProof extends Pick<StagedFile, "sha256" | "isMarked"> {
  /** With this stamp, the file has not been touched since it was read; undefined if that is not known. */
  readonly stamp?: Float64Array;
}

/** Up to this many bytes a file is put together in memory. */
const BUFFERED_BYTES = 1024 * 1024;
/** Bytes that `owns` is given. */
const HEAD_BYTES = 400;

/** Returns a file that has not been touched since this process has read what it is to be; undefined if that is not known. */
export function findProven(
  { digest, isExecutable }: Pick<OutputFile, "digest" | "isExecutable">,
  { target, status, proofs }: Pick<StagePlace, "target" | "status" | "proofs">,
): StagedFile | undefined {
  const proof = digest === undefined ? undefined : proofs?.get(target);
  if (proof?.stamp === undefined || proof.sha256 !== digest?.sha256) return undefined;
  if (status?.isFile() !== true || status.size !== digest.bytes || !hasStamp(status, proof.stamp, 0)) return undefined;
  if (!hasMode({ status, isExecutable })) return undefined;
  return { state: "unchanged", sha256: proof.sha256, isMarked: proof.isMarked, failures: [] };
}

export async function stageFile(
  { chunks, digest }: Pick<OutputFile, "chunks" | "digest">,
  place: StagePlace,
): Promise<StagedFile> {
  const failures: ContentFailure[] = [];
  const there = digest && hasMode(place) ? await findThere(digest, place) : undefined;
  if (there !== undefined) return { state: "unchanged", ...there, failures };
  const made = await make(usable(chunks(), failures), place);
  place.proofs?.set(place.target, { sha256: made.sha256, isMarked: made.isMarked });
  return { ...made, failures };
}

type Usable = Exclude<OutputChunk, ContentFailure>;

async function make(chunks: Generator<Usable>, place: StagePlace): Promise<StagedContent> {
  let size = 0;
  for (let next = chunks.next(); next.done !== true; next = chunks.next()) {
    const end = put(next.value, size);
    if (end === undefined)
      return await stageStream(Buffer.concat([room.subarray(0, size), bytesOf(next.value)]), chunks, place);
    size = end;
  }
  return stageBuffer(room.subarray(0, size), place);
}

/** One for all files: memory that was never used before costs more than what is done with it. */
const room = Buffer.allocUnsafeSlow(BUFFERED_BYTES);
/** Bytes of the UTF-8 of a unit of UTF-16, at most. */
const MOST_OF_UNIT = 3;

/** Puts a chunk behind others; undefined if there may be no room. */
function put(chunk: Usable, start: number): number | undefined {
  const most = typeof chunk === "string" ? MOST_OF_UNIT * chunk.length : chunk.length;
  if (start + most > room.length) return undefined;
  if (typeof chunk === "string") return start + room.write(chunk, start);
  room.set(chunk, start);
  return start + chunk.length;
}

/** Looks for a file with a known content in its place. If it is there, its chunks need not be made. */
async function findThere(
  { sha256, bytes, isMarked: wasMarked }: NonNullable<OutputFile["digest"]>,
  { target, status, pause, owns, proofs, digestOf }: StagePlace,
): Promise<Pick<StagedFile, "sha256" | "isMarked"> | undefined> {
  if (status?.isFile() !== true || status.size !== bytes) return undefined;
  if (wasMarked !== undefined && digestOf?.(target, status) === sha256) return { sha256, isMarked: wasMarked };
  const pieces = readRegularPieces(target, { noFollow: true });
  let next = pieces.next();
  for (; next.done !== true; next = pieces.next()) await pause();
  if (next.value !== sha256) return undefined;
  const isMarked = owns(headOf(target));
  if (timeOf(status) < Date.now() - RACY_MS)
    proofs?.set(target, { sha256, isMarked, stamp: Float64Array.from(stampOf(status)) });
  return { sha256, isMarked };
}

function bytesOf(chunk: Usable): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk, "utf8") : asBuffer(chunk);
}

function* usable(chunks: Iterable<OutputChunk>, failures: ContentFailure[]): Generator<Usable> {
  for (const chunk of chunks)
    if (isFailure(chunk)) failures.push(chunk);
    else yield chunk;
}

type StagedContent = Omit<StagedFile, "failures">;

function stageBuffer(bytes: Buffer, place: StagePlace): StagedContent {
  const { target, staged, owns } = place;
  const state = stateOf(place, () => isSameAs(target, bytes));
  if (staged !== undefined && (state === "added" || state === "changed")) {
    makeDirectories(dirname(staged));
    writeFileSync(staged, bytes, { mode: modeOf(place) });
  }
  return { state, sha256: hash("sha256", bytes, "hex"), isMarked: owns(headText(bytes)) };
}

/** Chunks cannot be read twice, so the comparison comes after the staging. */
async function stageStream(start: Buffer, rest: Iterable<Usable>, place: StagePlace): Promise<StagedContent> {
  const { target, staged, owns, pause } = place;
  const digest = createHash("sha256");
  const partial = staged === undefined ? undefined : `${staged}.part`;
  if (partial !== undefined) makeDirectories(dirname(partial));
  const descriptor = partial === undefined ? undefined : openSync(partial, "w", modeOf(place));
  try {
    for (const some of [[start], rest])
      for (const chunk of some) {
        const bytes = bytesOf(chunk);
        digest.update(bytes);
        // Unlike writeSync, this writes all of it, after what was written before.
        if (descriptor !== undefined) writeFileSync(descriptor, bytes);
        await pause();
      }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  const sha256 = digest.digest("hex");
  // A file is replaced even if another process has just written the same content.
  const written = place.proofs?.get(target)?.sha256;
  const isSame = (): boolean => (written === undefined || written === sha256) && hashThere(place) === sha256;
  const state = stateOf(place, isSame);
  if (partial !== undefined && staged !== undefined) {
    if (state === "added" || state === "changed") renameSync(partial, staged);
    else rmSync(partial);
  }
  return { state, sha256, isMarked: owns(headText(start)) };
}

/** Whether a file may be executed by those who shall, if anyone cares; Windows does not record that. */
function hasMode({ status, isExecutable }: Pick<StagePlace, "status" | "isExecutable">): boolean {
  if (isExecutable === undefined || status === undefined || sep !== "/") return true;
  return ((status.mode & 0o111) !== 0) === isExecutable;
}

function modeOf({ isExecutable }: Pick<StagePlace, "isExecutable">): number {
  return isExecutable === true ? 0o755 : 0o666;
}

function stateOf(place: StagePlace, isSame: () => boolean): FileState {
  const { target, status, known, owns } = place;
  if (status === undefined) return "added";
  if (!status.isFile() && !status.isDirectory()) return "foreign";
  if (isSame()) return hasMode(place) ? "unchanged" : "changed";
  if (owns(headOf(target))) return "changed";
  return known !== undefined && known.length > 0 && known.includes(hashThere(place)) ? "changed" : "foreign";
}

/** Returns the SHA-256 of what is there; it is not read if it is as an earlier process left it. */
function hashThere({ target, status, digestOf }: StagePlace): string {
  return (status && digestOf?.(target, status)) ?? hashOfFile(target);
}

function isSameAs(path: string, bytes: Buffer): boolean {
  const hasSameSize = withRegularFile(path, {}, (descriptor) => fstatSync(descriptor).size === bytes.length);
  return hasSameSize && readRegular(path, { most: bytes.length }).equals(bytes);
}

function headText(bytes: Buffer): string {
  return bytes.subarray(0, HEAD_BYTES).toString("utf8");
}

export function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  return withRegularFile(path, {}, (descriptor) => headText(head.subarray(0, readSync(descriptor, head))));
}

/** Returns the SHA-256 of a file, which may be of any size. */
export function hashOfFile(path: string): string {
  const digest = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  return withRegularFile(path, { noFollow: true }, (descriptor) => {
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer))
      digest.update(buffer.subarray(0, read));
    return digest.digest("hex");
  });
}
