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
import { attempt, toFailure } from "./attempt.ts";
import { readRegular } from "./read-regular.ts";

interface Replacement {
  /** The file must still have this text. */
  readonly before: string;
  readonly after: string;
}

interface ReplaceFailure extends HostFailure {
  /** Absolute path of a file with the old text, if the file itself is damaged. */
  readonly copy?: string;
}

/**
 * Keeps the mode, owner, hard links and symbolic links of the file. Returns the reason for a failure: `changed` if the
 * text is no longer `before`.
 */
export function replaceText(path: string, replacement: Replacement): "changed" | ReplaceFailure | undefined {
  const result = attemptReplace(() => {
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

function attemptReplace<T>(replace: () => T): T | ReplaceFailure {
  try {
    return replace();
  } catch (error) {
    const copy = error instanceof Error && "copy" in error ? String(error.copy) : undefined;
    return { ...toFailure(error), ...(copy !== undefined && { copy }) };
  }
}

function replaceOpen(descriptor: number, real: string, { before, after }: Replacement): "changed" | "done" {
  const [old, text] = [Buffer.from(before, "utf8"), Buffer.from(after, "utf8")];
  const status = fstatSync(descriptor);
  if (!status.isFile()) throw Object.assign(new Error(real), { code: "it is not a regular file" });
  const staged = `${real}.skillc-${randomBytes(8).toString("hex")}`;
  // Other names of the file would keep the old text.
  if (status.nlink > 1) {
    if (status.size !== text.length && status.size !== old.length) return "changed";
    const present = readFileSync(descriptor);
    if (present.equals(text)) return "done";
    if (!present.equals(old)) return "changed";
    overwrite(descriptor, staged, old, text);
    return "done";
  }
  try {
    stage(staged, text, status);
    // Right before the rename, and by name: an editor may have put another file there.
    const present = readRegular(real);
    // Under another name, such as a symbolic link, the file may be fixed already.
    if (present.equals(text)) return "done";
    if (!present.equals(old)) return "changed";
    renameSync(staged, real);
    return "done";
  } finally {
    attempt(() => rmSync(staged, { force: true }));
  }
}

/** Next to the file, so that no reader finds a part of it. */
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

/**
 * Writes over the text in place, which no system does in one step. At every moment the old text is in the file or in a
 * copy next to it, which is removed when the new text is complete. The file never gets shorter before it has the new
 * text.
 */
function overwrite(descriptor: number, copy: string, old: Buffer, text: Buffer): void {
  const removeCopy = (): unknown => attempt(() => rmSync(copy, { force: true }));
  try {
    stage(copy, old, fstatSync(descriptor));
  } catch (error) {
    removeCopy();
    throw error;
  }
  const written = attempt(() => {
    // The end first: a full disk is found while the old text is untouched.
    writeAt(descriptor, text.subarray(old.length), old.length);
    writeAt(descriptor, text.subarray(0, old.length), 0);
    ftruncateSync(descriptor, text.length);
    fsyncSync(descriptor);
  });
  if (!isFailure(written)) return void removeCopy();
  const restored = attempt(() => {
    writeAt(descriptor, old, 0);
    ftruncateSync(descriptor, old.length);
  });
  if (isFailure(restored)) throw Object.assign(new Error(restored.detail), { code: restored.detail, copy });
  removeCopy();
  throw Object.assign(new Error(written.detail), { code: written.detail });
}

function writeAt(descriptor: number, bytes: Buffer, start: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(descriptor, bytes, done, bytes.length - done, start + done);
}
