/**
 * Takes: the sources of a config and the Host. Gives: the skills of each source, sorted by path, not read yet; what was
 * left out; what was found on the way. Never: looks inside a SKILL.md, follows a link out of a source, writes.
 */
import { createFindings, withoutRepeats, type Findings, type PlacedGroup } from "../diagnostics/index.ts";
import type { FoundCompanion } from "../model/companion.ts";
import { outputDirs, type DirectorySource } from "../model/config.ts";
import type { WrittenTier } from "../model/index-tiers.ts";
import { isFailure, LARGEST_TEXT, type Host, type HostFailure } from "../model/host.ts";
import type { FindingGroup } from "../model/finding.ts";
import { FLAT_DOCUMENT, NOT_SELECTED, type Dropped, type FoundSkill, type SkillPlace } from "../model/skill.ts";
import { baseName, compileFilter, isAbsolute, joinPath, mountPath, type SkillFilter } from "../paths/index.ts";
import { kitName, readsFlatFiles, type Profile } from "../profiles/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { reportEmpty } from "./empty-sources.ts";
import { withoutEnding } from "./flat-skills.ts";
import { createIgnoreFiles } from "./ignore-files.ts";
import { inlineSkill } from "./inline-skill.ts";
import { joinSources } from "./join-sources.ts";
import { createFilePicker, type PickedFiles } from "./shipped-files.ts";
import { openSkill } from "./open-skill.ts";
import { reportOuterLinks, type OuterLink } from "./links-outside-skills.ts";
import { packageAbove } from "./packages.ts";
import { createProjectSearch, type SearchNotes } from "./project-search.ts";
import { reportUnusedExcludes, reportUnusedPatterns } from "./unused-patterns.ts";
import { findPrunedSkills } from "./pruned.ts";
import { discoverRules } from "./rules.ts";
import { readNeighbors, readStart, type UnreadCompanion } from "./unread-companions.ts";
import { joinFound, relativeTo } from "./known-walk.ts";
import { walkSource } from "./walk.ts";
import type { WalkedSkill } from "./walk-state.ts";

export type { DiscoverOptions } from "./discover-options.ts";

export interface Discovered {
  readonly skills: readonly FoundSkill[];
  readonly companions: readonly FoundCompanion[];
  readonly unread: readonly UnreadCompanion[];
  readonly dropped: readonly Dropped[];
  /** Host paths of files outside any skill that are probably meant as one. */
  readonly flat: readonly string[];
  /** Findings about sources; those about a skill are with the skill. */
  readonly groups: readonly PlacedGroup[];
  /** Empty if no source is searched. */
  readonly searches: readonly SearchNotes[];
}

interface DiscoveryDraft {
  readonly skills: FoundSkill[];
  readonly companions: FoundCompanion[];
  readonly unread: UnreadCompanion[];
  readonly dropped: Dropped[];
  readonly flat: string[];
  readonly findings: Findings;
  readonly outerLinks: OuterLink[];
  isMissing?: boolean;
  /** Includes unselected skills; undefined if the directory could not be walked. */
  walked?: number;
  hasIgnored?: true;
  search?: SearchNotes;
}

