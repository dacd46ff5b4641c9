import { lstatIfAny } from "../host/links-below.ts";
import { plural } from "../diagnostics/rule.ts";
import { sortedBy } from "../paths/index.ts";
import {
  formatRef,
  identityOf,
  isRefFault,
  parseSkillRef,
  pathInOf,
  pinOf,
  withMovedKeys,
  withoutPath,
  withPin,
  withTrueRequirers,
  type LockEntry,
  type SkillLock,
  type SkillRef,
} from "../refs/index.ts";
import { fetchWith } from "./fetch-with.ts";
import { toLockEntry, type FetchedTree, type PartNeed, type SourcePart } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { changeTo, refOf, type UpdateChange } from "./move.ts";
import { dirIn, isAtOrBelow } from "./source-parts.ts";
import { targetOf, type TargetOptions } from "./target.ts";
import { alreadyInstalled, toPlace, type Session } from "./workspace.ts";

/** Nothing, what a reference requires of its own source, or of all sources. */
export type Dependencies = "none" | "source" | "all";

export interface ClosureRoot {
  readonly key: string;
  /** Undefined for a new one. */
  readonly before?: string | undefined;
  readonly tree: FetchedTree;
}

export interface PlannedSkills {
  readonly key: string;
  readonly entry: LockEntry;
  readonly tree: FetchedTree;
  readonly target: string;
}

export interface Closure {
  readonly added: readonly PlannedSkills[];
  /** Installed dependencies that follow the pin of what requires them. */
  readonly moved: readonly UpdateChange[];
  /** What each entry requires, by its key in the lock afterwards. */
  readonly requires: ReadonlyMap<string, readonly string[]>;
  readonly warnings: readonly string[];
}

/** Most other sources of one command, and how far one may be from the roots. */
const MOST_SOURCES = 50;
const DEEPEST = 8;

interface Plan {
  readonly session: Session;
  /** `installed` plans nothing new. */
  readonly options: TargetOptions & { readonly dependencies: Dependencies | "installed" };
  readonly added: Map<string, PlannedSkills>;
  readonly moved: Map<string, UpdateChange>;
  /** New keys of entries whose pin moves, by their present keys. */
  readonly movedKeys: Map<string, string>;
  readonly requires: Map<string, Set<string>>;
  readonly warnings: string[];
  readonly waiting: { readonly root: ClosureRoot; readonly depth: number }[];
  sources: number;
}

/** Does not include the roots. */
export async function planClosure(
  roots: readonly ClosureRoot[],
  options: Plan["options"],
  session: Session,
): Promise<Closure | InstallFault> {
  const plan: Plan = {
    session,
    options,
    added: new Map(),
    moved: new Map(),
    movedKeys: new Map(roots.flatMap(({ key, before }) => (before === undefined ? [] : [[before, key]]))),
    requires: new Map(),
    warnings: [],
    waiting: options.dependencies === "none" ? [] : roots.map((root) => ({ root, depth: 0 })),
    sources: 0,
  };
  const known = new Set(roots.map(({ key }) => key));
  for (const { root, depth } of plan.waiting) {
    const failed = await takeRoot(root, depth, { plan, known });
    if (failed !== undefined) return failed;
  }
  const requires = new Map([...plan.requires].map(([key, keys]) => [key, [...keys].sort()]));
  return { added: [...plan.added.values()], moved: [...plan.moved.values()], requires, warnings: plan.warnings };
}

interface ClosurePlanning {
  readonly plan: Plan;
  readonly known: ReadonlySet<string>;
}

