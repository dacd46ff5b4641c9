/** Fetches the files of any reference; writes none of them. */
import { join, resolve } from "node:path";
import type { FetchLimits } from "./fetch-git.ts";
import { pathToFileURL } from "node:url";
import { findBareRepository } from "../host/bare-repository.ts";
import { createNodeHost } from "../host/node-host.ts";
import { isFailure, type Host } from "../model/host.ts";
import { isArchiveName, type LockEntry, type PackageRef, type PathRef, type SkillRef } from "../refs/index.ts";
import { entriesBelow, skillsIn } from "./choose-skill.ts";
import { directoryOf, documentsIn, fetchArchive, readLocalArchive, takeTree, withDirectory } from "./fetch-archive.ts";
import type { FetchedTree } from "./fetched.ts";
import { fetchSite } from "./fetch-site.ts";
import { fetchGitRef } from "./fetch-git-ref.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { listedSkills } from "./listed-skills.ts";
import { readRegistry, type NpmrcFile, type Registry } from "./npmrc.ts";
import { downloadPackage, findPackage } from "./npm-registry.ts";
import { readArchive } from "./read-tar.ts";
import { withPartsOf } from "./source-parts.ts";
import { refusePointers, takeFiles, type ListedEntry, type TreeLimits } from "./take-files.ts";

export type InstallLimits = TreeLimits & FetchLimits;

/** Enough for every known collection of skills, and little enough for a small machine. */
export const DEFAULT_LIMITS: InstallLimits = {
  files: 10_000,
  bytes: 100 * 1024 * 1024,
  fileBytes: 25 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
  idleMs: 30_000,
  totalMs: 600_000,
};

export interface FetchContext {
  /** Paths and `.npmrc` are relative to the directory of the project. */
  readonly base: string;
  readonly environment: (name: string) => string | undefined;
  readonly temporary: () => string;
  /** Whether a repository may be local. */
  readonly allowFile: (url: string) => boolean;
  /** `home` is the origin of the source; an origin is `https://cdn.acme.dev`. */
  readonly allowOrigin: (origin: string, home: string) => boolean;
  readonly limits: InstallLimits;
}

export interface FetchRequest {
  readonly ref: SkillRef;
  readonly skill?: string | undefined;
  /** Takes precedence over what the reference means now. */
  readonly commit?: string | undefined;
  readonly version?: string | undefined;
  /** The locked archive or site takes precedence over the present one. */
  readonly locked?: Pick<LockEntry, "digest" | "skills" | "resolved"> | undefined;
  /** Also takes what the skills require of the same source. */
  readonly withParts?: boolean | undefined;
}

export async function fetchRef(request: FetchRequest, context: FetchContext): Promise<FetchedTree | InstallFault> {
  const { ref, commit, version, withParts = false } = request;
  const skill = request.skill ?? (ref.kind === "github" ? ref.skill : undefined);
  switch (ref.kind) {
    case "path":
      return readLocal(ref, { skill, withParts }, context);
    case "npm":
      return fetchPackage(ref, { version, skill, withParts }, context);
    case "archive":
      return fetchArchive(ref, { skill, digest: request.locked?.digest, withParts }, context);
    case "site": {
      const { skills: artifacts, resolved } = request.locked ?? {};
      return fetchSite(ref, { skill, artifacts, resolved, withParts }, context);
    }
    case "pkg":
      return installFault("bad-ref", `"pkg:${ref.name}" is installed by your package manager`, [
        `add it there, and name it in sources: { package: "${ref.name}" }`,
      ]);
    default: {
      const { allowFile, limits } = context;
      return fetchGitRef(ref, { dir: context.temporary(), allowFile, limits, commit, skill, withParts });
    }
  }
}

