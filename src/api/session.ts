/** What every command starts with: the base directory, the config, and a report under the config's profile. */
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { createReport, ruleNames, rulesMatching, type Report } from "../diagnostics/index.ts";
import { createNodeHost, toPosixPath } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Host } from "../model/host.ts";
import { profileNames } from "../profiles/index.ts";
import { checkFurtherProfiles, mergeProfiles } from "./further-profiles.ts";
import type { UserConfig } from "../config/user-config.ts";

/** A directory named by the caller, with the settings that belong to it. */
export interface SourceArgument {
  /** Path relative to `cwd`, or absolute. */
  readonly dir: string;
  readonly mountAs?: string;
  readonly preload?: boolean;
}

export interface SessionOptions {
  /** Working directory, absolute; default: that of the process. */
  readonly cwd?: string;
  /** Path of a config file, relative to `cwd`; default: the first `skillc.config.*` in `cwd`. */
  readonly config?: string;
  /** Directories that take the place of the config's `sources`. */
  readonly sources?: readonly SourceArgument[];
  /** Settings that win over the config; an `outDir` in them is relative to `cwd`. */
  readonly overrides?: UserConfig;
}

export interface Session {
  /** Absolute path of the directory that every path is relative to: the config's, or `cwd`. */
  readonly base: string;
  readonly host: Host;
  /** Undefined when the configuration is wrong; why is in the diagnostics. */
  readonly config: Config | undefined;
  readonly report: Report;
  /** Everything found so far, its files relative to `cwd`. */
  readonly diagnostics: () => readonly Diagnostic[];
  /** Checks under the further profiles of the config; their findings join the others. */
  readonly checkFurther: () => Promise<void>;
}

/** Texts that take the place of files, by absolute POSIX path: what an editor, or a fix, has not written yet. */
export type Drafts = ReadonlyMap<string, string>;

export async function openSession(options: SessionOptions, drafts: Drafts = new Map()): Promise<Session> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const configFile = options.config === undefined ? undefined : resolve(cwd, options.config);
  const base = configFile === undefined ? cwd : dirname(configFile);
  const host = withDrafts(createNodeHost(base), drafts);
  const early = createReport({ profile: "standard" });
  const fromBase = (path: string): string => toPosixPath(relative(base, resolve(cwd, path))) || ".";
  const config = await readConfig(
    options,
    host,
    early,
    configFile === undefined ? undefined : fromBase(configFile),
    fromBase,
  );
  const report = createReport({
    profile: config?.profile ?? "standard",
    levels: config?.rules ?? {},
    overrides: config?.overrides ?? [],
  });
  const prefix = toPosixPath(relative(cwd, base));
  let further: readonly Diagnostic[] = [];
  const diagnostics = (): readonly Diagnostic[] =>
    [...early.diagnostics(), ...mergeProfiles(config, report.diagnostics(), further)].map((diagnostic) =>
      rebase(diagnostic, prefix),
    );
  const checkFurther = async (): Promise<void> => {
    if (config !== undefined) further = await checkFurtherProfiles(config, host);
  };
  return { base, host, config, report, diagnostics, checkFurther };
}

function withDrafts(host: Host, drafts: Drafts): Host {
  if (drafts.size === 0) return host;
  const readFile: Host["readFile"] = (path) => {
    const draft = drafts.get(host.absolutePath(path));
    return draft === undefined ? host.readFile(path) : new TextEncoder().encode(draft);
  };
  return { ...host, readFile };
}

async function readConfig(
  { sources = [], overrides = {} }: SessionOptions,
  host: Host,
  report: Report,
  file: string | undefined,
  fromBase: (path: string) => string,
): Promise<Config | undefined> {
  const [{ loadConfig }, { resolveConfig }, { parseYamlDocument }] = await Promise.all([
    import("../config/load.ts"),
    import("../config/resolve.ts"),
    import("../phases/2-parse/yaml.ts"),
  ]);
  const loaded = await loadConfig({
    host,
    ...(file === undefined ? {} : { file }),
    parseYaml: parseYamlDocument,
    // esbuild starts only for a config in TypeScript or JavaScript.
    importModule: async (path) => (await import("../bundle/load-module.ts")).loadModule(path),
    report,
  });
  if (loaded === undefined) return undefined;
  const { outDir, outputs } = overrides;
  return resolveConfig({
    ...loaded,
    overrides: {
      ...overrides,
      ...(outDir === undefined ? {} : { outDir: fromBase(outDir) }),
      ...(outputs && { outputs: outputs.map((output) => ({ ...output, outDir: fromBase(output.outDir) })) }),
    },
    // What was given as an absolute path stays one: the way to it from here would tell where this machine keeps it.
    positionals: sources.map(({ dir, ...more }) => ({
      ...more,
      dir: isAbsolute(dir) ? toPosixPath(dir) : fromBase(dir),
    })),
    host,
    report,
    profiles: profileNames,
    environment: (name) => process.env[name],
    rules: (name) => rulesMatching(name).length > 0 || (ruleNames as readonly string[]).includes(name),
  });
}

/** Moves the files of a finding from the base directory to the working directory. */
function rebase(diagnostic: Diagnostic, prefix: string): Diagnostic {
  if (prefix === "") return diagnostic;
  const move = (file: string): string => (file === "" || isAbsolute(file) ? file : normalize(`${prefix}/${file}`));
  const labels = diagnostic.labels?.map((label) => ({ ...label, file: move(label.file) }));
  const fixes = diagnostic.fixes?.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => ({ ...edit, file: move(edit.file) })),
  }));
  return { ...diagnostic, file: move(diagnostic.file), ...(labels && { labels }), ...(fixes && { fixes }) };
}

function normalize(path: string): string {
  return toPosixPath(relative(".", path));
}
