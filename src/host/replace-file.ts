/** For every reader, and after a crash, a file has its old content or the new one. */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectories } from "./make-directories.ts";

/** Creates the directory. If it throws, the file is unchanged. */
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
