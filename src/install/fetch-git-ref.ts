import {
  isGitFailure,
  openGitRepository,
  type FetchLimits,
  type GitFailure,
  type GitRepository,
  type TreeEntry,
} from "./fetch-git.ts";
import { gitUrlOf, pathInOf, revisionOf, withoutPath, type GithubRef, type SkillRef } from "../refs/index.ts";
import { chooseSkill, isDocumentPath, MAX_DOCUMENT_BYTES, skillsIn, type SkillInTree } from "./choose-skill.ts";
import { withDirectory } from "./fetch-archive.ts";
import type { FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import type { Documents } from "./needs.ts";
import { withPartsOf } from "./source-parts.ts";
import { refusePointers, takeFiles, type TreeLimits } from "./take-files.ts";

interface GitFetchOptions {
  /** Directory for the objects; it must not exist. */
  readonly dir: string;
  /** Whether a repository may be local. */
  readonly allowFile: (url: string) => boolean;
  readonly limits: TreeLimits & FetchLimits;
  /** Takes precedence over the present revision of the reference. */
  readonly commit?: string | undefined;
  readonly skill?: string | undefined;
  /** Also takes what the skills require of the same repository. */
  readonly withParts?: boolean | undefined;
}

interface ResolvedRevision {
  /** A full ref name or a commit id. */
  readonly source: string;
  /** Undefined before a fetch by id. */
  readonly commit: string;
  /** Full ref name; undefined for a commit id. */
  readonly revision?: string;
  readonly warnings: readonly string[];
}

export const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Full names of a revision that is not a commit id, the preferred one first. */
export function namesOfRevision(rev: string): readonly string[] {
  if (rev === "HEAD" || rev.startsWith("refs/")) return [rev];
  return [`refs/tags/${rev}`, `refs/heads/${rev}`];
}

export function openRepository(ref: SkillRef, options: GitFetchOptions): GitRepository | InstallFault {
  const url = gitUrlOf(ref) as string;
  const allowFile = options.allowFile(url);
  if (url.startsWith("file:") && !allowFile)
    return installFault("not-allowed", `${url} is a repository of this machine`, [
      "add --allow-file if no one else needs it; other machines cannot install it",
    ]);
  const { dir, limits } = options;
  return openGitRepository({ dir, url, allowFile, limits });
}

/** `tree` of a web address becomes a revision and a path. */
export async function fetchGitRef(written: SkillRef, options: GitFetchOptions): Promise<FetchedTree | InstallFault> {
  const repository = openRepository(written, options);
  if (isInstallFault(repository)) return repository;
  const where = gitUrlOf(written) as string;
  try {
    const ref = await separateTree(written, repository);
    if ("code" in ref) return ref;
    const resolved = await resolveRevision(ref, repository, options.commit);
    if (isInstallFault(resolved)) return await withSkillHint(resolved, ref, repository);
    const commit = await repository.fetchCommit(resolved.source);
    if (isGitFailure(commit)) return gitFault(commit, where, revisionOf(ref));
    const chosen = await narrowToSkill(ref, options.skill, { commit, repository });
    if ("code" in chosen) return chosen;
    const take = (part: SkillRef, warnings: readonly string[] = []): Promise<FetchedTree | InstallFault> =>
      takePart(part, { commit, repository }, { limits: options.limits, revision: resolved.revision, warnings });
    const tree = await take(chosen, resolved.warnings);
    if (isInstallFault(tree) || options.withParts !== true) return tree;
    const root = withoutPath(chosen);
    return await withPartsOf(tree, {
      root,
      skills: () => skillsOf(root, { commit, repository }),
      take: (dir) => take(withDirectory(root, dir)),
    });
  } finally {
    repository.dispose();
  }
}

async function takePart(
  ref: SkillRef,
  { commit, repository }: Fetched,
  {
    limits,
    revision,
    warnings,
  }: {
    readonly limits: TreeLimits & FetchLimits;
    readonly revision: string | undefined;
    readonly warnings: readonly string[];
  },
): Promise<FetchedTree | InstallFault> {
  const found = await readFiles(ref, commit, { repository, limits });
  if (isInstallFault(found)) return found;
  const origin = { commit, tree: found.tree, ...(revision !== undefined && { revision }) };
  return { ref, origin, files: found.files, warnings };
}

interface Fetched {
  readonly commit: string;
  readonly repository: GitRepository;
}

async function listFiles(
  ref: SkillRef,
  { commit, repository }: Fetched,
): Promise<{ readonly tree: string; readonly entries: readonly TreeEntry[] } | InstallFault> {
  const where = gitUrlOf(ref) as string;
  const path = pathInOf(ref);
  const tree = await repository.treeAt(commit, path);
  if (tree === undefined)
    return installFault("unknown-path", `${where} has no directory "${path}" at ${commit.slice(0, 12)}`, [
      "check the path of the reference",
    ]);
  const entries = await repository.listTree(tree);
  return isGitFailure(entries) ? gitFault(entries, where) : { tree, entries };
}

/** Reads only documents to find the skill. */
async function narrowToSkill(
  ref: SkillRef,
  skill: string | undefined,
  fetched: Fetched,
): Promise<SkillRef | InstallFault> {
  if (skill === undefined) return ref;
  const documents = await documentsOf(ref, fetched);
  if (isInstallFault(documents)) return documents;
  const dir = chooseSkill(documents, skill);
  return typeof dir === "string" ? withDirectory(ref, dir) : dir;
}

async function skillsOf(ref: SkillRef, fetched: Fetched): Promise<readonly SkillInTree[] | InstallFault> {
  const documents = await documentsOf(ref, fetched);
  return isInstallFault(documents) ? documents : skillsIn(documents);
}

async function documentsOf(ref: SkillRef, fetched: Fetched): Promise<Documents | InstallFault> {
  const listed = await listFiles(ref, fetched);
  if (isInstallFault(listed)) return listed;
  const documents = await readDocuments(listed.entries, fetched.repository);
  return isGitFailure(documents) ? gitFault(documents, gitUrlOf(ref) as string) : documents;
}

/** Limit of documents that are read to find a skill by its name. */
const MAX_DOCUMENTS = 2000;

async function readDocuments(
  entries: readonly TreeEntry[],
  repository: GitRepository,
): Promise<Documents | GitFailure> {
  const isDocument = ({ path, kind, size }: TreeEntry): boolean =>
    kind === "file" && isDocumentPath(path) && size <= MAX_DOCUMENT_BYTES;
  const documents = entries.filter(isDocument).slice(0, MAX_DOCUMENTS);
  const blobs = await repository.readBlobs(documents);
  if (isGitFailure(blobs)) return blobs;
  return new Map(documents.map(({ path = "", id }) => [path, { bytes: blobs.get(id) ?? new Uint8Array() }]));
}

async function readFiles(
  ref: SkillRef,
  commit: string,
  { repository, limits }: { readonly repository: GitRepository; readonly limits: TreeLimits & FetchLimits },
): Promise<{ readonly tree: string; readonly files: FetchedTree["files"] } | InstallFault> {
  const where = gitUrlOf(ref) as string;
  const listed = await listFiles(ref, { commit, repository });
  if (isInstallFault(listed)) return listed;
  const { tree, entries } = listed;
  const taken = takeFiles(entries, limits);
  if (isInstallFault(taken)) return taken;
  const blobs = await repository.readBlobs(taken);
  if (isGitFailure(blobs)) return gitFault(blobs, where);
  const files = new Map(
    taken.map(({ path: name, id, mode }) => [
      name,
      { bytes: blobs.get(id) ?? new Uint8Array(), executable: mode === "100755" },
    ]),
  );
  return refusePointers(files) ?? { tree, files };
}

/** A full commit id, else a tag, else a branch. */
async function resolveRevision(
  ref: SkillRef,
  repository: GitRepository,
  commit?: string,
): Promise<ResolvedRevision | InstallFault> {
  const rev = revisionOf(ref) ?? "HEAD";
  if (commit !== undefined) return { source: commit, commit, warnings: [] };
  if (FULL_ID.test(rev)) return { source: rev, commit: rev, warnings: [] };
  const refs = await repository.listRefs(namesOfRevision(rev));
  return isGitFailure(refs) ? gitFault(refs, gitUrlOf(ref) as string, revisionOf(ref)) : chooseRevision(ref, refs);
}

/** The revision is not a commit id. */
export function chooseRevision(ref: SkillRef, refs: ReadonlyMap<string, string>): ResolvedRevision | InstallFault {
  const rev = revisionOf(ref) ?? "HEAD";
  const where = gitUrlOf(ref) as string;
  const found = namesOfRevision(rev).filter((name) => refs.has(name));
  const [source] = found;
  if (source === undefined) return unknownRevision(where, rev);
  const warnings = found.length > 1 ? [`"${rev}" is a tag and a branch of ${where}: the tag is used`] : [];
  return { source, commit: refs.get(source) as string, revision: source, warnings };
}

function unknownRevision(where: string, rev: string): InstallFault {
  const isShort = /^[0-9a-f]{7,39}$/.test(rev);
  return installFault(
    "unknown-revision",
    rev === "HEAD" ? `${where} has no commits` : `${where} has no tag or branch "${rev}"`,
    [isShort ? "write the full commit id, with 40 digits" : "check the revision of the reference"],
  );
}

/** `acme/skills@pdf` may mean the skill `pdf`. */
async function withSkillHint(fault: InstallFault, ref: SkillRef, repository: GitRepository): Promise<InstallFault> {
  const rev = revisionOf(ref);
  if (fault.code !== "unknown-revision" || ref.kind !== "github" || rev === undefined) return fault;
  const commit = await repository.fetchCommit("HEAD");
  if (isGitFailure(commit)) return fault;
  const found = await narrowToSkill({ ...ref, rev: "HEAD" }, rev, { commit, repository });
  return "code" in found ? fault : { ...fault, help: [`did you mean --skill ${rev}?`, ...fault.help] };
}

/** The longest ref of the remote wins. */
async function separateTree(ref: SkillRef, repository: GitRepository): Promise<SkillRef | InstallFault> {
  if (ref.kind !== "github" || ref.tree === undefined) return ref;
  const { tree, ...rest } = ref;
  const segments = tree.split("/");
  const candidates = segments.map((_, index) => segments.slice(0, segments.length - index).join("/"));
  const names = candidates.flatMap((rev) => [`refs/tags/${rev}`, `refs/heads/${rev}`]);
  const refs = await repository.listRefs(names);
  if (isGitFailure(refs)) return gitFault(refs, gitUrlOf(ref) as string);
  const known = candidates.find((rev) => refs.has(`refs/tags/${rev}`) || refs.has(`refs/heads/${rev}`));
  const rev = known ?? (FULL_ID.test(segments[0] ?? "") ? segments[0] : undefined);
  if (rev === undefined) return unknownRevision(gitUrlOf(ref) as string, segments[0] ?? "");
  const path = tree.slice(rev.length + 1);
  return { ...(rest as GithubRef), rev, ...(path !== "" && { path }) };
}

export function gitFault({ gitFailure, detail }: GitFailure, where: string, rev = ""): InstallFault {
  switch (gitFailure) {
    case "missing":
      return installFault("unreachable", "git is not installed, or not on the PATH", ["install git"]);
    case "timeout":
      return installFault("unreachable", `${where} does not answer in time`, ["try again later"]);
    case "size":
      return installFault("too-large", `${where} is too large to download`, [
        "ask its author for a smaller repository",
      ]);
    case "no-commit":
      return installFault("unknown-revision", `${where} no longer has the commit ${detail}`, [
        "its history was rewritten: `skillc update` installs what the branch is now",
      ]);
    default:
      return installFault("unreachable", `${where} cannot be fetched${rev === "" ? "" : ` at "${rev}"`}: ${detail}`, [
        /auth|could not read Username|permission|not found|denied/i.test(detail)
          ? "check the name; for a private repository, set up git credentials or use git+ssh://"
          : "check the address and the connection",
      ]);
  }
}
