/** Archives are local, at an address, or on a site. */
import { createHash } from "node:crypto";
import { isFailure, type Host } from "../model/host.ts";
import {
  formatRef,
  isTreePath,
  pathInOf,
  withoutPath,
  withPath,
  type ArchiveRef,
  type PathRef,
  type SkillRef,
} from "../refs/index.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { chooseSkill, entriesBelow, isDocumentPath, MAX_DOCUMENT_BYTES, skillsIn } from "./choose-skill.ts";
import type { FetchedOrigin, FetchedTree } from "./fetched.ts";
import { createDownloader, type DownloadContext } from "./download.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { readArchive } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";
import type { Documents } from "./needs.ts";
import { withPartsOf } from "./source-parts.ts";
import { refusePointers, takeFiles, type ListedEntry, type TreeLimits } from "./take-files.ts";

interface ArchiveChoice {
  readonly skill?: string | undefined;
  /** From the lock, with `sha256:`. */
  readonly digest?: string | undefined;
  readonly withParts?: boolean | undefined;
}

/** With `sha256:`. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** Before anything of them is unpacked. */
export function checkDigest(bytes: Uint8Array, digest: string | undefined, what: string): InstallFault | undefined {
  const actual = digestOf(bytes);
  if (digest === undefined || digest === actual) return undefined;
  return installFault(
    "integrity",
    `${what} does not match its digest`,
    ["ask the owner of the site: the file was changed, or its index is old", "`skillc update` reads the index again"],
    [`expected ${digest}`, `received ${actual}`],
  );
}

export async function fetchArchive(
  ref: ArchiveRef,
  { skill, digest, withParts }: ArchiveChoice,
  context: DownloadContext & { readonly limits: TreeLimits },
): Promise<FetchedTree | InstallFault> {
  const download = createDownloader(ref.url, context);
  const bytes = await download(ref.url, context.limits.downloadBytes);
  if (isInstallFault(bytes)) return bytes;
  const wrong = checkDigest(bytes, digest, ref.url);
  const origin = { digest: digestOf(bytes) };
  return wrong ?? archiveTree(ref, bytes, { skill, limits: context.limits, origin, withParts });
}

export function readLocalArchive(
  ref: PathRef,
  { host, ...choice }: Omit<TreeChoice, "origin"> & { readonly host: Host },
): Promise<FetchedTree | InstallFault> | InstallFault {
  const bytes = host.readFile(ref.path);
  if (isFailure(bytes))
    return installFault("disk", `"${ref.path}" cannot be read (${bytes.detail})`, ["grant read permission"]);
  return archiveTree(ref, bytes, { ...choice, origin: { digest: digestOf(bytes) } });
}

interface TreeChoice {
  readonly skill: string | undefined;
  readonly limits: TreeLimits;
  readonly origin: FetchedOrigin;
  readonly withParts?: boolean | undefined;
}

function archiveTree(
  ref: SkillRef,
  bytes: Uint8Array,
  choice: TreeChoice,
): Promise<FetchedTree | InstallFault> | InstallFault {
  const { limits } = choice;
  const what = formatRef(ref.kind === "archive" ? { kind: "archive", url: ref.url } : ref);
  const entries = unpack(bytes, limits.bytes);
  if (entries === undefined)
    return installFault("refused-files", `${what} is not an archive, or is damaged, encrypted or too large`, [
      "name a .zip or .tar.gz whose files have at most 100 MB in all",
    ]);
  return takeTree({ ref, entries: withSkillDirectory(withoutWrapper(entries)), what, ...choice });
}

/**
 * The first bytes decide between zip and tar.gz; undefined if the archive is neither, damaged, encrypted or too large.
 */
export function unpack(bytes: Uint8Array, maxBytes: number): readonly ArchiveEntry[] | undefined {
  if (isZip(bytes)) return readZip(bytes, maxBytes);
  return isGzip(bytes) ? readArchive(bytes, maxBytes) : undefined;
}

