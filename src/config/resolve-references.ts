/** Resolves references to installed directories and compares these with the lock, without the network. */
import type { Findings } from "../diagnostics/index.ts";
import type { DirectorySource } from "../model/config.ts";
import { isDirectory, isFailure, type Host } from "../model/host.ts";
import type { TextPlace } from "../model/source.ts";
import { isInside, joinPath, relativePath } from "../paths/index.ts";
import {
  compareInstalled,
  describeDifference,
  findPackageDir,
  formatRef,
  isRefFault,
  isSameTree,
  LOCK_FILE,
  packageNamed,
  parseLock,
  parseSkillRef,
  placeOf,
  projectSkillsDir,
  STATE_DIR,
  userSkillsDir,
  withPin,
  type LockEntry,
  type PackageRef,
  type SkillLock,
  type SkillRef,
} from "../refs/index.ts";
import { configRules } from "./rules.ts";
import { coversInstalled, type WrittenReference } from "./references.ts";

interface InstalledReference {
  readonly dir: string;
  /** Unless the source has its own mount. */
  readonly mountAs?: string;
  readonly catalogDir?: string;
}

export interface References {
  /** Undefined, with a finding, if there is no such directory. */
  resolve(reference: WrittenReference, place: TextPlace): InstalledReference | undefined;
  /** Compares sources with the lock, and reports its unused entries. */
  finish(sources: readonly DirectorySource[], reportUnused: boolean): void;
  /** Discovery of other sources skips these. */
  readonly roots: readonly string[];
  readonly locked: readonly string[];
  /** The same directories by reference without revision. */
  readonly refs: readonly (readonly [ref: string, dir: string])[];
}

interface ReferenceContext {
  readonly host: Host;
  readonly profile: string;
  readonly environment: (name: string) => string | undefined;
  readonly findings: Findings;
}

export function openReferences(context: ReferenceContext): References {
  const { host, profile, findings } = context;
  const lock = readLock(host, findings);
  // By their keys: whether they can be used.
  const compared = new Map<string, boolean>();
  const compare = (key: string, entry: LockEntry, place: TextPlace): boolean => {
    const isUsable = compared.get(key) ?? reportDifference(key, entry, { host, findings, place });
    compared.set(key, isUsable);
    return isUsable;
  };
  return {
    roots: [...new Set([STATE_DIR, projectSkillsDir(profile)])],
    locked: [...(lock ?? [])].map(([, { path }]) => path),
    refs: [...(lock ?? [])].map(([key, { path }]) => [withoutPin(key), path]),
    resolve(reference, place) {
      const { ref, text } = reference;
      const fault = isRefFault(ref) ? ref : onlyAfterAdd(ref);
      if (fault !== undefined) {
        findings.add(configRules["ref-invalid"], place, { ref: text, detail: fault.message, help: fault.help });
        return undefined;
      }
      const usable = ref as SkillRef;
      if (usable.kind === "pkg") return resolvePackage(usable, place, context);
      const name = reference.key === "dir" ? packageNamed(usable, host) : undefined;
      if (name !== undefined) {
        findings.add(configRules["ref-ambiguous"], place, { name });
        return undefined;
      }
      const key = formatRef(usable);
      const entry = lock?.get(key);
      if (entry === undefined) return lock === undefined ? undefined : resolveUnlocked(usable, place, context);
      return compare(key, entry, place) ? { dir: entry.path } : undefined;
    },
    finish(sources, reportUnused) {
      const dirs = sources.map(({ dir }) => dir);
      for (const [key, entry] of lock ?? []) {
        const isUsed =
          compared.has(key) ||
          dirs.some((dir) => coversInstalled(dir, entry.path, profile) || isInside(entry.path, dir));
        if (isUsed) compare(key, entry, { file: LOCK_FILE });
        else if (reportUnused && isInside(projectSkillsDir(profile), entry.path))
          findings.add(configRules["lock-entry-unused"], { file: LOCK_FILE }, { ref: key });
      }
    },
  };
}

