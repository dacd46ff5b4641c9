import { isAbsolute, joinPath } from "../paths/index.ts";

export type Environment = (name: string) => string | undefined;

/** Relative to the project. */
export function projectSkillsDir(profile: string | undefined): string {
  return profile === "promptkit" ? ".promptkit/skills" : ".skillc/skills";
}

/** For locks, journals and temporary files of the project. */
export const STATE_DIR = ".skillc";

/** Undefined if the user has no home. */
export function userSkillsDir(environment: Environment, profile: string | undefined): string | undefined {
  const config = baseDir(environment, "XDG_CONFIG_HOME", ".config");
  return config && joinPath(config, profile === "promptkit" ? "promptkit" : "skillc", "skills");
}

export function userStateDir(environment: Environment): string | undefined {
  const config = baseDir(environment, "XDG_CONFIG_HOME", ".config");
  return config && joinPath(config, "skillc", ".state");
}

export function cacheDir(environment: Environment): string | undefined {
  const cache = baseDir(environment, "XDG_CACHE_HOME", ".cache");
  return cache && joinPath(cache, "skillc", "files");
}

/** The XDG specification ignores relative values. */
function baseDir(environment: Environment, variable: string, fallback: string): string | undefined {
  const set = environment(variable);
  if (set !== undefined && isAbsolute(set)) return set;
  const home = environment("HOME") ?? environment("USERPROFILE");
  return home === undefined || !isAbsolute(home) ? undefined : joinPath(home, fallback);
}
