/** Where a project is. */
import { dirname, relative, resolve } from "node:path";
import { toPosixPath } from "../host/node-host.ts";

export interface ProjectPaths {
  /** Absolute path, in the system's own form. */
  readonly cwd: string;
  /** Absolute path of the directory that every path is relative to: the config's, or `cwd`. */
  readonly base: string;
  /** The config file as named by the caller, relative to the base directory. */
  readonly configFile?: string;
}

export function pathsOf(options: { readonly cwd?: string; readonly config?: string | false }): ProjectPaths {
  const cwd = resolve(options.cwd ?? process.cwd());
  if (typeof options.config !== "string") return { cwd, base: cwd };
  const file = resolve(cwd, options.config);
  const base = dirname(file);
  return { cwd, base, configFile: toPosixPath(relative(base, file)) };
}
