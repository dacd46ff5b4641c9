/** One file on its way into the output directory: compared with what is there, and staged when that differs. */
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
import type { OutputFile } from "../model/output.ts";
import { bearsMark } from "./output-manifest.ts";

/** What writing a file means for what is on disk. `foreign`: something that is not ours is in the way. */
export type FileState = "added" | "changed" | "unchanged" | "foreign";

export interface StagedFile {
  readonly state: FileState;
  /** SHA-256 of the file as it is to be. */
  readonly sha256: string;
}

export interface StagePlace {
  /** Where the file will be. */
  readonly target: string;
  /** Where it waits until then; undefined when nothing is to be written. */
  readonly staged: string | undefined;
  /** The manifest names the target. */
  readonly isOurs: boolean;
}

export function stageFile({ contents }: Pick<OutputFile, "contents">, place: StagePlace): StagedFile {
  return typeof contents === "string" ? stageText(contents, place) : stagePieces(contents(), place);
}

function stageText(text: string, { target, staged, isOurs }: StagePlace): StagedFile {
  const bytes = Buffer.from(text, "utf8");
  const sha256 = hash("sha256", bytes, "hex");
  const state = stateOf(target, isOurs, () => readFileSync(target).equals(bytes));
  if (staged !== undefined && (state === "added" || state === "changed")) {
    mkdirSync(dirname(staged), { recursive: true });
    writeFileSync(staged, bytes);
  }
  return { state, sha256 };
}

/** Pieces are gone once they are written, so that the comparison comes after the staging. */
function stagePieces(pieces: Iterable<string>, { target, staged, isOurs }: StagePlace): StagedFile {
  const digest = createHash("sha256");
  const partial = staged === undefined ? undefined : `${staged}.part`;
  if (partial !== undefined) mkdirSync(dirname(partial), { recursive: true });
  const descriptor = partial === undefined ? undefined : openSync(partial, "w");
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece, "utf8");
      digest.update(bytes);
      // Unlike writeSync, this writes all of it, after what was written before.
      if (descriptor !== undefined) writeFileSync(descriptor, bytes);
    }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  const sha256 = digest.digest("hex");
  const state = stateOf(target, isOurs, () => hashOfFile(target) === sha256);
  if (partial !== undefined && staged !== undefined) {
    if (state === "added" || state === "changed") renameSync(partial, staged);
    else rmSync(partial);
  }
  return { state, sha256 };
}

function stateOf(target: string, isOurs: boolean, isSame: () => boolean): FileState {
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return "added";
  // Reading a pipe would never end; a directory fails by itself.
  const status = statSync(target);
  if (!status.isFile() && !status.isDirectory()) return "foreign";
  if (isSame()) return "unchanged";
  return isOurs || bearsMark(headOf(target)) ? "changed" : "foreign";
}

function headOf(path: string): string {
  const head = Buffer.alloc(400);
  const descriptor = openSync(path, "r");
  try {
    return head.subarray(0, readSync(descriptor, head)).toString("utf8");
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