function withoutPin(key: string): string {
  const ref = parseSkillRef(key);
  return isRefFault(ref) ? key : formatRef(withPin(ref, undefined));
}

/** Undefined, with a finding, if the lock cannot be used; empty without a lock. */
function readLock(host: Host, findings: Findings): SkillLock | undefined {
  const bytes = host.readFile(LOCK_FILE);
  if (isFailure(bytes) && bytes.failure === "not-found") return new Map();
  const lock = isFailure(bytes)
    ? { fault: `it cannot be read (${bytes.detail})` }
    : parseLock(new TextDecoder().decode(bytes), host.sha256);
  if (!("fault" in lock)) return lock;
  findings.add(configRules["lock-invalid"], { file: LOCK_FILE }, { detail: lock.fault });
  return undefined;
}

/** The remote completes such a reference, so a build cannot know its entry of the lock. */
function onlyAfterAdd(ref: SkillRef): { readonly message: string; readonly help: string } | undefined {
  if (ref.kind !== "github" || (ref.tree === undefined && ref.skill === undefined)) return undefined;
  return {
    message: ref.tree === undefined ? "it selects a skill by its name" : "it is a web address",
    help: "run `skillc add` with it, and write the reference that it prints",
  };
}

/** Returns whether the directory can be used. */
function reportDifference(
  key: string,
  entry: LockEntry,
  { host, findings, place }: { readonly host: Host; readonly findings: Findings; readonly place: TextPlace },
): boolean {
  const difference = compareInstalled(host, entry);
  if (difference === undefined) {
    findings.add(configRules["ref-not-installed"], place, { ref: key, dir: entry.path });
    return false;
  }
  if (isSameTree(difference)) return true;
  const files = describeDifference(difference);
  findings.add(configRules["installed-changed"], { file: entry.path }, { ref: key, dir: entry.path, files });
  return false;
}

/** PromptKit has no lock: its installed directories are used as they are, with a warning. */
function resolveUnlocked(ref: SkillRef, place: TextPlace, context: ReferenceContext): InstalledReference | undefined {
  const { host, profile, environment, findings } = context;
  const key = formatRef(ref);
  const at = placeOf(ref);
  if (!isRefFault(at)) {
    const dir = joinPath(projectSkillsDir(profile), at.org, at.name);
    const hasLock = !isFailure(host.entryStatus(LOCK_FILE));
    if (profile === "promptkit" && !hasLock && isDirectory(dir, host)) {
      findings.add(configRules["ref-unpinned"], place, { ref: key, dir });
      return { dir };
    }
    const user = userSkillsDir(environment, profile);
    const onlyUser = user !== undefined && isDirectory(joinPath(user, at.org, at.name), host);
    findings.add(configRules["ref-not-locked"], place, { ref: key, onlyUser });
    return undefined;
  }
  findings.add(configRules["ref-not-locked"], place, { ref: key, onlyUser: false });
  return undefined;
}

/** A package keeps its name in the catalog, wherever it is installed. */
function resolvePackage(
  ref: PackageRef,
  place: TextPlace,
  { host, findings }: ReferenceContext,
): InstalledReference | undefined {
  const found = findPackageDir(ref.name, host);
  if (found === undefined) {
    findings.add(configRules["package-missing"], place, { name: ref.name });
    return undefined;
  }
  // Workspaces and some package managers link packages.
  const real = host.realPath(found);
  const catalogDir = ref.path === undefined ? ref.name : `${ref.name}/${ref.path}`;
  const absolute = joinPath(isFailure(real) ? found : real, ref.path ?? "");
  // Findings name it, and a reader types paths from here; a package on another drive has no such path.
  const dir = relativePath(host.absolutePath("."), absolute) ?? absolute;
  return { dir, mountAs: catalogDir, catalogDir };
}
