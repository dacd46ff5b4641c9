/** Paths of files that come from elsewhere, before anything is written. */
import { portabilityFault } from "../paths/index.ts";

/** Returns whether a relative POSIX path stays inside its directory on every system, and names no git directory. */
export function isTreePath(path: string): boolean {
  return path.length <= 1024 && path.split("/").every(isTreeName) && portabilityFault(path) === undefined;
}

function isTreeName(name: string): boolean {
  // "git~1" is the short name of ".git" on Windows.
  return !/^(?:|\.|\.\.|\.git|git~\d+)$/i.test(name) && !/[\\/:\p{Cc}\p{Cs}]/u.test(name) && name.length <= 255;
}
