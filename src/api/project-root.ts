/** Finds the directory that a check without arguments is about. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFileNames } from "../config/file-names.ts";
import { homeDirectory } from "../host/home-directory.ts";

/**
 * Returns the nearest directory with a config, else the root of the git repository, else the directory itself; all are
 * absolute. It never goes up to the home directory: that is not a project, even when it is a repository.
 */
export function projectRoot(cwd: string): string {
  const home = homeDirectory();
  let withConfig: string | undefined;
  for (let dir = cwd; dir !== home || dir === cwd; dir = dirname(dir)) {
    withConfig ??= configFileNames.some((name) => existsSync(join(dir, name))) ? dir : undefined;
    if (withConfig === cwd) return cwd;
    if (existsSync(join(dir, ".git"))) return withConfig ?? dir;
    if (dir === dirname(dir)) break;
  }
  // Without a repository nothing says where a project ends.
  return cwd;
}