/** In the order of the sources. */
export function discover(options: DiscoverOptions): Discovered {
  const { sources } = options.config;
  const drafts = sources.map((source, index): DiscoveryDraft => {
    const draft: DiscoveryDraft = {
      skills: [],
      companions: [],
      unread: [],
      dropped: [],
      flat: [],
      findings: createFindings(),
      outerLinks: [],
    };
    if (source.kind === "directory") discoverDirectory(source, index, draft, options);
    else draft.skills.push(inlineSkill(source, index, options));
    return draft;
  });
  const found = drafts.flatMap(({ skills }) => skills.map(({ place }) => place));
  for (const { outerLinks, search } of drafts) {
    const mirrors = reportOuterLinks(outerLinks, found, options.host);
    for (const dir of mirrors) search?.mirrors.push(dir);
  }
  const hasSkills = drafts.some(({ skills, walked = 0 }) => skills.length > 0 || walked > 0);
  const isFine = (!hasSkills && options.config.allowEmpty) || options.profile.discovery.noSkills === "accepted";
  for (const [index, draft] of drafts.entries())
    reportEmpty(sources[index], draft, { hasSkills, isFine, host: options.host });
  const all = drafts.flatMap(({ skills }) => skills);
  const unused = createFindings();
  // A part of the project says nothing about patterns for the whole.
  if (!sources.some((source) => source.kind === "directory" && source.named === "argument"))
    reportUnusedPatterns(options.config, all, unused);
  const duplicates = options.config.duplicates ?? options.profile.duplicates;
  return {
    skills: joinSources(all, duplicates),
    companions: [
      ...new Map(drafts.flatMap(({ companions }) => companions.map((one) => [one.file, one] as const))).values(),
    ],
    unread: drafts.flatMap(({ unread }) => unread),
    dropped: drafts.flatMap(({ dropped }) => dropped),
    flat: [...new Set(drafts.flatMap(({ flat }) => flat))],
    // Findings that several sources share are those of directories in both of them.
    groups: withoutRepeats([...drafts.map(({ findings }) => findings), unused]),
    searches: drafts.flatMap(({ search }) => search ?? []),
  };
}