/** No SKILL.md begins like an archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return isZip(bytes) || isGzip(bytes);
}

function isZip([one, two, three]: Uint8Array): boolean {
  return one === 0x50 && two === 0x4b && three !== undefined && three < 9;
}

function isGzip([one, two]: Uint8Array): boolean {
  return one === 0x1f && two === 0x8b;
}

/**
 * An archive of a repository has everything in one directory, whose name has the version; a skill keeps its own
 * directory.
 */
function withoutWrapper(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const top = entries[0]?.path?.split("/")[0];
  const isWrapped = top !== undefined && entries.every(({ path }) => path?.startsWith(`${top}/`) === true);
  if (!isWrapped || entries.some(({ path }) => path?.toLowerCase() === `${top}/skill.md`.toLowerCase())) return entries;
  return entriesBelow(entries, top);
}

/** A SKILL.md in the root gets a directory with its name, which clients require. */
function withSkillDirectory(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const document = entries.find(({ path, size }) => path?.toLowerCase() === "skill.md" && size <= MAX_DOCUMENT_BYTES);
  const name = document && skillsIn(new Map([["SKILL.md", document]]))[0]?.name;
  if (name === undefined || name.includes("/") || !isTreePath(name)) return entries;
  return entries.map((entry) => ({ ...entry, path: entry.path && `${name}/${entry.path}` }));
}

interface TreeRequest extends TreeChoice {
  readonly ref: SkillRef;
  readonly entries: readonly ArchiveEntry[];
  /** For messages. */
  readonly what: string;
}

export async function takeTree(request: TreeRequest): Promise<FetchedTree | InstallFault> {
  const { ref, entries, skill, what, withParts } = request;
  const below = entriesBelow(entries, pathInOf(ref) ?? "");
  if (below.length === 0)
    return installFault("unknown-path", `${what} has no directory "${pathInOf(ref)}"`, [
      "check the path of the reference",
    ]);
  const dir = directoryOf(below, skill, bytesOf);
  if (typeof dir !== "string") return dir;
  const tree = takeDirectory(withDirectory(ref, dir), entriesBelow(below, dir), request);
  if (isInstallFault(tree) || withParts !== true) return tree;
  const root = withoutPath(ref);
  return withPartsOf(tree, {
    root,
    skills: () => skillsIn(documentsIn(entries, bytesOf)),
    take: (other) => takeDirectory(withDirectory(root, other), entriesBelow(entries, other), request),
  });
}

function bytesOf({ bytes }: ArchiveEntry): Uint8Array {
  return bytes;
}

function takeDirectory(
  ref: SkillRef,
  entries: readonly ArchiveEntry[],
  { limits, origin }: TreeChoice,
): FetchedTree | InstallFault {
  const taken = takeFiles(entries, limits);
  if (isInstallFault(taken)) return taken;
  const files = new Map(taken.map(({ path, bytes, executable }) => [path, { bytes, executable }]));
  return refusePointers(files) ?? { ref, origin, files, warnings: [] };
}

/** Empty without a skill. */
export function directoryOf<Entry extends ListedEntry>(
  entries: readonly Entry[],
  skill: string | undefined,
  read: (entry: Entry) => Uint8Array,
): string | InstallFault {
  return skill === undefined ? "" : chooseSkill(documentsIn(entries, read), skill);
}

export function documentsIn<Entry extends ListedEntry>(
  entries: readonly Entry[],
  read: (entry: Entry) => Uint8Array,
): Documents {
  const documents = entries.filter(
    ({ path, kind, size }) => kind === "file" && isDocumentPath(path) && size <= MAX_DOCUMENT_BYTES,
  );
  return new Map(documents.map((entry) => [entry.path as string, { bytes: read(entry) }]));
}

export function withDirectory(ref: SkillRef, dir: string): SkillRef {
  return dir === "" ? ref : withPath(ref, [pathInOf(ref), dir].filter((part) => part !== undefined).join("/"));
}
