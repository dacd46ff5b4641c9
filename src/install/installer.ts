/** Installs skills from git repositories, npm packages and directories, pinned by a lock. */
import { join, resolve } from "node:path";
import type { OnProgress } from "../model/progress.ts";
import { isInstallUnfinished } from "./install-store.ts";
import { formatRef, isRefFault, packageNamed, parseSkillRef, STATE_DIR, type SkillRef } from "../refs/index.ts";
import { addRef, type AddedSkills, type AddOptions } from "./add.ts";
import { DEFAULT_LIMITS, type InstallLimits } from "./fetch-ref.ts";
import { siteInstead } from "./site-address.ts";
import { fetchWith } from "./fetch-with.ts";
import { importSkillsCliLock, type Imported } from "./import-skills-cli.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { listInstalled, resolveInstalled, type InstalledSkill } from "./listing.ts";
import { removeSource, removeUnused, type RemovedSkill, type RemovedSource } from "./remove.ts";
import { findSource } from "./locked-sources.ts";
import { filesOnDisk, type InstalledFiles } from "./move.ts";
import { restoreLock, type Restored, type RestoreOptions } from "./restore.ts";
import { findOutdated, updateRefs, type OutdatedRow, type Updated, type UpdateOptions } from "./upgrade.ts";
import { verifyInstalled, type Drift, type VerifyInstallOptions } from "./verify.ts";
import {
  openWorkspace,
  readLock,
  withSession,
  type Scope,
  type Session,
  type SourcesFile,
  type InstallWorkspace,
} from "./workspace.ts";

/**
 * Settings of an installer; every one is optional. `host`, `git` and `npm` replace its parts, for tests and for systems
 * without git or a network.
 *
 * @example
 * const installer = createInstaller({ cwd: "/srv/app", git: { clone: async (url, dir) => unpack(url, dir) } });
 */
export interface InstallerOptions {
  /** Directory of the project, with the config and the lock. Default: the working directory of the process. */
  readonly cwd?: string | undefined;
  /** `promptkit` installs into `.promptkit/skills` and `~/.config/promptkit/skills`. Default: `.skillc/skills`. */
  readonly profile?: string | undefined;
  readonly host?:
    | {
        /** Environment variables: HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME. Default: those of the process. */
        readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
        /** Copies a directory of this machine to one that does not exist. Default: reads its files. */
        readonly copy?: ((source: string, dir: string) => Promise<void> | void) | undefined;
      }
    | undefined;
  readonly git?:
    | {
        /** Puts a repository into a directory that does not exist. Default: fetches one commit, without a checkout. */
        readonly clone?: ((url: string, dir: string) => Promise<void> | void) | undefined;
        /** Puts a version into that directory; called only if the reference has one. */
        readonly checkout?: ((dir: string, version: string) => Promise<void> | void) | undefined;
        /** Allows `git+file:///`. Default: false. */
        readonly allowFile?: boolean | undefined;
        /**
         * SkillKit's list of sources: `*`, `owner/*`, `owner/repo` on GitHub. With a list, nothing else is fetched by git.
         * Default: every source.
         */
        readonly allowedSources?: readonly string[] | undefined;
      }
    | undefined;
  readonly web?:
    | {
        /** Origins that a site or an archive may point to, such as `https://cdn.acme.dev`. Default: its own. */
        readonly allowedOrigins?: readonly string[] | undefined;
      }
    | undefined;
  readonly npm?:
    | {
        /** Address of the registry. Default: from `.npmrc`. */
        readonly registry?: string | undefined;
      }
    | undefined;
  /** A file that names sources and follows the lock. */
  readonly config?: SourcesFile | undefined;
  /** How much is fetched, in files, bytes and milliseconds. */
  readonly limits?: Partial<InstallLimits> | undefined;
  /** Called before each reference is fetched. */
  readonly onProgress?: OnProgress | undefined;
}

interface InstallPlaceOptions {
  /** Default: `user`, as in PromptKit. */
  readonly scope?: Scope | undefined;
}

/**
 * Installs, pins, updates and compares skills. No method throws for bad input or an unreachable source; a fault means
 * that nothing has changed. Operations that change something wait for each other, and finish what a killed one began.
 *
 * @example
 * const installer: Installer = createInstaller();
 * const drifts = installer.verify();
 */
