/** Text files that skillc writes beside the sources of a project, such as types for an editor or a report. */
import { isFailure, type HostFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { readRegular } from "./read-regular.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * Writes a text that starts with `head` unless the file has it already, creating its directory. Leaves a file alone that
 * does not start with `head`, and returns `foreign`: skillc did not write it.
 */
export function writeOwnText(path: string, head: string, text: string): HostFailure | "foreign" | undefined {
  const before = attempt(() => readRegular(path).toString("utf8"));
  if (isFailure(before) && before.failure !== "not-found") return before;
  if (!isFailure(before) && !before.startsWith(head)) return "foreign";
  if (before === text) return undefined;
  const written = attempt(() => replaceFile(path, text));
  return isFailure(written) ? written : undefined;
}
