/** Writes files so that a reader, or a process that is killed, finds the old content or the new one. */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectories } from "./make-directories.ts";

/** Replaces a file as a whole, creating its directory. Throws what the file system throws; then the file is as it was. */
export function replaceFile(path: string, content: Uint8Array | string): void {
  const staged = `${path}.skillc-${randomBytes(8).toString("hex")}`;
  makeDirectories(dirname(path));
  try {
    writeFileSync(staged, content, { flag: "wx" });
    renameSync(staged, path);
  } catch (error) {
    rmSync(staged, { force: true });
    throw error;
  }
}
