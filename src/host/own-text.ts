/** Text files that skillc writes next to the sources of a project, such as types for an editor or a report. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { isFailure, type HostFailure } from "../model/host.ts";
import { attempt } from "./node-host.ts";
import { readRegular } from "./read-regular.ts";

/**
 * Writes a text that starts with `head` unless the file has it already. Leaves a file alone that does not start with
 * `head`, and returns `foreign`: skillc did not write it.
 */
export function writeOwnText(path: string, head: string, text: string): HostFailure | "foreign" | undefined {
  const before = attempt(() => readRegular(path).toString("utf8"));
  if (isFailure(before) && before.failure !== "not-found") return before;
  if (!isFailure(before) && !before.startsWith(head)) return "foreign";
  if (before === text) return undefined;
  const written = attempt(() => {
    const staged = `${path}.${process.pid}`;
    try {
      writeFileSync(staged, text);
      renameSync(staged, path);
    } catch (error) {
      rmSync(staged, { force: true });
      throw error;
    }
  });
  return isFailure(written) ? written : undefined;
}
