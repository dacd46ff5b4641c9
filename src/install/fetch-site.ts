/**
 * Reads the skills that a site lists: `.well-known/agent-skills/index.json` (agent-skills-discovery 0.2.0, draft of
 * 2026-03-12), or `.well-known/skills/index.json` (0.1.0). Nothing is unpacked before its digest is that of the index.
 */
import { collisionKey } from "../paths/index.ts";
import type { LockedArtifact, LockEntry, SiteRef } from "../refs/index.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { createDownloader, type Download, type DownloadContext } from "./download.ts";
import { checkDigest, isArchive, takeTree, unpack } from "./fetch-archive.ts";
import type { FetchedOrigin, FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { parseSiteIndex, type SiteSkill, type SiteIndex } from "./site-index.ts";
import { withPartsOf } from "./source-parts.ts";
import type { TreeLimits } from "./take-files.ts";
import { nearestNames } from "../runtime/access.ts";

const PATHS = [".well-known/agent-skills/index.json", ".well-known/skills/index.json"] as const;
const MAX_INDEX_BYTES = 1024 * 1024;
const MAX_ARTIFACT_BYTES = 50 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 1000;
/** A site is someone's server. */
const AT_ONCE = 6;

interface SiteChoice {
  readonly skill?: string | undefined;
  /** From the lock: the index is not requested then. */
  readonly artifacts?: Readonly<Record<string, LockedArtifact>> | undefined;
  readonly resolved?: string | undefined;
  readonly withParts?: boolean | undefined;
}

type SiteContext = DownloadContext & { readonly limits: TreeLimits };

interface FoundIndex extends SiteIndex {
  readonly address: string;
}

export async function fetchSite(
  ref: SiteRef,
  { skill = ref.skill, artifacts, resolved, withParts }: SiteChoice,
  context: SiteContext,
): Promise<FetchedTree | InstallFault> {
  const download = createDownloader(ref.url, context);
  const index =
    artifacts === undefined
      ? await findIndex(ref, download)
      : lockedIndex(artifacts, resolved ?? `${ref.url}/${PATHS[0]}`);
  if (isInstallFault(index)) return index;
  const take = (name: string | undefined): Promise<FetchedTree | InstallFault> =>
    takeSkills(name === undefined ? ref : { ...ref, skill: name }, index, { download, context });
  const tree = await take(skill);
  if (isInstallFault(tree) || withParts !== true || skill === undefined) return tree;
  const skills = () => index.skills.map(({ name }) => ({ name, dir: name }));
  return withPartsOf(tree, { root: { kind: "site", url: ref.url }, skills, take });
}

async function takeSkills(
  ref: SiteRef,
  index: FoundIndex,
  { download, context }: { readonly download: Download; readonly context: SiteContext },
): Promise<FetchedTree | InstallFault> {
  const chosen = chooseFrom(index, ref.skill, ref);
  if (isInstallFault(chosen)) return chosen;
  const entries = await fetchSkills(chosen, download, { limits: context.limits, url: ref.url });
  if (isInstallFault(entries)) return entries;
  const locked = artifactsOf(index, ref.skill);
  const origin: FetchedOrigin = { resolved: index.address, ...(locked && { skills: locked }) };
  const taken = await takeTree({ ref, entries, skill: undefined, limits: context.limits, origin, what: ref.url });
  return isInstallFault(taken) ? taken : { ...taken, warnings: index.warnings };
}

/** A site decides how often it is asked and how much is in memory: both end at the limits of a source. */
async function fetchSkills(
  chosen: readonly SiteSkill[],
  download: Download,
  { limits, url }: { readonly limits: TreeLimits; readonly url: string },
): Promise<readonly ArchiveEntry[] | InstallFault> {
  const excess = (count: number, what: "files" | "bytes"): InstallFault | undefined => {
    if (count <= limits[what]) return undefined;
    const help = ["install one skill with --skill", "ask its owner"];
    return installFault("too-large", `${url} has more than ${limits[what]} ${what}`, help);
  };
  const listed = excess(
    chosen.reduce((sum, { files = [] }) => sum + files.length, 0),
    "files",
  );
  if (listed !== undefined) return listed;
  const entries: ArchiveEntry[] = [];
  let bytes = 0;
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    const some = chosen.slice(at, at + AT_ONCE).map((each) => fetchSkill(each, download));
    for (const read of await Promise.all(some)) {
      if (isInstallFault(read)) return read;
      for (const entry of read) bytes += entry.bytes.length;
      entries.push(...read);
    }
    const fault = excess(entries.length, "files") ?? excess(bytes, "bytes");
    if (fault !== undefined) return fault;
  }
  return entries;
}

/** A fault if no index is usable. */
export async function findIndex(ref: SiteRef, download: Download): Promise<FoundIndex | InstallFault> {
  const here = await readIndex(ref.url, download);
  if (here !== undefined) return here;
  const { origin } = new URL(ref.url);
  if (origin !== ref.url && (await readIndex(origin, download)) !== undefined)
    return installFault("unknown-path", `${ref.url} lists no skills, but ${origin} does`, [
      `add those of the whole site with \`skillc add ${origin}\``,
      `name a git repository with git+${ref.url}`,
    ]);
  return installFault("unreachable", `${ref.url} lists no skills: ${PATHS[0]} is not there`, [
    "check the address",
    `name a git repository with git+${ref.url}`,
  ]);
}

