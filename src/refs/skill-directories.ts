/** Where installed skills are, on this machine and in a project. */
import { isAbsolute, joinPath } from "../paths/index.ts";

export type Environment = (name: string) => string | undefined;

/** Returns the directory of a project's installed skills, relative to the project. */
export function projectSkillsDir(profile: string | undefined): string {
  return profile === "promptkit" ? ".promptkit/skills" : ".skillc/skills";
}

/** The directory of the project in which locks, journals and temporary files are. */
export const STATE_DIR = ".skillc";

/** Returns the directory of the user's installed skills; undefined if the user has no home. */
export function userSkillsDir(environment: Environment, profile: string | undefined): string | undefined {
  const config = baseDir(environment, "XDG_CONFIG_HOME", ".config");
  return config && joinPath(config, profile === "promptkit" ? "promptkit" : "skillc", "skills");
}

/** Returns the state directory of the user's installed skills. */
export function userStateDir(environment: Environment): string | undefined {
  const config = baseDir(environment, "XDG_CONFIG_HOME", ".config");
  return config && joinPath(config, "skillc", ".state");
}

/** Returns the directory of cached file contents. */
export function cacheDir(environment: Environment): string | undefined {
  const cache = baseDir(environment, "XDG_CACHE_HOME", ".cache");
  return cache && joinPath(cache, "skillc", "files");
}

/** As the XDG specification says: a relative value is ignored. */
function baseDir(environment: Environment, variable: string, fallback: string): string | undefined {
  const set = environment(variable);
  if (set !== undefined && isAbsolute(set)) return set;
  const home = environment("HOME") ?? environment("USERPROFILE");
  return home === undefined || !isAbsolute(home) ? undefined : joinPath(home, fallback);
}
