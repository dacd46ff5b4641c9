import type { Host } from "../model/host.ts";
import type { OnProgress } from "../model/progress.ts";

/** Wraps a Host so that each directory that is listed is reported as progress. */
export function countDirectories(host: Host, onProgress: OnProgress | undefined): Host {
  let done = 0;
  if (onProgress === undefined) return host;
  return {
    ...host,
    readDirectory(path) {
      onProgress({ phase: "search", done: ++done });
      return host.readDirectory(path);
    },
  };
}
