/** Finds the directories above skills that may have manifests of a plugin or a marketplace. */
import { isTestData } from "../discover/project-search.ts";
import { unwantedDirectory } from "../discover/unwanted.ts";
import type { Config } from "../model/config.ts";
import { isAbsolute, parentPath } from "../paths/index.ts";
import type { RunSkill } from "./run.ts";

/**
 * Returns the directories above the skills of a project, each once: those of fixtures, of dependencies, of what is
 * installed and of what is outside the project are left out, and so is what is above a directory that the caller named.
 */
export function findPluginRoots({ sources }: Config, skills: readonly RunSkill[]): ReadonlySet<string> {
  const tops = sources.map((source) => {
    if (source.kind === "inline" || source.catalogDir !== undefined || isOutside(source.dir)) return undefined;
    return source.named === "argument" ? source.dir : ".";
  });
  const seen = new Set<string>();
  for (const { place, input } of skills) {
    const top = tops[place.origin.index];
    if (top === undefined || isOutside(place.dir)) continue;
    // A skill can be a plugin itself.
    if (place.dir === top || input.files.some((path) => path.endsWith("-plugin/plugin.json"))) seen.add(place.dir);
    for (let dir = place.dir; dir !== top && dir !== ".";) {
      dir = parentPath(dir);
      if (seen.size === seen.add(dir).size) break;
    }
  }
  return new Set(
    [...seen].filter((dir) => !dir.endsWith("/skills") && dir !== "skills" && dir.split("/").every(isOwn)),
  );
}

function isOutside(dir: string): boolean {
  return isAbsolute(dir) || dir === ".." || dir.startsWith("../");
}

function isOwn(name: string): boolean {
  return name === "." || (!isTestData(name) && unwantedDirectory(name) === undefined);
}
