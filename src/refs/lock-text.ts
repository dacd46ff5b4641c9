import { compareCodeUnits, sortedBy } from "../paths/index.ts";
import { isTreePath } from "./tree-path.ts";
import { formatRef } from "./format-ref.ts";
import { parseSkillRef } from "./parse-ref.ts";
import { show } from "./segments.ts";
import { isRefFault } from "./skill-ref.ts";
import { isObject, parseJson } from "../model/json.ts";

export const LOCK_FILE = "skillc.lock";

const LOCK_VERSION = 1;

/**
 * One installed reference. Only `integrity` and `files` decide about the disk; only `commit` or `version` decides what
 * is fetched.
 *
 * @example
 * const { path, commit, integrity } = lock.get("@acme/skills@v1") as LockEntry;
 */
export interface LockEntry {
  /** POSIX path of the directory, relative to the lock file. */
  readonly path: string;
  /** Full id of the commit. */
  readonly commit?: string;
  /** What the revision was: `refs/tags/v1`, `refs/heads/main`; undefined for a commit id. */
  readonly revision?: string;
  /** Id of the git tree that was fetched. */
  readonly tree?: string;
  /** Version of the npm package. */
  readonly version?: string;
  /** Subresource integrity of the package, from the registry. */
  readonly npmIntegrity?: string;
  /** Address of the index that named the artifacts of a site. */
  readonly resolved?: string;
  /** The artifacts of a site by the name of their skill, where its index has digests. */
  readonly skills?: Readonly<Record<string, LockedArtifact>>;
  /** `sha256:` and the digest of an archive. */
  readonly digest?: string;
  /** `sha256:` and the digest over `path NUL sha256 LF` of all files, sorted by code units. */
  readonly integrity: string;
  /** SHA-256 by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The entries whose skills its own skills require, sorted; absent without any. */
  readonly requires?: readonly string[];
  /** The entries that require it, sorted; absent for what was installed by hand. */
  readonly requiredBy?: readonly string[];
}

/**
 * A file that a site has for a skill.
 *
 * @example
 * const { url, digest } = entry.skills?.["deploy"] as LockedArtifact;
 */
export interface LockedArtifact {
  readonly url: string;
  /** `sha256:` and 64 lower-case hex digits. */
  readonly digest: string;
}

export type SkillLock = ReadonlyMap<string, LockEntry>;

/** One digest over their paths and digests. */
export function integrityOf(files: ReadonlyMap<string, string>, sha256: (text: string) => string): string {
  const lines = sortedBy([...files], ([path]) => path).map(([path, digest]) => `${path}\0${digest}\n`);
  return `sha256:${sha256(lines.join(""))}`;
}

/** The same entries give the same bytes. */
export function formatLock(lock: SkillLock): string {
  const skills = sortedBy([...lock], ([key]) => key).map(([key, entry]) => {
    const { skills, files, integrity, requires, requiredBy, ...origin } = entry;
    const { path, revision, commit, tree, version, npmIntegrity, resolved, digest } = origin;
    const written = { path, revision, commit, tree, version, npmIntegrity, resolved, digest };
    const artifacts = skills && Object.fromEntries(sortedBy(Object.entries(skills), ([name]) => name));
    const sorted = Object.fromEntries(sortedBy([...files], ([name]) => name));
    return [key, { ...written, requires, requiredBy, skills: artifacts, integrity, files: sorted }] as const;
  });
  return `${JSON.stringify({ lockfileVersion: LOCK_VERSION, skills: Object.fromEntries(skills) }, null, 2)}\n`;
}

