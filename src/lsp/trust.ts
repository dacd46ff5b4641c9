/** Which folders an editor calls trusted: only there, a config in code runs. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { attempt } from "../host/index.ts";
import { isFailure } from "../model/host.ts";

/** All folders, none, or those at and below some directories, which are absolute. */
export type Trust = boolean | readonly string[];

/**
 * Reads the setting `trusted`: `true`, `false`, or a list of absolute directories; `~/` is the directory of the user.
 *
 * @returns `false` for anything else: a setting that cannot be read trusts nothing.
 */
export function readTrust(setting: unknown): Trust {
  if (typeof setting === "boolean") return setting;
  if (!Array.isArray(setting)) return false;
  return setting.flatMap((each: unknown) => {
    const path = typeof each === "string" ? each.replace(/^~(?=$|[/\\])/, homedir()) : "";
    return isAbsolute(path) ? [resolve(path)] : [];
  });
}

/** What counts is where a folder, an absolute path, really is: a link in a trusted directory is not enough. */
export function isTrusted(folder: string, trust: Trust): boolean {
  if (typeof trust === "boolean") return trust;
  const real = realPath(folder);
  return trust.some((dir) => {
    const below = relative(realPath(dir), real);
    return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  });
}

function realPath(path: string): string {
  const real = attempt(() => realpathSync.native(path));
  return isFailure(real) ? resolve(path) : real;
}
