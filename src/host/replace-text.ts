/** Replaces the text of a source file unless it has changed since it was read. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
  type Stats,
} from "node:fs";
import { isFailure, type HostFailure } from "../model/host.ts";
import { attempt } from "./node-host.ts";

export interface Replacement {
  /** The file is replaced only if it still has this text. */
  readonly before: string;
  readonly after: string;
}

/**
 * Replaces the text of a file and keeps its mode, owner, hard links and symbolic links to it. Returns the reason if it
 * does not: `changed` if the text is no longer `before`.
 */
export function replaceText(path: string, replacement: Replacement): "changed" | HostFailure | undefined {
  const result = attempt(() => {
    const real = realpathSync(path);
    // Also refuses a file without write permission, which a rename would replace all the same.
    const descriptor = openSync(real, "r+");
    try {
      return replaceOpen(descriptor, real, replacement);
    } finally {
      closeSync(descriptor);
    }
  });
  return result === "done" ? undefined : result;
}

function replaceOpen(descriptor: number, real: string, { before, after }: Replacement): "changed" | "done" {
  const [old, text] = [Buffer.from(before, "utf8"), Buffer.from(after, "utf8")];
  const status = fstatSync(descriptor);
  // Other names of the file would keep the old text.
  if (status.nlink > 1) {
    const present = readFileSync(descriptor);
    if (present.equals(text)) return "done";
    if (!present.equals(old)) return "changed";
    overwrite(descriptor, old, text);
    return "done";
  }
  const staged = `${real}.skillc-${randomBytes(8).toString("hex")}`;
  try {
    stage(staged, text, status);
    // Right before the rename, and by name: an editor may have put another file in its place.
    const present = readFileSync(real);
    // Under another name, such as a symbolic link, the file may be fixed already.
    if (present.equals(text)) return "done";
    if (!present.equals(old)) return "changed";
    renameSync(staged, real);
    return "done";
  } finally {
    attempt(() => rmSync(staged, { force: true }));
  }
}

/** Writes the new text next to the file, so that no reader finds a part of it. */
function stage(staged: string, text: Buffer, { mode, uid, gid }: Stats): void {
  const descriptor = openSync(staged, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    const own = fstatSync(descriptor);
    // Changing the owner clears some bits of the mode, so the mode comes last.
    if (own.uid !== uid || own.gid !== gid) attempt(() => fchownSync(descriptor, uid, gid));
    fchmodSync(descriptor, mode & 0o7777);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes over the text in place, and restores the old text if that fails. */
function overwrite(descriptor: number, old: Buffer, text: Buffer): void {
  const written = attempt(() => writeWhole(descriptor, text));
  if (!isFailure(written)) return;
  attempt(() => writeWhole(descriptor, old));
  throw Object.assign(new Error(written.detail), { code: written.detail });
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done, done);
  ftruncateSync(descriptor, bytes.length);
  fsyncSync(descriptor);
}
