/** Walks one source directory and assigns each file to the innermost skill above it. Reads names, no contents. */
import { createFindings, type Rule, type RuleArgs } from "../diagnostics/index.ts";
import { isFailure, type DirectoryEntry } from "../model/host.ts";
import { FLAT_DOCUMENT, type LeftOut } from "../model/skill.ts";
import { compareCodeUnits, isAbsolute, isInside, joinPath } from "../paths/index.ts";
import { ownerOf } from "./find-document.ts";
import { isFlatName, isFlatPlace, isFlatSkill } from "./flat-skills.ts";
import { IGNORE_FILE } from "./ignore-files.ts";
import { hasManifest } from "./packages.ts";
import { isInstalled, type ProjectSearch } from "./project-search.ts";
import { discoverRules } from "./rules.ts";
import { isVersionControl, unwantedDirectory, unwantedFile, unwantedPath } from "./never-shipped.ts";
import { below, type Visit, type Walk, type WalkedSkill, type WalkOptions } from "./walk-state.ts";

/** Every skill below a directory, sorted by path in code units. `realRoot` is the directory's real path. */
export function walkSource(root: string, realRoot: string, options: WalkOptions): readonly WalkedSkill[] {
  const walk: Walk = { options, root, realRoot, skills: [] };
  // A stack, not recursion: depth is the input's choice.
  const stack: Visit[] = [
    {
      relative: "",
      dir: root,
      realDir: realRoot,
      packageDir: options.packageDir,
      owner: undefined,
      ancestors: [realRoot],
    },
  ];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const listed = listEntries(walk, visit);
    const selected = listed && selectEntries(options.search, visit, listed);
    const owner = selected && ownerOf(walk, visit, selected.entries);
    if (listed !== undefined && owner === undefined) narrowListing(walk, visit);
    if (selected === undefined) continue;
    const { entries, ignored } = selected;
    if (owner === undefined && options.search !== undefined && entries.some(({ name }) => name === ".gitignore"))
      options.known?.meets(joinPath(visit.dir, ".gitignore"));
    for (const { entry, by } of ignored) owner?.leftOut.push(toIgnored(owner, visit, entry, by));
    const isPackage = owner === undefined && hasManifest(visit.dir, entries, options.host);
    const packageDir = isPackage ? visit.dir : visit.packageDir;
    const here = { ...visit, owner, packageDir };
    // Most files of a project belong to no skill, and nothing is to be known about them.
    const known =
      owner === undefined
        ? entries.filter(({ name, kind }) => kind !== "file" || OUTER_FILES.has(name) || isFlatName(name))
        : entries;
    const next = known.flatMap((entry) => visitEntry(walk, here, entry) ?? []);
    // One by one: a call takes a limited number of arguments, a directory any number of entries.
    for (const one of next.reverse()) stack.push(one);
  }
  return walk.skills.sort((one, two) => compareCodeUnits(one.relative, two.relative));
}

/** Files that matter outside skills. */
const OUTER_FILES: ReadonlySet<string> = new Set([IGNORE_FILE, "AGENT.md", "TOOLSET.md"]);

/** Undefined, and a finding, if the directory cannot be read. */
function listEntries({ root, options }: Walk, { relative, dir, owner }: Visit): readonly DirectoryEntry[] | undefined {
  const listed = options.host.readDirectory(dir);
  if (!isFailure(listed)) return listed.toSorted((one, two) => compareCodeUnits(one.name, two.name));
  if (owner === undefined && options.isExcluded(relative)) {
    options.drop(relative, `unreadable (${listed.detail}) and excluded`);
    return undefined;
  }
  const place = relative === "" ? root : joinPath(root, relative);
  const args = { dir: place, detail: listed.detail };
  options.findings.add(discoverRules["directory-unreadable"], { file: place }, args);
  return undefined;
}

/** Most directories of a project have nothing to do with skills: files that come and go there change nothing. */
function narrowListing({ options: { host, search }, root }: Walk, { relative, dir }: Visit): void {
  // In a source that is named, pages count directly below it.
  const isNamed = relative === "" && root !== ".";
  if (search !== undefined && !isNamed && !isAbsolute(dir)) host.narrowListing?.(dir);
}

/** Where every entry counts, none is ignored. */
const NONE: ReturnType<ProjectSearch["select"]> & {} = { entries: [], ignored: [] };

function selectEntries(
  search: ProjectSearch | undefined,
  { relative, realDir, owner }: Visit,
  entries: readonly DirectoryEntry[],
): ReturnType<ProjectSearch["select"]> {
  if (search === undefined) return { ...NONE, entries };
  return search.select({ relative, realDir, isOwned: owner !== undefined }, entries);
}