/** Goes through the parts of a root; other sources are fetched, and wait. */
async function takeRoot(
  root: ClosureRoot,
  depth: number,
  { plan, known }: ClosurePlanning,
): Promise<InstallFault | undefined> {
  const { parts = [] } = root.tree;
  const keys = new Map<string, string>();
  const fresh: { readonly part: SourcePart; readonly key: string }[] = [];
  for (const [at, part] of parts.entries()) {
    const settled = at === 0 ? { key: root.key, isFresh: true } : settle(part.tree, root, plan);
    if (isInstallFault(settled)) return settled;
    if (settled === undefined) continue;
    keys.set(formatRef(part.tree.ref), settled.key);
    if (at === 0 || (settled.isFresh && !known.has(settled.key))) fresh.push({ part, key: settled.key });
  }
  for (const { part, key } of fresh) {
    const required = plan.requires.get(key) ?? new Set();
    plan.requires.set(key, required);
    for (const need of part.needs) {
      const there = need.part === undefined ? await elsewhere(need, { key, depth, plan }) : keys.get(need.part);
      if (isInstallFault(there)) return there;
      if (there !== undefined && there !== key) required.add(there);
    }
  }
  return undefined;
}

/** Returns the key of a part that is planned, installed, or must be. */
function settle(
  tree: FetchedTree,
  root: ClosureRoot,
  plan: Plan,
): { readonly key: string; readonly isFresh: boolean } | InstallFault | undefined {
  const ref = formatRef(tree.ref);
  if (plan.added.has(ref) || plan.moved.has(ref)) return { key: ref, isFresh: false };
  const there = coveringKey(tree.ref, plan);
  if (there === undefined) return plan.options.dependencies === "installed" ? undefined : planNew(tree, plan);
  const moved = plan.movedKeys.get(there);
  if (moved !== undefined) return { key: moved, isFresh: false };
  const own = refOf(there);
  if (isInstallFault(own)) return own;
  if (!follows(there, own, { root, plan })) return { key: there, isFresh: false };
  const change = changeTo(there, { ...tree, ref: withPin(own, pinOf(tree.ref)) }, plan.session);
  if (isInstallFault(change)) return change;
  if (change === undefined) return { key: there, isFresh: false };
  plan.moved.set(change.to, change);
  plan.movedKeys.set(there, change.to);
  return { key: change.to, isFresh: true };
}

/** An entry that is only required by what moves, and has the same pin, moves with it. */
function follows(
  key: string,
  ref: SkillRef,
  { root, plan: { session, movedKeys } }: { readonly root: ClosureRoot; readonly plan: Plan },
): boolean {
  const before = root.before === undefined ? undefined : refOf(root.before);
  if (before === undefined || isInstallFault(before)) return false;
  const requiredBy = session.lock.get(key)?.requiredBy ?? [];
  const isAlone = requiredBy.length > 0 && requiredBy.every((each) => movedKeys.has(each));
  return isAlone && pinOf(before) === pinOf(ref);
}

function coveringKey(ref: SkillRef, { session: { lock }, options }: Plan): string | undefined {
  if (options.scope === "user") return undefined;
  return coveringIn([...lock.keys()], ref);
}

function coveringIn(keys: Iterable<string>, ref: SkillRef): string | undefined {
  const source = identityOf(withoutPath(ref));
  for (const key of keys) {
    const other = parseSkillRef(key);
    if (isRefFault(other)) continue;
    if (identityOf(other) === identityOf(ref)) return key;
    const root = withoutPath(other);
    if (ref.kind !== "path" && identityOf(root) === source && isAtOrBelow(dirIn(root, ref), dirIn(root, other)))
      return key;
  }
  return undefined;
}

/** Leaves an existing directory alone that the lock would not have. */
function planNew(
  tree: FetchedTree,
  { session, options, added }: Plan,
): { readonly key: string; readonly isFresh: boolean } | InstallFault | undefined {
  const { workspace, lock } = session;
  const target = targetOf(tree.ref, options, workspace);
  if (typeof target !== "string") return target;
  const path = toPlace(target, workspace);
  const owner =
    [...lock].find(([, entry]) => entry.path === path)?.[0] ??
    [...added.values()].find((planned) => planned.target === target)?.key;
  if (owner !== undefined) return alreadyInstalled(path, owner);
  if (lstatIfAny(target) !== undefined) return options.scope === "user" ? undefined : alreadyInstalled(path);
  const key = formatRef(tree.ref);
  const entry: LockEntry = { ...toLockEntry(tree, path, workspace.host.sha256), requiredBy: [] };
  added.set(key, { key, entry, tree, target });
  return { key, isFresh: true };
}

