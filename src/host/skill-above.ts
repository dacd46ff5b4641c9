import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { homeDirectory } from "./home-directory.ts";

/**
 * Returns the nearest directory with a SKILL.md, in any case: the path itself or one above it. Never the root of the file
 * system, nor the home directory or what is above it: a SKILL.md that strayed there would make everything on the disk one
 * skill.
 *
 * @param path Absolute path; need not exist.
 * @example
 * findSkillAbove("/srv/app/skills/pdf/references") // "/srv/app/skills/pdf"
 */
export function findSkillAbove(path: string): string | undefined {
  const home = homeDirectory();
  for (let dir = path; dir !== dirname(dir) && dir !== home; dir = dirname(dir)) {
    const names = attempt(() => readdirSync(dir));
    if (!isFailure(names) && names.some((name) => /^skill\.md$/i.test(name))) return dir;
  }
  return undefined;
}