function toIgnored(owner: WalkedSkill, { relative }: Visit, { name, kind }: DirectoryEntry, by: string): LeftOut {
  const path = below(owner, relative === "" ? name : `${relative}/${name}`);
  return { path: kind === "directory" ? `${path}/` : path, reason: `ignored by ${by}` };
}

/** Returns a directory that is to be entered. */
function visitEntry(walk: Walk, visit: Visit, entry: DirectoryEntry): Visit | undefined {
  const { owner } = visit;
  const { known } = walk.options;
  const relative = visit.relative === "" ? entry.name : `${visit.relative}/${entry.name}`;
  const dir = joinPath(visit.dir, entry.name);
  const isOuterDirectory = owner === undefined && entry.kind === "directory";
  if (isOuterDirectory && known?.skips({ dir, relative, packageDir: visit.packageDir }) === true) return undefined;
  const realDir = `${visit.realDir}/${entry.name}`;
  const next: Visit = { ...visit, relative, dir, realDir, ancestors: [...visit.ancestors, realDir] };
  if (entry.name === IGNORE_FILE && entry.kind !== "directory") {
    if (owner === undefined) known?.meets(dir);
    walk.options.ignoreFiles.read(visit.relative, dir, entry.kind);
    return undefined;
  }
  switch (entry.kind) {
    case "directory":
      return enter(walk, next, entry.name);
    case "file":
      addFile(walk, next, entry.name);
      return undefined;
    case "symlink":
      return followLink(walk, { ...next, ancestors: visit.ancestors }, entry.name);
    case "other":
      if (owner !== undefined || /^skill\.md$/i.test(entry.name)) {
        const path = owner === undefined ? dir : below(owner, relative);
        refuse(walk, next, {
          rule: discoverRules["not-regular-file"],
          args: { path },
          reason: "neither a file nor a directory",
        });
      }
      return undefined;
  }
}

function enter({ options }: Walk, next: Visit, name: string): Visit | undefined {
  const { host, forbidden, rule, search } = options;
  if (forbidden.includes(host.absolutePath(next.dir)) || forbidden.includes(next.realDir)) {
    search?.prune("");
    return undefined;
  }
  if (next.owner === undefined && name.startsWith(".") && rule.dotDirectories === "skip") return undefined;
  if (search !== undefined && isInstalled(name)) {
    search.prune(name);
    return undefined;
  }
  const reason = unwantedDirectory(name);
  if (reason === undefined)
    return next.testData === undefined && search?.isTestData(name) === true
      ? { ...next, testData: next.relative }
      : next;
  if (next.owner !== undefined) leaveOutDirectory(next.owner, next, { name, reason, isSearched: search !== undefined });
  // Skills in there are skills themselves; as files of another one they never ship.
  if (reason === "junk" && rule.toolDirectories === "enter") return { ...next, owner: undefined };
  search?.prune(name);
  if (next.owner === undefined) options.pruned(next.relative);
  return undefined;
}

/** A repository around a skill at its root is meant to be there, and nothing in a whole project is to be deleted. */
function leaveOutDirectory(
  owner: WalkedSkill,
  { relative, dir }: Visit,
  { name, reason, isSearched }: { name: string; reason: "junk" | "secret"; isSearched: boolean },
): void {
  const path = `${below(owner, relative)}/`;
  if (isVersionControl(name)) owner.leftOut.push({ path, reason: "version control" });
  else if (isSearched && reason === "junk" && owner.relative === "")
    owner.leftOut.push({ path, reason: "a by-product of a tool" });
  else leaveOut(owner, path, dir, reason);
}

function addFile(walk: Walk, visit: Visit, name: string): void {
  const { options, root } = walk;
  const { owner, relative, dir, realDir, testData } = visit;
  if (owner === undefined) {
    const isPage = testData === undefined && isFlatName(name);
    if (isPage && options.flatFiles && isFlatPlace(root, relative)) return addFlatSkill(walk, visit);
    if (isPage && isFlatSkill(root, relative, options.host)) options.flat(dir);
    if (name === "AGENT.md") options.companion("agent", relative, realDir);
    if (name === "TOOLSET.md") options.companion("toolset", relative, realDir);
    return;
  }
  const path = below(owner, relative);
  if (path === owner.document) return;
  const reason = unwantedFile(name, relative.split("/").at(-2));
  if (reason === undefined && realDir !== `${owner.realDir}/${path}`)
    (owner.realPaths ??= new Map()).set(path, realDir);
  if (reason === undefined) owner.files.push(path);
  else leaveOut(owner, path, dir, reason);
}

