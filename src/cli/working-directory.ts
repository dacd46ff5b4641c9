import { relative } from "node:path";
import { toPosixPath } from "../host/index.ts";

/** A path as the user would type it here. */
export function relativeToWorkingDirectory(path: string): string {
  return toPosixPath(relative(process.cwd(), path)) || ".";
}