export interface Installer {
  /** Fetches a reference, installs it and adds it to the lock; a source that is installed moves to its pin. */
  add(ref: string, options?: AddOptions): Promise<AddedSkills | InstallFault>;
  /** PromptKit: installs a reference at `<org>/<name>` of the user or of the project. */
  install(ref: string, options?: InstallPlaceOptions): Promise<AddedSkills | InstallFault>;
  /** PromptKit: installs a reference at `<dir>/<name>`. */
  installInto(ref: string, dir: string): Promise<AddedSkills | InstallFault>;
  /** PromptKit: copies a directory to `local/<name>` of the user or of the project. */
  installLocal(source: string, options?: InstallPlaceOptions): Promise<AddedSkills | InstallFault>;
  /** PromptKit: copies a directory to `<dir>/<name>`. */
  installLocalInto(source: string, dir: string): Promise<AddedSkills | InstallFault>;
  /**
   * Removes an installed source, by its reference or the name of its only skill: files and entry in the lock. What others
   * require stays.
   */
  remove(ref: string): Promise<RemovedSkill | InstallFault>;
  /** Removes what was installed because something required it, and nothing requires any more. */
  removeUnused(): Promise<readonly RemovedSource[] | InstallFault>;
  /** Lists what is installed: the project before the user, then by `org/name`. */
  list(): readonly InstalledSkill[] | InstallFault;
  /** Finds an installed source, by a reference or the name of a skill: the project before the user. Its pin does not matter. */
  resolve(ref: string): InstalledSkill | InstallFault;
  /** Makes the disk what the lock says. */
  restore(options?: RestoreOptions): Promise<Restored | InstallFault>;
  /** Takes over a `skills-lock.json` of the skills command line. */
  importFrom(file: string): Promise<Imported | InstallFault>;
  /** Compares the lock with what its references mean now. */
  outdated(): Promise<readonly OutdatedRow[] | InstallFault>;
  /** Installs what the references of the lock mean now, or moves sources to another pin. */
  update(options?: UpdateOptions): Promise<Updated | InstallFault>;
  /** Compares lock, disk and what a config names, without a network. */
  verify(options?: VerifyInstallOptions): readonly Drift[] | InstallFault;
  /** Finishes what a killed command began; every other changing method does so, too. */
  repair(): Promise<InstallFault | undefined>;
  /** Returns the files of a reference, installed or fetched, without installing them. */
  read(ref: string): Promise<{ readonly ref: string; readonly files: InstalledFiles } | InstallFault>;
}

/**
 * Creates an installer.
 *
 * @returns the installer; nothing is read or created before its first method is called.
 * @example
 * const installer = createInstaller({ cwd: "/srv/app" });
 * const added = await installer.add("acme/skills/pdf@v1");
 * if (isInstallFault(added)) console.error(added.message, added.help);
 */
export function createInstaller(options: InstallerOptions = {}): Installer {
  const workspace = workspaceOf(options);
  const parsed = async <Result>(
    text: string,
    run: (ref: SkillRef) => Promise<Result | InstallFault>,
  ): Promise<Result | InstallFault> => {
    const ref = readRef(text);
    return isInstallFault(ref) ? ref : run(ref);
  };
  const add = (text: string, more: AddOptions = {}): Promise<AddedSkills | InstallFault> =>
    parsed(text, async (ref) => {
      const name = more.scope === "user" ? undefined : packageNamed(ref, workspace.host);
      if (name !== undefined) return ambiguous(name);
      workspace.onProgress?.({ phase: "fetch", done: 0, total: 1 });
      return withSession(workspace, more.scope ?? "project", async (session) =>
        addRef(await siteInstead(text, ref, session), more, session),
      );
    });
  const addLocal = (source: string, more: AddOptions): Promise<AddedSkills | InstallFault> =>
    add(toLocalRef(source), more);
  const inProject = <Result>(run: (session: Session) => Promise<Result | InstallFault>) =>
    withSession(workspace, "project", run);
  return {
    add,
    install: (ref, { scope = "user" } = {}) => add(ref, { scope, ...ALONE }),
    installInto: (ref, into) => add(ref, { into, ...ALONE }),
    installLocal: (source, { scope = "user" } = {}) => addLocal(source, { scope, ...ALONE }),
    installLocalInto: (source, into) => addLocal(source, { into, ...ALONE }),
    remove: (text) => removeSource(text, workspace),
    removeUnused: () => inProject((session) => removeUnused(session)),
    list: () => listInstalled(workspace),
    resolve: (text) => resolveInstalled(text, workspace),
    restore: (more = {}) => inProject((session) => restoreLock(more, session)),
    importFrom: (file) => inProject((session) => importSkillsCliLock(file, session)),
    outdated: () => inProject((session) => findOutdated(session)),
    update: (more = {}) => inProject((session) => updateRefs(more, session)),
    verify: (more) => verifyInstalled(workspace, more),
    async repair() {
      const { base } = workspace;
      if (!isInstallUnfinished(join(base, STATE_DIR))) return undefined;
      return inProject(() => Promise.resolve(undefined));
    },
    read: (text) => readFilesOf(text, workspace),
  };
}