async function fetchPackage(
  ref: PackageRef,
  { version, skill, withParts }: Pick<FetchRequest, "version" | "skill" | "withParts">,
  { base, environment, limits }: FetchContext,
): Promise<FetchedTree | InstallFault> {
  const registry = registryOf(ref.name, { base, environment });
  if (isInstallFault(registry)) return registry;
  const found = await findPackage(ref.name, version ?? ref.range, { registry, limits });
  if (isInstallFault(found)) return found;
  const archive = await downloadPackage(found, { registry, limits });
  if (isInstallFault(archive)) return archive;
  const what = `${found.name}@${found.version}`;
  const entries = readArchive(archive, limits.bytes);
  if (entries === undefined)
    return installFault("refused-files", `the archive of ${what} is damaged or too large`, ["use another version"]);
  // npm puts everything into one directory of any name.
  const inside = entries.map((entry) => ({ ...entry, path: entry.path?.replace(/^\/?[^/]+\//, "") }));
  const warnings = found.deprecated === undefined ? [] : [`${what} is deprecated: ${found.deprecated}`];
  const { provenance } = found;
  const origin = { version: found.version, npmIntegrity: found.integrity };
  const taken = await takeTree({ ref, entries: inside, skill, limits, origin, what, withParts });
  const listed = listedSkills(inside).map((command) => `${what} recommends more skills: \`${command}\``);
  if (isInstallFault(taken)) return taken.code === "no-skill-file" ? onlyListed(taken, listed) : taken;
  return { ...taken, warnings: [...warnings, ...listed], ...(provenance !== undefined && { provenance }) };
}

/** A package without skills may name skills elsewhere. */
function onlyListed(fault: InstallFault, listed: readonly string[]): InstallFault {
  return listed.length === 0
    ? fault
    : installFault(fault.code, fault.message, fault.help, [...fault.details, ...listed]);
}

/** A fault if the settings of the project name no usable registry. */
export function registryOf(
  name: string,
  { base, environment }: Pick<FetchContext, "base" | "environment">,
): Registry | InstallFault {
  return readRegistry(name, npmrcFiles(base, environment), environment);
}

/** The settings of the project come before those of the user. */
function npmrcFiles(base: string, environment: FetchContext["environment"]): readonly NpmrcFile[] {
  const home = environment("HOME") ?? environment("USERPROFILE");
  const user =
    environment("npm_config_userconfig") ?? environment("NPM_CONFIG_USERCONFIG") ?? (home && join(home, ".npmrc"));
  const host = createNodeHost(base);
  const project = join(base, ".npmrc");
  const isSame = user !== undefined && resolve(base, user) === project;
  const files = [
    ...(isSame ? [] : [{ path: ".npmrc", isProject: true }]),
    ...(user === undefined ? [] : [{ path: user, isProject: false }]),
  ];
  return files.flatMap((file) => {
    const bytes = host.readFile(file.path);
    return isFailure(bytes) ? [] : [{ ...file, text: new TextDecoder().decode(bytes) }];
  });
}

interface LocalEntry extends ListedEntry {
  readonly path: string;
  readonly location: string;
}

/** With the same refusals as for any other source. */
async function readLocal(
  ref: PathRef,
  { skill, withParts }: Pick<FetchRequest, "skill" | "withParts">,
  { base, limits }: FetchContext,
): Promise<FetchedTree | InstallFault> {
  const host = createNodeHost(base);
  const status = host.status(ref.path);
  if (!isFailure(status) && status.kind === "file" && isArchiveName(ref.path))
    return readLocalArchive(ref, { host, skill, limits, withParts });
  if (isFailure(status) || status.kind !== "directory") {
    const what = isFailure(status) ? "does not exist" : "is not a directory";
    return installFault("not-directory", `"${ref.path}" ${what}`, [
      "name the directory of a skill, or a .zip or .tar.gz",
    ]);
  }
  const location = resolve(base, ref.path);
  if (findBareRepository(location) === ".")
    return installFault("not-directory", `"${ref.path}" is a git repository without files`, [
      `fetch from it with \`skillc add --allow-file git+${pathToFileURL(location).href}\``,
    ]);
  const entries = listLocal(ref.path, host);
  if (isInstallFault(entries)) return entries;
  const read = ({ location }: LocalEntry): Uint8Array => {
    const bytes = host.readFile(location);
    return isFailure(bytes) ? new Uint8Array() : bytes;
  };
  const dir = directoryOf(entries, skill, read);
  if (typeof dir !== "string") return dir;
  const take = (below: string): FetchedTree | InstallFault =>
    takeLocal(withDirectory(ref, below), entriesBelow(entries, below), { host, limits });
  const tree = take(dir);
  if (isInstallFault(tree) || withParts !== true) return tree;
  const skills = () => skillsIn(documentsIn(entries, read));
  return withPartsOf(tree, { root: ref, skills, take });
}

function takeLocal(
  ref: SkillRef,
  entries: readonly LocalEntry[],
  { host, limits }: { readonly host: Host; readonly limits: TreeLimits },
): FetchedTree | InstallFault {
  const taken = takeFiles(entries, limits);
  if (isInstallFault(taken)) return taken;
  const files = new Map<string, { readonly bytes: Uint8Array; readonly executable: boolean }>();
  for (const { path, location } of taken) {
    const bytes = host.readFile(location);
    if (isFailure(bytes)) return unreadable(location, bytes.detail);
    files.set(path, { bytes, executable: false });
  }
  return refusePointers(files) ?? { ref, origin: {}, files, warnings: [] };
}

function unreadable(path: string, detail: string): InstallFault {
  return installFault("disk", `"${path}" cannot be read (${detail})`, ["grant read permission"]);
}

function listLocal(root: string, host: Host): readonly LocalEntry[] | InstallFault {
  const entries: LocalEntry[] = [];
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const listed = host.readDirectory(join(root, below));
    if (isFailure(listed)) return unreadable(join(root, below), listed.detail);
    for (const { name, kind } of listed) {
      const path = below === "" ? name : `${below}/${name}`;
      const location = join(root, path);
      const entry = kind === "file" ? host.entryStatus(location) : undefined;
      const size = entry !== undefined && !isFailure(entry) ? entry.size : 0;
      if (kind !== "directory") entries.push({ path, location, kind, size });
      // The repository of the directory, and what its package manager has installed, are not part of a skill.
      else if (!/^(?:\.git|node_modules|\.skillc)$/i.test(name)) waiting.push(path);
    }
  }
  return entries;
}
