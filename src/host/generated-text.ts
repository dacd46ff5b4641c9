import { isFailure, type HostFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { readRegular } from "./read-regular.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * Writes a text that starts with `head` unless the file contains it already; creates the directory. Returns `foreign`,
 * and changes nothing, if skillc did not write the file: it does not start with `head`.
 */
export function writeOwnText(path: string, head: string, text: string): HostFailure | "foreign" | undefined {
  const before = attempt(() => readRegular(path).toString("utf8"));
  if (isFailure(before) && before.failure !== "not-found") return before;
  if (!isFailure(before) && !before.startsWith(head)) return "foreign";
  if (before === text) return undefined;
  const written = attempt(() => replaceFile(path, text));
  return isFailure(written) ? written : undefined;
}
