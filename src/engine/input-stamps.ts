/** Which inputs of a build have changed on disk since they were last looked at. */
import { statSync } from "node:fs";
import type { RecordedInputs } from "./recording-host.ts";

/** The state of each path. */
export type InputStamps = ReadonlyMap<string, string>;

/** Notes the time and size of every input. */
export function stampInputs({ files, directories, absent }: RecordedInputs): InputStamps {
  return new Map([...files, ...directories, ...absent].map((path) => [path, stampOf(path)]));
}

/** Returns the paths whose state differs, and those that only one side knows. */
export function changedStamps(before: InputStamps, now: InputStamps): string[] {
  const paths = new Set([...before.keys(), ...now.keys()]);
  return [...paths].filter((path) => before.get(path) !== now.get(path));
}

function stampOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false, bigint: true });
  return status === undefined ? "" : `${status.mtimeNs} ${status.ctimeNs} ${status.size}`;
}
