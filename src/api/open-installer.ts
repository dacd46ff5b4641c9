/** An installer for the project of a config: its profile and its references come from there. */
import { createFindings, compareDiagnostics, diagnose, judge } from "../diagnostics/index.ts";
import { fetchedReferences } from "../config/references.ts";
import { createInstaller, type Installer } from "../install/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { OnProgress } from "../model/progress.ts";
import { formatRef, type SkillRef } from "../refs/index.ts";
import { ruleBook } from "../rules.ts";
import { hostOf, loadUserFile, pathsOf, toWorkingDirectory, type SessionOptions } from "./session.ts";

export interface OpenedInstaller {
  readonly installer: Installer;
  /** References of the config, which the lock must have. */
  readonly wanted: readonly SkillRef[];
  /** Returns whether the config names a normalized reference. */
  names(ref: string): boolean;
  /** Absolute path of the directory with the lock. */
  readonly base: string;
}

export interface OpenInstallerOptions extends Pick<SessionOptions, "cwd" | "config"> {
  /** Allows repositories of this machine. */
  readonly allowFile?: boolean | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Reads the config, without resolving it: what it names need not be installed yet. */
export async function openInstaller(
  options: OpenInstallerOptions,
): Promise<OpenedInstaller | { readonly diagnostics: readonly Diagnostic[] }> {
  const paths = pathsOf(options);
  const findings = createFindings();
  const loaded = await loadUserFile(hostOf(paths), paths, findings);
  if (loaded === undefined) {
    const { judged } = judge([findings], { book: ruleBook, profiles: ["standard"] });
    const diagnostics = judged.map((one) => diagnose(one)).sort(compareDiagnostics);
    return { diagnostics: toWorkingDirectory(diagnostics, paths) };
  }
  const [profile] = [loaded.user.profile ?? []].flat().flatMap((names) => names.split(","));
  const installer = createInstaller({
    cwd: paths.base,
    profile: profile?.trim(),
    git: { allowFile: options.allowFile ?? false },
    onProgress: options.onProgress,
  });
  const wanted = fetchedReferences(loaded.user);
  const keys = new Set(wanted.map((ref) => formatRef(ref)));
  return { installer, wanted, names: (ref) => keys.has(ref), base: paths.base };
}
