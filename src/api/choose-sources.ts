/** Which sources one machine compiles: those that it names, as the config has them, else all. */
import { relative, resolve } from "node:path";
import { createNodeHost, toPosixPath } from "../host/index.ts";
import type { Config, DirectorySource } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isAtOrBelow } from "../paths/index.ts";
import type { Run } from "../phases/run.ts";
import { loadProject, type ProjectPaths, type SessionOptions, type SourceArgument } from "./session.ts";

/** A configuration with the sources that are compiled. */
export interface ChosenSources {
  readonly config: Config;
  /** The directories that were named, relative to the base directory. */
  readonly named: readonly SourceArgument[];
  /** The position of each source in the config; undefined where the config does not name them. */
  readonly positions: readonly number[] | undefined;
}

/** Reads the configuration; its sources are those at or below the directories that are named, else these themselves. */
export async function chooseSources(
  options: SessionOptions,
  paths: ProjectPaths,
): Promise<{ readonly chosen?: ChosenSources; readonly diagnostics: readonly Diagnostic[] }> {
  const { sources = [] } = options;
  const host = createNodeHost(paths.base);
  const whole = await loadProject({ ...options, sources: [] }, paths, host);
  const { config } = whole;
  const toBase = (dir: string): string => toPosixPath(relative(paths.base, resolve(paths.cwd, dir))) || ".";
  const named = sources.map(({ dir, ...more }) => ({ dir: toBase(dir), ...more }));
  const below = (dir: string): readonly number[] =>
    (config?.sources ?? []).flatMap((source, at) =>
      source.kind === "directory" && source.named === undefined && isBelow(source, dir) ? [at] : [],
    );
  const positions = [...new Set(named.flatMap(({ dir }) => below(dir)))].sort((one, two) => one - two);
  const isConfigured = named.every(({ dir, ...more }) => Object.keys(more).length === 0 && below(dir).length > 0);
  if (config === undefined || named.length === 0 || !isConfigured) {
    const loaded = named.length === 0 ? whole : await loadProject(options, paths, host);
    const chosen = loaded.config && { config: loaded.config, named, positions: undefined };
    return { ...(chosen && { chosen }), diagnostics: loaded.diagnostics };
  }
  const chosen = config.sources.filter((_source, at) => positions.includes(at));
  return { chosen: { config: { ...config, sources: chosen }, named, positions }, diagnostics: whole.diagnostics };
}

function isBelow({ dir }: DirectorySource, above: string): boolean {
  return above === "." ? !dir.startsWith("..") : isAtOrBelow(dir, above);
}

/** Returns the runs with each skill in its source of the whole config. */
export function withPositions(runs: readonly Run[], { positions }: ChosenSources): readonly Run[] {
  if (positions === undefined) return runs;
  return runs.map((run) => {
    const skills = run.discovered.skills.map((skill) => {
      const { origin } = skill.place;
      const place = { ...skill.place, origin: { ...origin, index: positions[origin.index] ?? origin.index } };
      return { ...skill, place };
    });
    return { ...run, discovered: { ...run.discovered, skills } };
  });
}
