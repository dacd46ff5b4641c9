import { relative } from "node:path";
import { toPosixPath } from "../host/index.ts";

export function relativeToWorkingDirectory(path: string): string {
  return toPosixPath(relative(process.cwd(), path)) || ".";
}
