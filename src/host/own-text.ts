/** Text files that skillc writes beside the sources of a project, such as types for an editor or a report. */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isFailure, type HostFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { makeDirectories } from "./make-directories.ts";
import { readRegular } from "./read-regular.ts";

/**
 * Writes a text that starts with `head` unless the file has it already, creating its directory. Leaves a file alone that
 * does not start with `head`, and returns `foreign`: skillc did not write it.
 */
export function writeOwnText(path: string, head: string, text: string): HostFailure | "foreign" | undefined {
  const before = attempt(() => readRegular(path).toString("utf8"));
  if (isFailure(before) && before.failure !== "not-found") return before;
  if (!isFailure(before) && !before.startsWith(head)) return "foreign";
  if (before === text) return undefined;
  const written = attempt(() => {
    const staged = `${path}.skillc-${randomBytes(8).toString("hex")}`;
    makeDirectories(dirname(path));
    try {
      writeFileSync(staged, text, { flag: "wx" });
      renameSync(staged, path);
    } catch (error) {
      rmSync(staged, { force: true });
      throw error;
    }
  });
  return isFailure(written) ? written : undefined;
}
