/** Records the source of contents in the cache: a digest alone does not identify it. */
import { resolve } from "node:path";
import type { InstalledFile } from "./install-store.ts";
import { gitUrlOf, isRefFault, parseSkillRef, pathInOf, revisionOf, type LockEntry } from "../refs/index.ts";
import { registryOf } from "./fetch-ref.ts";
import type { FetchedTree } from "./fetched.ts";
import { isInstallFault } from "./install-fault.ts";
import { allowedNote, type InstallWorkspace } from "./workspace.ts";

export function keepFetched(
  key: string,
  entry: LockEntry,
  files: FetchedTree["files"],
  workspace: InstallWorkspace,
): void {
  const { cache, host } = workspace;
  const source = sourceOf(key, entry, workspace);
  if (cache === undefined || source === undefined) return;
  for (const { bytes } of files.values()) cache.write(host.sha256(bytes), bytes);
  // One path per line: no name of a file has a line end.
  const programs = [...files].filter(([, { executable }]) => executable).map(([path]) => path);
  cache.note(source, programs.join("\n"));
  const ref = parseSkillRef(key);
  const url = isRefFault(ref) ? undefined : gitUrlOf(ref);
  if (url?.startsWith("file:") === true) cache.note(allowedNote(url), "");
}

/**
 * Undefined unless all files were fetched from the source of the entry. Otherwise anyone who can edit a lock could name
 * the contents of another source.
 */
export function keptFiles(
  key: string,
  entry: LockEntry,
  workspace: InstallWorkspace,
): ReadonlyMap<string, InstalledFile> | undefined {
  const { cache } = workspace;
  const source = sourceOf(key, entry, workspace);
  const programs = source === undefined ? undefined : cache?.recall(source);
  if (cache === undefined || programs === undefined) return undefined;
  const executable = new Set(programs.split("\n"));
  const files = new Map<string, InstalledFile>();
  for (const [path, digest] of entry.files) {
    const bytes = cache.read(digest);
    if (bytes === undefined) return undefined;
    files.set(path, { bytes, executable: executable.has(path) });
  }
  return files;
}

export function noteMember(key: string, entry: LockEntry, { cache }: InstallWorkspace): void {
  const member = memberOf(key, entry);
  if (member !== undefined) cache?.note(member, "");
}

/** Whether the remote has had the commit of an entry on its branch or tag. */
export function isKnownMember(key: string, entry: LockEntry, { cache }: InstallWorkspace): boolean {
  const member = memberOf(key, entry);
  return member !== undefined && cache?.recall(member) !== undefined;
}

function memberOf(key: string, { commit, revision }: LockEntry): string | undefined {
  const ref = parseSkillRef(key);
  if (isRefFault(ref) || commit === undefined || revision === undefined) return undefined;
  return JSON.stringify(["member", gitUrlOf(ref), revision, commit]);
}

/** Undefined if it cannot be known. */
function sourceOf(key: string, entry: LockEntry, { base, environment }: InstallWorkspace): string | undefined {
  const { commit, version, integrity } = entry;
  const ref = parseSkillRef(key);
  if (isRefFault(ref) || ref.kind === "pkg") return undefined;
  if (ref.kind === "path") return JSON.stringify(["path", resolve(base, ref.path), integrity]);
  if (ref.kind === "archive" || ref.kind === "site")
    return JSON.stringify([ref.kind, ref.url, ref.kind === "site" ? ref.skill : ref.path, integrity]);
  if (ref.kind !== "npm")
    return JSON.stringify(["git", gitUrlOf(ref), pathInOf(ref), commit ?? revisionOf(ref), integrity]);
  const registry = registryOf(ref.name, { base, environment });
  return isInstallFault(registry)
    ? undefined
    : JSON.stringify(["npm", registry.url, ref.name, pathInOf(ref), version, integrity]);
}