interface Reaching {
  readonly key: string;
  readonly depth: number;
  readonly plan: Plan;
}

/** A name without a source is never looked up anywhere. */
async function elsewhere(
  { to, range, strength, skill }: PartNeed,
  { key, depth, plan }: Reaching,
): Promise<string | InstallFault | undefined> {
  const parsed = to.includes("/") ? parseSkillRef(to) : undefined;
  if (parsed === undefined || isRefFault(parsed)) {
    if (strength === undefined) plan.warnings.push(`"${skill}" requires "${to}", which its source does not have`);
    return undefined;
  }
  const planned = coveringIn(plan.added.keys(), parsed) ?? coveringKey(parsed, plan);
  if (planned !== undefined) return plan.movedKeys.get(planned) ?? planned;
  if (plan.options.dependencies === "installed") return undefined;
  if (plan.options.dependencies !== "all") {
    plan.warnings.push(`"${skill}" requires ${to} of another source: add it with --deps`);
    return undefined;
  }
  if (depth >= DEEPEST) return tooFar(`${key} requires ${to}, which is more than ${DEEPEST} sources away`);
  if (++plan.sources > MOST_SOURCES) return tooFar(`more than ${plural(MOST_SOURCES, "other source")} are required`);
  const tree = await fetchRequired(
    parsed.kind === "npm" && range !== undefined ? withPin(parsed, range) : parsed,
    plan,
  );
  if (isInstallFault(tree)) return { ...tree, message: `${key} requires ${to}: ${tree.message}` };
  const settled = planNew(tree, plan);
  if (isInstallFault(settled) || settled === undefined) return settled;
  plan.waiting.push({ root: { key: settled.key, tree }, depth: depth + 1 });
  return settled.key;
}

function tooFar(message: string): InstallFault {
  return installFault("too-large", message, ["add what is required one by one, with --no-deps"]);
}

/** The end of a reference is a directory, else the name of a skill. */
async function fetchRequired(ref: SkillRef, { session }: Plan): Promise<FetchedTree | InstallFault> {
  session.workspace.onProgress?.({ phase: "fetch", done: 0, total: 1 });
  const tree = await fetchWith(session, { ref, withParts: true });
  const path = pathInOf(ref);
  if (!isInstallFault(tree) || tree.code !== "unknown-path" || path === undefined) return tree;
  const skill = path.slice(path.lastIndexOf("/") + 1);
  const named = await fetchWith(session, { ref: withoutPath(ref), skill, withParts: true });
  return isInstallFault(named) ? tree : named;
}

/** Applies moved keys, new entries, and what requires what. */
export function lockAfter(
  lock: SkillLock,
  changes: readonly UpdateChange[],
  { added, requires }: Pick<Closure, "added" | "requires">,
): SkillLock {
  const next = new Map(lock);
  for (const { ref } of changes) next.delete(ref);
  for (const { to, after } of changes) next.set(to, after.entry);
  for (const { key, entry } of added) next.set(key, entry);
  const moved = new Map(changes.flatMap(({ ref, to }) => (ref === to ? [] : [[ref, to] as const])));
  const renamed = new Map(withMovedKeys(next, moved));
  for (const [key, keys] of requires) {
    const entry = renamed.get(key);
    if (entry === undefined) continue;
    const { requires: _requires, ...rest } = entry;
    renamed.set(key, keys.length === 0 ? rest : { ...rest, requires: keys });
  }
  return withTrueRequirers(new Map(sortedBy([...renamed], ([key]) => key)));
}
