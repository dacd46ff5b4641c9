/** An installer for the project of a config: its profile and its references come from there. */
import { basename } from "node:path";
import { createFindings, compareDiagnostics, diagnose, judge } from "../diagnostics/index.ts";
import { fetchedReferences } from "../config/references.ts";
import { createInstaller, isInstallFault, type Installer } from "../install/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { OnProgress } from "../model/progress.ts";
import { formatRef, projectSkillsDir, type SkillRef } from "../refs/index.ts";
import { ruleBook } from "../rules.ts";
import { isNotRun, runsCode } from "./runs-code.ts";
import { openConfigSources, type ConfigOutcome } from "./sources-file.ts";
import { hostOf, loadUserFile, pathsOf, toWorkingDirectory, type SessionOptions } from "./session.ts";

export interface OpenedInstaller {
  readonly installer: Installer;
  /** References of the config, which the lock must have. */
  readonly wanted: readonly SkillRef[];
  /** Returns whether the config names a normalized reference, or its directory is in one of its sources. */
  names(ref: string, path: string): boolean;
  /** Name of the config that was read; undefined without one. */
  readonly config: string | undefined;
  /** What became of the config; undefined if there was nothing to do. */
  outcome(): ConfigOutcome | undefined;
  /** Absolute path of the directory with the lock. */
  readonly base: string;
  /** The finding that names the config in code, if there is one and it was not run. */
  readonly notRun: readonly Diagnostic[];
}

export interface OpenInstallerOptions extends Pick<SessionOptions, "cwd" | "config" | "runConfig"> {
  /** Whether the config follows the lock: `adds` writes new sources too. Default: false. */
  readonly saves?: boolean | "adds" | undefined;
  /** Allows repositories of this machine. */
  readonly allowFile?: boolean | undefined;
  /** Origins that sites and archives may refer to. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Reads the config, without resolving it: what it names need not be installed yet. */
export async function openInstaller(
  options: OpenInstallerOptions,
): Promise<OpenedInstaller | { readonly diagnostics: readonly Diagnostic[] }> {
  const paths = pathsOf(options);
  const findings = createFindings();
  const loaded = await loadUserFile(hostOf(paths), paths, { findings, runsCode: runsCode(options) });
  const { judged } = judge([findings], { book: ruleBook, profiles: ["standard"] });
  const diagnostics = toWorkingDirectory(judged.map((one) => diagnose(one)).sort(compareDiagnostics), paths);
  if (loaded === undefined) return { diagnostics };
  const notRun = diagnostics.filter(isNotRun);
  const [written] = [loaded.user.profile ?? []].flat().flatMap((names) => names.split(","));
  const profile = notRun.length > 0 && loaded.file === undefined ? installedProfile(paths.base) : written?.trim();
  const { user, file } = loaded;
  const { saves = false } = options;
  const sources = openConfigSources({
    host: hostOf(paths),
    base: paths.base,
    user,
    file,
    notRun: notRun[0]?.file === undefined ? undefined : basename(notRun[0].file),
    profile,
    adds: saves === "adds",
  });
  const installer = createInstaller({
    cwd: paths.base,
    profile,
    git: { allowFile: options.allowFile ?? false },
    web: { allowedOrigins: options.allowedOrigins },
    ...(saves !== false && { config: sources.file }),
    onProgress: options.onProgress,
  });
  const wanted = fetchedReferences(user);
  const keys = new Set(wanted.map((ref) => formatRef(ref)));
  return {
    installer,
    wanted,
    names: (ref, path) => keys.has(ref) || sources.covers(path),
    config: file,
    outcome: sources.outcome,
    base: paths.base,
    notRun,
  };
}

/** Returns the profile that the lock shows, or without one the directories: the config that names it was not run. */
function installedProfile(cwd: string): string | undefined {
  const profile = "promptkit";
  const found = createInstaller({ cwd, profile }).list();
  if (isInstallFault(found)) return undefined;
  const locked = found.filter(({ ref }) => ref !== undefined);
  const dir = `${projectSkillsDir(profile)}/`;
  return (locked.length > 0 ? locked : found).some(({ path }) => path.startsWith(dir)) ? profile : undefined;
}