function discoverDirectory(
  source: DirectorySource,
  index: number,
  draft: DiscoveryDraft,
  options: DiscoverOptions,
): void {
  const realRoot = openSource(source, draft, options);
  if (realRoot === undefined) return;
  const { config, host, profile } = options;
  const include = compileFilter(source.include.length === 0 ? "" : source.include);
  const exclude = source.exclude.length === 0 ? undefined : compileFilter(source.exclude);
  const ignoreFiles = createIgnoreFiles(realRoot, options, draft.findings);
  const drop = (path: string, reason: string): void =>
    void draft.dropped.push({ file: catalogPath(source, path), reason });
  const pruned: string[] = [];
  const search = source.isSearched === true ? createProjectSearch(source.dir, realRoot, host) : undefined;
  if (search !== undefined) draft.search = search.notes;
  const walked = walkSource(source.dir, realRoot, {
    host,
    symlinks: config.symlinks,
    skillFileCase: config.skillFileCase,
    flatFiles: source.flatFiles ?? readsFlatFiles(profile),
    packageDir: config.sources.length > 1 ? packageAbove(source.dir, host) : undefined,
    rule: profile.discovery,
    forbidden: [...outputDirs(config.outputs), ...config.installed.roots].flatMap((dir) => placesOf(dir, host)),
    ignoreFiles,
    search,
    known: options.known,
    // The second matches patterns such as `vault/**`, which do not name the directory itself.
    isExcluded: (path) => exclude?.matches(path) === true || exclude?.matches(`${path}/SKILL.md`) === true,
    findings: draft.findings,
    drop,
    flat: (file) => void draft.flat.push(file),
    outerLink: (link) => void draft.outerLinks.push(link),
    // In a whole project they are counted, unless they are among skills.
    pruned: (relative) =>
      void ((search === undefined || /(?:^|\/)skills\//.test(joinPath(source.dir, relative))) && pruned.push(relative)),
    companion: (kind, relative, real) => readCompanion({ kind, relative, real, source }, draft, options),
  });
  const again = options.known?.take(index) ?? [];
  draft.walked = walked.length + again.length;
  const relative = [
    ...walked,
    ...again.map((skill) => ({ relative: relativeTo(source, skill), document: skill.input.document })),
  ].map(pathOf);
  reportUnusedExcludes(source, relative, draft.findings);
  reportPruned(pruned, source, { draft, host, drop });
  if (profile.levelsFrom === undefined) readNeighbors(source.dir, draft.unread, host);
  const pickFiles = createFilePicker(ignoreFiles, options);
  const tiers = config.index.map(([pattern, tier]) => ({ filter: compileFilter(pattern), tier })).toReversed();
  const placing: SkillPlacing = { source, origin: { kind: "directory", index }, tiers, options };
  for (const skill of walked)
    if (isWanted(skill, include, exclude)) draft.skills.push(toFoundSkill(skill, pickFiles(skill), placing));
    else drop(joinPath(skill.relative, skill.document), NOT_SELECTED);
  if (again.length > 0) draft.skills.push(...joinFound(again, draft.skills.splice(0), source));
}

function pathOf({ relative, document }: Pick<WalkedSkill, "relative" | "document">): string {
  if (document === FLAT_DOCUMENT) return withoutEnding(relative);
  return relative === "" ? "." : relative;
}

const READ_KINDS: Readonly<Record<Profile["discovery"]["companions"], readonly FoundCompanion["kind"][]>> = {
  none: [],
  carnet: ["agent", "toolset"],
  kit: ["agent"],
};
/** Directories such as node_modules are reported once, with an example. */
function reportPruned(
  pruned: readonly string[],
  source: DirectorySource,
  { draft, host, drop }: { draft: DiscoveryDraft; host: Host; drop: (path: string, reason: string) => void },
): void {
  const skills = pruned
    .filter((path) => path !== "")
    .flatMap((path) =>
      findPrunedSkills(joinPath(source.dir, path), baseName(path), host).map((skill) => joinPath(path, skill)),
    );
  const [first] = skills;
  if (first === undefined) return;
  for (const skill of skills) drop(joinPath(skill, "SKILL.md"), "in a directory that is not searched");
  const dir = joinPath(source.dir, first);
  const file = joinPath(dir, "SKILL.md");
  draft.findings.add(discoverRules["skill-not-searched"], { file }, { dir, skills: skills.length });
}

function readCompanion(
  {
    kind,
    relative,
    real,
    source,
  }: Readonly<Record<"relative" | "real", string>> & {
    readonly kind: FoundCompanion["kind"];
    readonly source: DirectorySource;
  },
  draft: DiscoveryDraft,
  { host, profile }: DiscoverOptions,
): void {
  const { companions, findings, unread } = draft;
  const file = joinPath(source.dir, relative);
  // Without a profile, it may tell which system the tree was written for.
  if (profile.levelsFrom === undefined) readStart(file, unread, host);
  if (!READ_KINDS[profile.discovery.companions].includes(kind)) {
    // One says enough: a tree of another system may have hundreds.
    if (draft.hasIgnored !== true) findings.add(discoverRules["companion-ignored"], { file }, { kind });
    draft.hasIgnored = true;
    return;
  }
  const bytes = host.readFile(file, real, LARGEST_TEXT);
  if (!isFailure(bytes)) companions.push({ kind, file, catalogFile: catalogPath(source, relative), bytes });
  else findings.add(discoverRules["file-unreadable"], { file }, { path: file, detail: bytes.detail });
}

export function placesOf(path: string, host: Host): readonly string[] {
  const real = host.realPath(path);
  return isFailure(real) ? [host.absolutePath(path)] : [host.absolutePath(path), real];
}

/** Returns the real path; undefined, and a finding, if there is no directory to walk. */
function openSource(source: DirectorySource, draft: DiscoveryDraft, options: DiscoverOptions): string | undefined {
  const { findings } = draft;
  const { config, host, profile } = options;
  const { dir, place = { file: dir } } = source;
  const entry = host.entryStatus(dir);
  if (isFailure(entry)) {
    const mayBeMissing = source.optional || profile.discovery.missingSource === "empty";
    if (entry.failure === "not-found" && mayBeMissing) return undefined;
    if (entry.failure === "not-found") draft.isMissing = true;
    else findings.add(discoverRules["source-unreadable"], place, { dir, detail: entry.detail });
    return undefined;
  }
  const status = host.status(dir);
  const real = host.realPath(dir);
  if (isFailure(status) || isFailure(real)) {
    const { detail } = [status, real].find(isFailure) as HostFailure;
    findings.add(discoverRules["source-unreadable"], place, { dir, detail });
    return undefined;
  }
  if (status.kind !== "directory") {
    findings.add(discoverRules["source-not-directory"], place, { dir });
    return undefined;
  }
  // Whoever names a link to check it, or is in one, means the directory; nothing is compiled.
  if (entry.kind === "symlink" && config.symlinks === "refuse" && source.isSearched !== true) {
    if (profile.discovery.linkedSource !== "empty") findings.add(discoverRules["source-symlink"], place, { dir });
    return undefined;
  }
  return real;
}

function isWanted(skill: WalkedSkill, include: SkillFilter, exclude: SkillFilter | undefined): boolean {
  const path = pathOf(skill);
  return include.matches(path) && exclude?.matches(path) !== true;
}

interface SkillPlacing {
  readonly source: DirectorySource;
  readonly origin: SkillPlace["origin"];
  /** The last of the config comes first. */
  readonly tiers: readonly { readonly filter: SkillFilter; readonly tier: WrittenTier }[];
  readonly options: DiscoverOptions;
}

const NONE: readonly never[] = [];
const NOTHING: FindingGroup = { findings: [], lines: [] };

function toFoundSkill(
  skill: WalkedSkill,
  { files, large, isOversized }: PickedFiles,
  { source, origin, tiers, options }: SkillPlacing,
): FoundSkill {
  const { profile, contents, host } = options;
  const { dir, realDir, realPaths, packageDir, document, leftOut, nested } = skill;
  const namespace = source.namespace ?? (profile.discovery.namespaces === "kit" ? kitOf(skill, source) : undefined);
  const isFlat = document === FLAT_DOCUMENT;
  const path = virtualPath(source, isFlat ? pathOf(skill) : skill.relative, profile);
  const tier = tiers.find(({ filter }) => filter.matches(path))?.tier;
  // What thousands of skills have alike is one value.
  const input = {
    dirName: dir === "." ? undefined : baseName(isFlat ? withoutEnding(dir) : dir),
    document,
    files,
    leftOut: leftOut.length === 0 ? NONE : leftOut,
    nested: nested.length === 0 ? NONE : nested,
  };
  const file = joinPath(dir, document);
  const catalogFile = catalogPath(source, joinPath(skill.relative, document));
  const place = {
    origin,
    dir,
    realDir,
    ...(packageDir === undefined ? {} : { packageDir }),
    file,
    catalogFile: catalogFile === file ? file : catalogFile,
    path: path === dir ? dir : path,
    preload: source.preload,
    ...(tier === undefined ? {} : { index: tier }),
    ...(namespace === undefined ? {} : { namespace }),
  } as const;
  const found = skill.findings.findings.length === 0 ? NOTHING : skill.findings;
  const opened = openSkill({ input, place, found }, { host, contents, realPaths, large });
  return isOversized === undefined ? opened : { ...opened, isOversized };
}

/** Never absolute, so that the catalog is the same on every machine. */
function catalogPath(source: DirectorySource, relative: string): string {
  const dir = source.catalogDir ?? (isAbsolute(source.dir) ? (source.mountAs ?? ".") : source.dir);
  return joinPath(dir, relative);
}

function virtualPath({ dir, mountAs }: DirectorySource, relative: string, { mounts }: Profile): string {
  if (mountAs === undefined) return joinPath(dir, relative);
  return relative === "" && mounts === "as-written" ? mountAs : mountPath(mountAs, relative);
}

/** Undefined if the directory above `skills/` has no name. */
function kitOf({ relative }: WalkedSkill, source: DirectorySource): string | undefined {
  const kit = /^(?:(.*)\/)?skills\/[^/]+$/.exec(relative);
  if (kit === null) return undefined;
  const dir = kit[1] === undefined ? source.dir : joinPath(source.dir, kit[1]);
  return dir === "." ? undefined : kitName(baseName(dir));
}