function addFlatSkill({ skills, options }: Walk, { relative, dir, realDir, packageDir }: Visit): void {
  if (options.ignoreFiles.ignores(relative)) return options.drop(relative, `excluded by ${IGNORE_FILE}`);
  const lists = { files: [], leftOut: [], nested: [], realPaths: undefined };
  skills.push({ relative, dir, realDir, packageDir, document: FLAT_DOCUMENT, ...lists, findings: createFindings() });
}

interface EntryRefusal<Args extends RuleArgs> {
  readonly rule: Rule<Args>;
  readonly args: NoInfer<Args>;
  /** As in the catalog's `dropped`. */
  readonly reason: string;
}

function refuse<Args extends RuleArgs>(
  { options }: Walk,
  { owner, relative, dir }: Visit,
  { rule, args, reason }: EntryRefusal<Args>,
): undefined {
  if (owner === undefined) {
    options.findings.add(rule, { file: dir }, args);
    options.drop(relative, reason);
  } else {
    owner.findings.add(rule, { file: dir }, args);
    owner.leftOut.push({ path: below(owner, relative), reason });
  }
}

/** Links outside any skill are reported later, when the skills are known. */
function refuseLink<Args extends RuleArgs>(
  walk: Walk,
  link: Visit,
  refusal: EntryRefusal<Args>,
  real?: string,
): undefined {
  if (link.owner !== undefined) return refuse(walk, link, refusal);
  const { options, realRoot } = walk;
  options.drop(link.relative, refusal.reason);
  options.outerLink({
    dir: link.dir,
    real,
    isInside: real !== undefined && isInside(realRoot, real),
    report: () => options.findings.add(refusal.rule, { file: link.dir }, refusal.args),
  });
  return undefined;
}

/**
 * The links of a skill must not leave it: the source or, in a searched project, the directory of skills that a build
 * would take.
 */
function rootOfLinks({ options, realRoot, skills }: Walk, owner: WalkedSkill | undefined): string {
  if (options.search === undefined || owner === undefined || owner.relative === "") return realRoot;
  const segments = owner.relative.split("/");
  const at = segments.indexOf("skills");
  // Skills outside are found before those inside them.
  const outermost = skills.find(({ relative }) => relative === "" || isInside(relative, owner.relative)) ?? owner;
  const depth = at === -1 ? outermost.relative.split("/").length - 1 : at + 1;
  return outermost.relative === "" ? realRoot : [realRoot, ...segments.slice(0, depth)].join("/");
}

/** A link inside the source is what it points to, if links are followed; any other one is refused. */
function followLink(walk: Walk, link: Visit, name: string): Visit | undefined {
  const { options } = walk;
  const { dir, owner, ancestors } = link;
  const realRoot = rootOfLinks(walk, owner);
  const cycle = {
    rule: discoverRules["symlink-cycle"],
    args: { path: dir },
    reason: "a symbolic link that forms a cycle",
  };
  const dangling = (reason: string): undefined =>
    refuseLink(walk, link, { rule: discoverRules["symlink-dangling"], args: { path: dir }, reason });
  const real = options.host.realPath(dir);
  if (isFailure(real))
    return real.failure === "loop" ? refuseLink(walk, link, cycle) : dangling("a broken symbolic link");
  if (!isInside(realRoot, real)) {
    const args = { path: dir, target: real };
    const reason = "a symbolic link that points outside the source";
    return refuseLink(walk, link, { rule: discoverRules["symlink-escape"], args, reason }, real);
  }
  if (ancestors.includes(real)) return refuseLink(walk, link, cycle);
  if (options.symlinks === "refuse") {
    const refusal = { rule: discoverRules["symlink-refused"], args: { path: dir }, reason: "a symbolic link" };
    return refuseLink(walk, link, refusal, real);
  }
  const status = options.host.status(dir);
  if (isFailure(status)) return dangling("a symbolic link that cannot be read");
  // Another name does not make a secret fit for shipping.
  const unwanted = unwantedPath(real.slice(realRoot.length + 1), status.kind === "file");
  if (unwanted !== undefined) {
    if (owner !== undefined) leaveOut(owner, below(owner, link.relative), dir, unwanted);
    return undefined;
  }
  if (status.kind === "directory")
    return enter(walk, { ...link, realDir: real, ancestors: [...ancestors, real] }, name);
  if (status.kind === "file") addFile(walk, { ...link, realDir: real }, name);
  return undefined;
}

function leaveOut(owner: WalkedSkill, path: string, file: string, reason: "junk" | "secret"): void {
  const rule = discoverRules[reason === "secret" ? "secret-file" : "junk-file"];
  owner.findings.add(rule, { file }, { path });
  owner.leftOut.push({ path, reason: reason === "secret" ? "looks like a secret" : "a by-product of a tool" });
}
