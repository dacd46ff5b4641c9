import { isAbsolute } from "node:path";
import { notationOf } from "../../config/file-names.ts";
import { pathsOf } from "../project-paths.ts";
import { factsOf, type Snapshot } from "../snapshot.ts";
import { findCache, type CacheOptions } from "./unit-cache.ts";

/** Returns whether the outcome of a run may be kept: no config that runs, no command, no bug. */
export function isRepeatable(snapshot: Snapshot, options: CacheOptions): boolean {
  const { config } = snapshot;
  if (config === undefined || config.prepare !== undefined) return false;
  if (config.file !== undefined && notationOf(config.file) === "code") return false;
  if (factsOf(snapshot).crashes > 0) return false;
  return findCache(options, pathsOf(options), config) !== undefined;
}

/** Returns whether all that a run names moves with its project: a copy elsewhere has the same outcome. */
export function isMovable({ config }: Snapshot): boolean {
  const dirs = (config?.sources ?? []).map((source) => (source.kind === "directory" ? source.dir : ""));
  const outDirs = (config?.outputs ?? []).map(({ outDir }) => outDir);
  return ![...dirs, ...outDirs].some((dir) => isAbsolute(dir));
}
