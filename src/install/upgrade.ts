import {
  compareVersions,
  gitUrlOf,
  isRefFault,
  newestTag,
  parseSkillRef,
  parseVersion,
  revisionOf,
  type ArchiveRef,
  type LockEntry,
  type PackageRef,
  type SiteRef,
  type SkillRef,
} from "../refs/index.ts";
import { chooseRevision, FULL_ID, gitFault, namesOfRevision, openRepository } from "./fetch-git-ref.ts";
import { isGitFailure } from "./fetch-git.ts";
import { createDownloader } from "./download.ts";
import { digestOf } from "./fetch-archive.ts";
import { registryOf, type FetchContext } from "./fetch-ref.ts";
import { artifactsOf, findIndex } from "./fetch-site.ts";
import { isInstallFault, type InstallFault } from "./install-fault.ts";
import { findSource } from "./locked-sources.ts";
import { describePlanned, type AddedSkills } from "./add.ts";
import { planClosure, type Closure, type ClosureRoot } from "./closure.ts";
import { commitUpdates } from "./commit-updates.ts";
import { fetchChange, filesOnDisk, indexDigest, type UpdateChange } from "./move.ts";
import { needySkillsIn } from "./needs.ts";
import { findPackage } from "./npm-registry.ts";
import { countFetched, type Session } from "./workspace.ts";

/**
 * A locked reference and what it means now.
 *
 * @example
 * for (const { ref, locked, current, latest } of rows) console.log(ref, locked, current, latest);
 */
export interface OutdatedRow {
  readonly ref: string;
  /** Version or commit in the lock. */
  readonly locked: string;
  /** Version or commit that the reference means now. */
  readonly current: string;
  /** Newest version of the package, whatever the range, or a newer tag than the locked one. */
  readonly latest?: string;
  /** A tag that names another commit than before. */
  readonly movedTag: boolean;
  /** Whether the reference means another version now, or a newer one exists. */
  readonly isOutdated: boolean;
}

