import { dirname, relative, resolve, join } from "node:path";
import { toPosixPath } from "../host/node-host.ts";
import { existsSync } from "node:fs";
import { configFileNames } from "../config/file-names.ts";
import { homeDirectory } from "../host/home-directory.ts";

export interface ProjectPaths {
  /** Absolute path, in the system's own form. */
  readonly cwd: string;
  /** Absolute path of the directory that every path is relative to: the config's, the searched project's, or `cwd`. */
  readonly base: string;
  /** The config file as named by the caller, relative to the base directory. */
  readonly configFile?: string;
}

/** What decides where a project is. */
export interface ProjectChoice {
  readonly cwd?: string;
  readonly config?: string | false;
  readonly search?: boolean;
  readonly sources?: readonly unknown[];
}

export function pathsOf(options: ProjectChoice): ProjectPaths {
  const cwd = resolve(options.cwd ?? process.cwd());
  if (typeof options.config !== "string") return { cwd, base: baseOf(options, cwd) };
  const file = resolve(cwd, options.config);
  const base = dirname(file);
  return { cwd, base, configFile: toPosixPath(relative(base, file)) };
}

function baseOf({ config, search, sources = [] }: ProjectChoice, cwd: string): string {
  return search === true && config === undefined && sources.length === 0 ? projectRoot(cwd) : cwd;
}

/**
 * Returns the nearest directory with a config, else the root of the git repository, else the directory itself; all are
 * absolute. It never goes up to the home directory: that is not a project, even when it is a repository.
 */
function projectRoot(cwd: string): string {
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
