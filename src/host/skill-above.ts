import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { homeDirectory } from "./home-directory.ts";

/**
 * Returns the nearest directory with a SKILL.md, in any case: the absolute path itself, which need not exist, or one
 * above it. Never the root of the file system, nor the home directory or what is above it: a stray SKILL.md there would
 * make everything on the disk one skill.
 */
export function findSkillAbove(path: string): string | undefined {
  const home = homeDirectory();
  for (let dir = path; dir !== dirname(dir) && dir !== home; dir = dirname(dir)) {
    const names = attempt(() => readdirSync(dir));
    if (!isFailure(names) && names.some((name) => /^skill\.md$/i.test(name))) return dir;
  }
  return undefined;
}
