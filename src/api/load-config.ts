import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { hostOf, loadProject, pathsOf, toWorkingDirectory, type SessionOptions } from "./session.ts";

/**
 * A configuration and its findings.
 *
 * @example
 * const { config, diagnostics } = await loadConfig();
 */
export interface LoadedConfig {
  /** With defaults filled in and paths relative to the config; undefined if the configuration is invalid. */
  readonly config?: Config;
  /** Findings about the configuration and its sources; files relative to `cwd`. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the configuration that `build` and `check` would use, without reading any skill.
 *
 * @returns the configuration and its findings; it never throws for bad input. A config in TypeScript or JavaScript
 *   is executed, unless `runConfig` is `false`.
 * @example
 * const { config } = await loadConfig({ cwd: "/srv/agent" });
 * const directories = config?.sources.flatMap((source) => (source.kind === "directory" ? [source.dir] : []));
 */
export async function loadConfig(options: SessionOptions = {}): Promise<LoadedConfig> {
  const paths = pathsOf(options);
  const { config, diagnostics } = await loadProject(options, paths, hostOf(paths));
  return { ...(config && { config }), diagnostics: toWorkingDirectory(diagnostics, paths) };
}