/** No path in a lock may leave its directory. */
export function parseLock(text: string, sha256: (text: string) => string): SkillLock | { readonly fault: string } {
  // What git writes between two versions that it could not merge.
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return { fault: "it contains conflict markers" };
  const parsed = parseJson(text);
  if (parsed === undefined) return { fault: "it is not JSON" };
  if (!isObject(parsed) || !isObject(parsed["skills"])) return { fault: 'it has no object "skills"' };
  if (parsed["lockfileVersion"] !== LOCK_VERSION)
    return { fault: `its lockfileVersion is not ${LOCK_VERSION}: another version of skillc has written it` };
  const lock = new Map<string, LockEntry>();
  const places = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed["skills"])) {
    const ref = parseSkillRef(key);
    if (isRefFault(ref)) return { fault: `its entry ${show(key)} is not a reference: ${ref.message}` };
    if (ref.kind === "pkg" || formatRef(ref) !== key)
      return { fault: `its entry ${show(key)} is not written as skillc does` };
    const entry = isObject(value) ? readEntry(value, sha256) : "is not an object";
    if (typeof entry === "string") return { fault: `its entry ${show(key)} ${entry}` };
    const other = places.get(entry.path);
    if (other !== undefined) return { fault: `its entries ${show(other)} and ${show(key)} have the same path` };
    places.set(entry.path, key);
    lock.set(key, entry);
  }
  return lock;
}

const FORMS = {
  commit: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
  revision: /^(?:HEAD|refs\/[^\s\p{Cc}]{1,300})$/u,
  tree: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
  version: /^[0-9A-Za-z.+-]{1,256}$/,
  resolved: /^https?:\/\/[^\s\p{Cc}]{1,2000}$/u,
  digest: /^sha256:[0-9a-f]{64}$/,
  npmIntegrity: /^sha(?:1|256|384|512)-[A-Za-z0-9+/=]{20,200}$/,
} as const;

/** A fault is the end of a sentence. */
function readEntry(value: Readonly<Record<string, unknown>>, sha256: (text: string) => string): LockEntry | string {
  const { path, integrity, files } = value;
  if (typeof path !== "string" || !isTreePath(path)) return "has no usable path";
  if (!isObject(files) || typeof integrity !== "string") return "has no integrity or no files";
  const digests = new Map<string, string>();
  for (const [name, digest] of Object.entries(files)) {
    if (!isTreePath(name)) return `names the file ${show(name)}, which is not inside it`;
    if (typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest)) return `has no digest of ${show(name)}`;
    digests.set(name, digest);
  }
  if (integrityOf(digests, sha256) !== integrity) return "was edited: its integrity is not that of its files";
  const entry: Record<string, unknown> = { path, integrity, files: digests };
  for (const [key, form] of Object.entries(FORMS)) {
    const written = value[key];
    if (written === undefined) continue;
    if (typeof written !== "string" || !form.test(written)) return `has a wrong ${key}`;
    entry[key] = written;
  }
  for (const key of ["requires", "requiredBy"]) {
    const written = value[key];
    if (written === undefined) continue;
    if (!isSortedKeys(written)) return `has a wrong ${key}`;
    entry[key] = written;
  }
  const artifacts = value["skills"];
  if (artifacts === undefined) return entry as unknown as LockEntry;
  const isArtifact = (each: unknown): boolean =>
    isObject(each) && isForm("resolved", each["url"]) && isForm("digest", each["digest"]);
  if (!isObject(artifacts) || !Object.values(artifacts).every(isArtifact)) return "has wrong skills";
  return { ...entry, skills: artifacts } as unknown as LockEntry;
}

/** In the spelling of skillc, each once, in order. */
function isSortedKeys(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return (value as readonly unknown[]).every((key, at) => {
    if (typeof key !== "string") return false;
    const ref = parseSkillRef(key);
    const isWritten = !isRefFault(ref) && ref.kind !== "pkg" && formatRef(ref) === key;
    return isWritten && (at === 0 || compareCodeUnits(String(value[at - 1]), key) < 0);
  });
}

function isForm(name: keyof typeof FORMS, text: unknown): boolean {
  return typeof text === "string" && FORMS[name].test(text);
}

/** An undefined entry is removed. */
export function withEntry(lock: SkillLock, key: string, entry: LockEntry | undefined): SkillLock {
  const next = new Map(lock);
  if (entry === undefined) next.delete(key);
  else next.set(key, entry);
  return new Map([...next].toSorted(([one], [two]) => compareCodeUnits(one, two)));
}