/** Leaves out references without a version or a commit; fetches no file. */
export async function findOutdated(session: Session): Promise<readonly OutdatedRow[] | InstallFault> {
  const rows: OutdatedRow[] = [];
  for (const [key, entry] of countFetched([...session.lock], session.workspace)) {
    const ref = parseSkillRef(key);
    if (isRefFault(ref) || ref.kind === "path" || ref.kind === "pkg") continue;
    const row = await rowOf(key, ref, entry, session);
    if (isInstallFault(row)) return row;
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function rowOf(
  key: string,
  ref: SkillRef,
  entry: LockEntry,
  session: Session,
): Promise<OutdatedRow | InstallFault | undefined> {
  if (ref.kind === "npm") return packageRow(key, ref, entry, session);
  const isWeb = ref.kind === "archive" || ref.kind === "site";
  return isWeb ? webRow(key, ref, entry, session) : gitRow(key, ref, entry, session);
}

/** Undefined for a site without digests, which has no version. */
async function webRow(
  key: string,
  ref: ArchiveRef | SiteRef,
  entry: LockEntry,
  { fetching }: Session,
): Promise<OutdatedRow | InstallFault | undefined> {
  const locked = entry.digest?.slice("sha256:".length) ?? indexDigest(entry.skills);
  if (locked === undefined) return undefined;
  const now = ref.kind === "archive" ? await digestNow(ref, fetching) : await indexNow(ref, fetching);
  if (isInstallFault(now)) return now;
  return { ref: key, locked, current: now, movedTag: false, isOutdated: now !== locked };
}

async function digestNow({ url }: ArchiveRef, fetching: FetchContext): Promise<string | InstallFault> {
  const bytes = await createDownloader(url, fetching)(url, fetching.limits.downloadBytes);
  return isInstallFault(bytes) ? bytes : digestOf(bytes).slice("sha256:".length);
}

async function indexNow(ref: SiteRef, fetching: FetchContext): Promise<string | InstallFault> {
  const found = await findIndex(ref, createDownloader(ref.url, fetching));
  return isInstallFault(found) ? found : (indexDigest(artifactsOf(found, ref.skill)) ?? "");
}

async function packageRow(
  key: string,
  { name, range }: PackageRef,
  { version: locked = "" }: LockEntry,
  { fetching }: Session,
): Promise<OutdatedRow | InstallFault> {
  const registry = registryOf(name, fetching);
  if (isInstallFault(registry)) return registry;
  const where = { registry, limits: fetching.limits };
  const found = await findPackage(name, range, where);
  if (isInstallFault(found)) return found;
  const latest = range === undefined ? found : await findPackage(name, undefined, where);
  const newest = isInstallFault(latest) ? {} : { latest: latest.version };
  const current = found.version;
  const isOutdated = current !== locked || (newest.latest !== undefined && isNewer(newest.latest, locked));
  return { ref: key, locked, current, ...newest, movedTag: false, isOutdated };
}

function isNewer(one: string, two: string): boolean {
  const [first, second] = [parseVersion(one), parseVersion(two)];
  return first !== undefined && second !== undefined && compareVersions(first, second) > 0;
}

async function gitRow(
  key: string,
  ref: SkillRef,
  { commit: locked = "", revision }: LockEntry,
  { fetching }: Session,
): Promise<OutdatedRow | InstallFault> {
  const { allowFile, limits } = fetching;
  const repository = openRepository(ref, { dir: fetching.temporary(), allowFile, limits });
  if (isInstallFault(repository)) return repository;
  const rev = revisionOf(ref) ?? "HEAD";
  const isCommit = FULL_ID.test(rev);
  const refs = await repository.listRefs(isCommit ? [] : namesOfRevision(rev), { withTags: true });
  repository.dispose();
  if (isGitFailure(refs)) return gitFault(refs, gitUrlOf(ref) as string, revisionOf(ref));
  const now = isCommit ? { commit: rev } : chooseRevision(ref, refs);
  if (isInstallFault(now)) return now;
  const tags = [...refs].flatMap(([name, commit]) =>
    name.startsWith(TAGS) ? [[name.slice(TAGS.length), commit]] : [],
  );
  // A commit may be that of a version; of a branch, the next commit is the newest.
  const pinned =
    revision?.startsWith(TAGS) === true ? rev : tags.find(([, commit]) => isCommit && commit === locked)?.[0];
  const latest =
    pinned &&
    newestTag(
      pinned,
      tags.map(([name = ""]) => name),
    );
  const movedTag = revision?.startsWith(TAGS) === true && now.commit !== locked;
  const isOutdated = now.commit !== locked || latest !== undefined;
  return { ref: key, locked, current: now.commit, ...(latest !== undefined && { latest }), movedTag, isOutdated };
}

const TAGS = "refs/tags/";

/**
 * Which references are updated, and what is accepted.
 *
 * @example
 * await installer.update({ refs: ["@acme/skills@v2", "pdf"], dryRun: true });
 */
export interface UpdateOptions {
  /**
   * References of the lock, names of installed skills, or references with another pin, to which the source is moved;
   * default: all that is installed.
   */
  readonly refs?: readonly string[] | undefined;
  /** Decides, before anything is written, whether a change is accepted; default: all are. */
  readonly accept?: ((change: UpdateChange) => boolean) | undefined;
  /** Decides whether skills that are newly required are installed; default: they are. */
  readonly review?: ((required: readonly AddedSkills[]) => boolean) | undefined;
  /** Writes nothing. */
  readonly dryRun?: boolean | undefined;
}

/**
 * What an update did.
 *
 * @example
 * const { updated, refused } = await installer.update() as Updated;
 */
export interface Updated {
  readonly updated: readonly UpdateChange[];
  /** Changes that were not accepted; with one of them, or something required that was not, nothing is written. */
  readonly refused: readonly UpdateChange[];
  readonly unchanged: readonly string[];
  /** What is newly required, and was installed, or was not accepted. */
  readonly required: readonly AddedSkills[];
}

/** Installs all of them, or none. */
export async function updateRefs(options: UpdateOptions, session: Session): Promise<Updated | InstallFault> {
  const meant = meantSources(options.refs, session);
  if (isInstallFault(meant)) return meant;
  const own: UpdateChange[] = [];
  const roots: ClosureRoot[] = [];
  for (const [key, ref] of countFetched([...meant], session.workspace)) {
    const found = await fetchChange(key, ref, session);
    if (isInstallFault(found)) return found;
    if (found === undefined) continue;
    own.push(found.change);
    if (takesRequired(key, session)) roots.push({ key: found.change.to, before: key, tree: found.tree });
  }
  const closure = await planClosure(roots, { dependencies: "source" }, session);
  if (isInstallFault(closure)) return closure;
  return commitAccepted(own, closure, { meant: [...meant.keys()], options, session });
}

/** A source that was installed without what it requires stays so. */
function takesRequired(key: string, { lock, workspace }: Session): boolean {
  const entry = lock.get(key);
  if (entry === undefined || entry.requires !== undefined) return true;
  return needySkillsIn(filesOnDisk(key, entry, workspace)).every(({ needs }) => needs.length === 0);
}

async function commitAccepted(
  own: readonly UpdateChange[],
  closure: Closure,
  {
    meant,
    options,
    session,
  }: { readonly meant: readonly string[]; readonly options: UpdateOptions; readonly session: Session },
): Promise<Updated | InstallFault> {
  const changes = [...own, ...closure.moved.filter(({ ref }) => !own.some((change) => change.ref === ref))];
  const required = closure.added.map(describePlanned);
  const refused = changes.filter((change) => options.accept?.(change) === false);
  const isReviewed = required.length === 0 || options.review?.(required) !== false;
  const unchanged = meant.filter((key) => !changes.some(({ ref }) => ref === key));
  if (refused.length > 0 || !isReviewed) return { updated: [], refused, unchanged, required };
  const failed = options.dryRun === true ? undefined : await commitUpdates(changes, session, { closure });
  return failed ?? { updated: changes, refused, unchanged, required };
}

/** With the reference that each entry gets. */
function meantSources(
  refs: readonly string[] | undefined,
  { lock, workspace }: Session,
): ReadonlyMap<string, SkillRef> | InstallFault {
  const meant = new Map<string, SkillRef>();
  for (const text of refs ?? lock.keys()) {
    const found = findSource(text, lock, workspace);
    if (isInstallFault(found)) return found;
    meant.set(found.key, found.ref);
  }
  return meant;
}
