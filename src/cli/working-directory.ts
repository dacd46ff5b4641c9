import { relative } from "node:path";
import { toPosixPath } from "../host/index.ts";

/** Returns a path as the user would type it in the current directory. */
export function relativeToWorkingDirectory(path: string): string {
  return toPosixPath(relative(process.cwd(), path)) || ".";
}
