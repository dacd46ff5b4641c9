/** The start of every command: the base directory, the config and its findings. */
import { isAbsolute, relative, resolve } from "node:path";
import { compareDiagnostics, createFindings, diagnose, judge, type Findings } from "../diagnostics/index.ts";
import { createNodeHost, toPosixPath } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Host } from "../model/host.ts";
import { profileNames } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import type { UserConfig } from "../config/user-config.ts";
import type { ProjectPaths } from "./project-paths.ts";
import { runsCode } from "./runs-code.ts";

export { pathsOf, type ProjectPaths } from "./project-paths.ts";

/**
 * A directory named by the caller, with its settings.
 *
 * @example
 * await check({ sources: [{ dir: "vendor/skills", mountAs: "skills" }] });
 */
export interface SourceArgument {
  /** Path relative to `cwd`, or absolute. */
  readonly dir: string;
  readonly mountAs?: string;
  readonly preload?: boolean;
}

/**
 * Selects the configuration.
 *
 * @example
 * await check({ cwd: "/srv/app", config: false, sources: [{ dir: "skills" }] });
 */
export interface SessionOptions {
  /** Working directory, absolute; default: that of the process. */
  readonly cwd?: string;
  /** Path of a config file, relative to `cwd`; default: the first `skillc.config.*` in `cwd`; `false` for none. */
  readonly config?: string | false;
  /**
   * `false` runs nothing that comes with the project: a config in TypeScript or JavaScript is named by `config-not-run`
   * instead, and no command that `prepare.shell` of a config in JSON or YAML allows runs. Default: true, unless the environment variable
   * `SKILLC_NO_CONFIG` is set, which nothing overrides.
   */
  readonly runConfig?: boolean;
  /**
   * Where neither the config nor `sources` names directories: `true` searches the whole project, from the nearest config
   * or the root of the git repository down, as `check` always does; `false` (default) takes the first of `skills`,
   * `agent/skills`, `.agents/skills` and `.claude/skills` that exists, as a build does.
   */
  readonly search?: boolean;
  /** Directories that replace the config's `sources`. */
  readonly sources?: readonly SourceArgument[];
  /** Settings that take precedence over the config; `outDir` is relative to `cwd`. */
  readonly overrides?: UserConfig;
  /**
   * Keys of the config as `--set` writes them, which `overrides` win over.
   *
   * @internal
   */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface LoadedProject {
  /** Undefined if the configuration is invalid. */
  readonly config?: Config;
  /** Findings about the configuration, by file, offset and code. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates the Host for a project. */
export function hostOf({ base }: ProjectPaths): Host {
  return createNodeHost(base);
}

/** What else decides how a configuration is read. */
export interface LoadingOptions {
  /** Reads a variable of the environment; default: that of the process. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
  /** Whether commands of skills run if the config allows them; default: false. */
  readonly preparesSkills?: boolean | undefined;
}

/** Reads and resolves the configuration. */
export async function loadProject(
  options: SessionOptions,
  paths: ProjectPaths,
  host: Host,
  { environment = (name) => process.env[name], preparesSkills = false }: LoadingOptions = {},
): Promise<LoadedProject> {
  const { sources = [] } = options;
  const findings = createFindings();
  const fromBase = (path: string): string => toPosixPath(relative(paths.base, resolve(paths.cwd, path))) || ".";
  const [{ resolveConfig }, { readOverrides }] = await Promise.all([
    import("../config/resolve.ts"),
    import("../config/overrides.ts"),
  ]);
  const loaded =
    options.config === false
      ? { user: {} }
      : await loadUserFile(host, paths, { findings, runsCode: runsCode(options), preparesSkills });
  const config =
    loaded &&
    resolveConfig({
      ...loaded,
      overrides: await readOverrides(options, findings, fromBase),
      // An absolute path stays absolute: a relative one would reveal directories of this machine.
      positionals: sources.map(({ dir, ...more }) => ({
        ...more,
        dir: isAbsolute(dir) ? toPosixPath(dir) : fromBase(dir),
      })),
      search: options.search,
      host,
      findings,
      profiles: profileNames,
      environment,
    });
  const { judged } = judge([findings], { book: ruleBook, profiles: ["standard"] });
  const isUsable = judged.every(({ severity }) => severity !== "error");
  return {
    ...(config && isUsable && { config }),
    diagnostics: judged.map((one) => diagnose(one)).sort(compareDiagnostics),
  };
}

interface UserFileOptions extends Pick<LoadingOptions, "preparesSkills"> {
  readonly findings: Findings;
  readonly runsCode: boolean;
}

/** Reads and checks the config file, without resolving it; undefined if it is wrong. */
export async function loadUserFile(
  host: Host,
  { configFile }: ProjectPaths,
  { findings, runsCode: isRun, preparesSkills }: UserFileOptions,
) {
  const [{ loadUserConfig }, { parseYamlDocument }] = await Promise.all([
    import("../config/load.ts"),
    import("../parse/yaml.ts"),
  ]);
  return loadUserConfig({
    host,
    ...(configFile === undefined ? {} : { file: configFile }),
    parseYaml: parseYamlDocument,
    // esbuild starts only for a config in TypeScript or JavaScript.
    importModule: isRun ? async (path) => (await import("../bundle/load-module.ts")).loadModule(path) : undefined,
    preparesSkills,
    findings,
  });
}

/** Moves the files of diagnostics from the base directory to the working directory. */
export function toWorkingDirectory(
  diagnostics: readonly Diagnostic[],
  { cwd, base }: ProjectPaths,
): readonly Diagnostic[] {
  const prefix = toPosixPath(relative(cwd, base));
  if (prefix === "") return diagnostics;
  const move = (file: string): string =>
    file === "" || isAbsolute(file) ? file : toPosixPath(relative(".", `${prefix}/${file}`));
  return diagnostics.map((diagnostic) => {
    const labels = diagnostic.labels?.map((label) => ({ ...label, file: move(label.file) }));
    const members = diagnostic.members?.map((member) => ({ ...member, file: move(member.file) }));
    const fixes = diagnostic.fixes?.map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, file: move(edit.file) })),
    }));
    return {
      ...diagnostic,
      file: move(diagnostic.file),
      ...(labels && { labels }),
      ...(members && { members }),
      ...(fixes && { fixes }),
    };
  });
}