const ALONE = { dependencies: "none" } as const;

function workspaceOf(options: InstallerOptions): InstallWorkspace {
  const { cwd, profile, host = {}, git = {}, web = {}, npm = {}, limits, config, onProgress } = options;
  const variables = host.environment ?? process.env;
  const environment = (name: string): string | undefined => {
    if (npm.registry !== undefined && name === "npm_config_registry") return npm.registry;
    return variables[name];
  };
  return openWorkspace({
    base: resolve(cwd ?? process.cwd()),
    environment,
    profile,
    steps: { clone: git.clone, checkout: git.checkout, copy: host.copy },
    limits: { ...DEFAULT_LIMITS, ...limits },
    allowFile: git.allowFile ?? false,
    allowedSources: git.allowedSources,
    allowedOrigins: web.allowedOrigins ?? [],
    config,
    onProgress,
  });
}

function readRef(text: string): SkillRef | InstallFault {
  const ref = parseSkillRef(text);
  if (!isRefFault(ref)) return ref;
  const place = ref.at === 0 ? "" : ` (character ${ref.at + 1})`;
  return installFault("bad-ref", `${JSON.stringify(text.slice(0, 200))} is not a reference: ${ref.message}${place}`, [
    ref.help,
  ]);
}

/** Without `./`, the bare name of a directory would be a reference to something elsewhere. */
function toLocalRef(source: string): string {
  return /^(?:\.{0,2}[/\\]|\.{1,2}$|[A-Za-z]:[\\/])/.test(source) ? source : `./${source}`;
}

function ambiguous(name: string): InstallFault {
  return installFault("ambiguous", `"${name}" is also a package of this project`, [
    `write github:${name.slice(1)} for the repository on GitHub`,
    `name the package in sources: { package: "${name}" }`,
    `write npm:${name} to fetch it from the registry`,
  ]);
}

/** A reference of the lock comes first, then the name of an installed skill, then a reference to fetch. */
async function readFilesOf(
  text: string,
  workspace: InstallWorkspace,
): Promise<{ readonly ref: string; readonly files: InstalledFiles } | InstallFault> {
  const lock = readLock(workspace);
  if (isInstallFault(lock)) return lock;
  const found = findSource(text, lock, workspace);
  const parsed = readRef(text);
  const ref = isInstallFault(found) ? parsed : found.ref;
  if (isInstallFault(ref)) return isInstallFault(found) && found.code !== "bad-ref" ? found : ref;
  const key = formatRef(ref);
  const entry = ref.kind === "path" ? undefined : lock.get(key);
  const files = entry && filesOnDisk(key, entry, workspace);
  if (files !== undefined && files.size > 0) return { ref: key, files };
  return withSession(workspace, "project", async (session) => {
    const fetched = await fetchWith(session, { ref });
    return isInstallFault(fetched) ? fetched : { ref: formatRef(fetched.ref), files: fetched.files };
  });
}

type ResolveRefOptions = Pick<InstallerOptions, "cwd" | "profile" | "host">;

/**
 * Finds an installed reference, the project before the user, as PromptKit's registry does. The version of the
 * reference does not matter.
 *
 * @returns where it is; undefined if it is not installed or not a reference.
 * @example
 * resolveRef("@acme/skills@v1", { cwd: "/srv/app" })?.path; // ".skillc/skills/acme/skills"
 */
export function resolveRef(ref: string, options: ResolveRefOptions = {}): InstalledSkill | undefined {
  const found = createInstaller(options).resolve(ref);
  return isInstallFault(found) ? undefined : found;
}
