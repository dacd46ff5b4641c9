/** Compares one file with the output directory, and stages it if it differs. */
import { createHash, hash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isFailure } from "../model/host.ts";
import type { ContentFailure, OutputFile } from "../model/output.ts";

/** The effect of a file on the disk. `foreign`: a file that is not ours is in the way. */
export type FileState = "added" | "changed" | "unchanged" | "foreign";

export interface StagedFile {
  readonly state: FileState;
  /** SHA-256 of the new file. */
  readonly sha256: string;
  /** The file will be recognized without a manifest. */
  readonly isMarked: boolean;
  /** Contents that could not be read: the file must not be used. */
  readonly failures: readonly ContentFailure[];
}

export interface StagePlace {
  /** Where the file will be. */
  readonly target: string;
  /** Where it waits until then; undefined if nothing is to be written. */
  readonly staged: string | undefined;
  /** The manifest names the target. */
  readonly isOurs: boolean;
  /** Returns whether skillc wrote a file, by its first bytes. */
  readonly owns: (head: string) => boolean;
}

/** Up to this many bytes a file is put together in memory. */
const BUFFERED_BYTES = 4 * 1024 * 1024;
/** Bytes that `owns` is given. */
const HEAD_BYTES = 400;

export function stageFile({ chunks }: Pick<OutputFile, "chunks">, place: StagePlace): StagedFile {
  const failures: ContentFailure[] = [];
  const iterator = pieces(chunks(), failures);
  const first: Buffer[] = [];
  let size = 0;
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    first.push(next.value);
    size += next.value.length;
    if (size > BUFFERED_BYTES) return { ...stageStream(Buffer.concat(first), iterator, place), failures };
  }
  return { ...stageBuffer(Buffer.concat(first), place), failures };
}

function* pieces(
  chunks: Iterable<string | Uint8Array | ContentFailure>,
  failures: ContentFailure[],
): Generator<Buffer> {
  for (const chunk of chunks) {
    if (typeof chunk === "string") yield Buffer.from(chunk, "utf8");
    else if (isFailure(chunk)) failures.push(chunk);
    else yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

type Staged = Omit<StagedFile, "failures">;

function stageBuffer(bytes: Buffer, place: StagePlace): Staged {
  const { target, staged, owns } = place;
  const state = stateOf(place, () => readFileSync(target).equals(bytes));
  if (staged !== undefined && (state === "added" || state === "changed")) {
    mkdirSync(dirname(staged), { recursive: true });
    writeFileSync(staged, bytes);
  }
  return { state, sha256: hash("sha256", bytes, "hex"), isMarked: owns(headText(bytes)) };
}

/** Chunks cannot be read twice, so the comparison comes after the staging. */
function stageStream(first: Buffer, rest: Iterable<Buffer>, place: StagePlace): Staged {
  const { target, staged, owns } = place;
  const digest = createHash("sha256").update(first);
  const partial = staged === undefined ? undefined : `${staged}.part`;
  if (partial !== undefined) mkdirSync(dirname(partial), { recursive: true });
  const descriptor = partial === undefined ? undefined : openSync(partial, "w");
  try {
    if (descriptor !== undefined) writeFileSync(descriptor, first);
    for (const bytes of rest) {
      digest.update(bytes);
      // Unlike writeSync, this writes all of it, after what was written before.
      if (descriptor !== undefined) writeFileSync(descriptor, bytes);
    }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  const sha256 = digest.digest("hex");
  const state = stateOf(place, () => hashOfFile(target) === sha256);
  if (partial !== undefined && staged !== undefined) {
    if (state === "added" || state === "changed") renameSync(partial, staged);
    else rmSync(partial);
  }
  return { state, sha256, isMarked: owns(headText(first)) };
}

function stateOf({ target, isOurs, owns }: StagePlace, isSame: () => boolean): FileState {
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return "added";
  // Reading a pipe would never end; a directory fails by itself.
  const status = statSync(target);
  if (!status.isFile() && !status.isDirectory()) return "foreign";
  if (isSame()) return "unchanged";
  return isOurs || owns(headOf(target)) ? "changed" : "foreign";
}

function headText(bytes: Buffer): string {
  return bytes.subarray(0, HEAD_BYTES).toString("utf8");
}

function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(path, "r");
  try {
    return headText(head.subarray(0, readSync(descriptor, head)));
  } finally {
    closeSync(descriptor);
  }
}

function hashOfFile(path: string): string {
  const digest = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const descriptor = openSync(path, "r");
  try {
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer))
      digest.update(buffer.subarray(0, read));
    return digest.digest("hex");
  } finally {
    closeSync(descriptor);
  }
}