/**
 * Undefined if nothing is there. Servers of single-page apps answer every path with their page: that is not an index.
 */
export async function readIndex(base: string, download: Download): Promise<FoundIndex | InstallFault | undefined> {
  let wrong: InstallFault | undefined;
  for (const path of PATHS) {
    const address = `${base}/${path}`;
    const bytes = await download(address, MAX_INDEX_BYTES);
    if (isInstallFault(bytes)) {
      // A server that is missing, or leads elsewhere, does so for each path.
      if (!/status (?:404|410|403)$/.test(bytes.message)) wrong ??= bytes;
      continue;
    }
    const index = parseSiteIndex(bytes, address);
    if (index === undefined) continue;
    return isInstallFault(index) ? index : { ...index, address };
  }
  return wrong;
}

function lockedIndex(artifacts: Readonly<Record<string, LockedArtifact>>, address: string): FoundIndex {
  const skills = Object.entries(artifacts).map(([name, { url, digest }]): SiteSkill => {
    return { name, artifact: { url, digest } };
  });
  return { address, skills, warnings: [] };
}

function chooseFrom(
  { skills }: SiteIndex,
  skill: string | undefined,
  { url }: SiteRef,
): readonly SiteSkill[] | InstallFault {
  const chosen = skill === undefined ? skills : skills.filter(({ name }) => name === skill);
  if (chosen.length > 0) return distinct(chosen, url) ?? chosen;
  const names = skills.map(({ name }) => name);
  if (skill === undefined)
    return installFault("no-skill-file", `the index of ${url} has no skill`, ["check the address"]);
  const [nearest] = nearestNames(skill, names);
  return installFault("unknown-path", `${url} has no skill "${skill}"`, [
    nearest === undefined ? `use one of ${names.slice(0, 10).join(", ")}` : `did you mean "${nearest}"?`,
  ]);
}

/** Two skills with the same name would be one directory. */
function distinct(skills: readonly SiteSkill[], url: string): InstallFault | undefined {
  const seen = new Map<string, string>();
  for (const { name } of skills) {
    const twin = seen.get(collisionKey(name));
    if (twin !== undefined)
      return installFault("refused-files", `the index of ${url} has two skills ${JSON.stringify(name)}`, [
        "ask its owner to rename one",
        "install one skill with --skill",
      ]);
    seen.set(collisionKey(name), name);
  }
  return undefined;
}

/** As in the lock; undefined for an index without digests. */
export function artifactsOf({ skills }: SiteIndex, skill?: string): LockEntry["skills"] {
  const artifacts = skills.flatMap(({ name, artifact }) =>
    artifact === undefined || (skill !== undefined && name !== skill) ? [] : [[name, artifact] as const],
  );
  return artifacts.length === 0 ? undefined : Object.fromEntries(artifacts);
}

/** Returns files below the name of the skill. */
async function fetchSkill(
  { name, artifact, files = [] }: SiteSkill,
  download: Download,
): Promise<readonly ArchiveEntry[] | InstallFault> {
  if (artifact === undefined) return fetchFiles(name, files, download);
  const bytes = await download(artifact.url, MAX_ARTIFACT_BYTES);
  if (isInstallFault(bytes)) return bytes;
  const wrong = checkDigest(bytes, artifact.digest, artifact.url);
  if (wrong !== undefined) return wrong;
  if (!isArchive(bytes)) return [entryOf(`${name}/SKILL.md`, bytes)];
  const entries = unpack(bytes, MAX_UNPACKED_BYTES);
  if (entries === undefined)
    return installFault("refused-files", `${artifact.url} is damaged, encrypted or too large`, ["ask its owner"]);
  if (entries.length > MAX_FILES)
    return installFault("too-large", `${artifact.url} has ${entries.length} files (max ${MAX_FILES})`, [
      "ask its owner",
    ]);
  if (!entries.some(({ path }) => path?.toLowerCase() === "skill.md"))
    return installFault("no-skill-file", `${artifact.url} has no SKILL.md in its root`, ["ask its owner"]);
  return entries.map((entry) => ({ ...entry, path: entry.path && `${name}/${entry.path}` }));
}

/** In 0.1.0, each file has its own address and no digest. */
async function fetchFiles(
  name: string,
  files: readonly { readonly path: string; readonly url: string }[],
  download: Download,
): Promise<readonly ArchiveEntry[] | InstallFault> {
  const entries: ArchiveEntry[] = [];
  let room = MAX_UNPACKED_BYTES;
  for (const { path, url } of files) {
    const bytes = await download(url, room);
    if (isInstallFault(bytes)) return bytes;
    room -= bytes.length;
    entries.push(entryOf(`${name}/${path}`, bytes));
  }
  return entries;
}

function entryOf(path: string, bytes: Uint8Array): ArchiveEntry {
  return { path, kind: "file", size: bytes.length, bytes, executable: false };
}
