/**
 * Takes: the sources of a config and the Host. Gives: the skills of each source, sorted by path, not read yet; what was
 * left out; what was found on the way. Never: looks inside a SKILL.md, follows a link out of a source, writes.
 */
import { createFindings, type Findings, type PlacedGroup } from "../../diagnostics/index.ts";
import type { FoundCompanion } from "../../model/companion.ts";
import type { DirectorySource, InlineSource, Source } from "../../model/config.ts";
import { isFailure, type Host, type HostFailure } from "../../model/host.ts";
import type { Dropped, FoundSkill } from "../../model/skill.ts";
import { baseName, compileFilter, isAbsolute, joinPath, mountPath, type SkillFilter } from "../../paths/index.ts";
import { kitName, type Profile } from "../../profiles/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { createIgnoreFiles } from "./ignore-files.ts";
import { createFilePicker } from "./owned-files.ts";
import { discoverRules } from "./rules.ts";
import { walkSource } from "./walk.ts";
import type { WalkedSkill } from "./walk-state.ts";

export type { DiscoverOptions } from "./discover-options.ts";

export interface Discovered {
  readonly skills: readonly FoundSkill[];
  readonly companions: readonly FoundCompanion[];
  readonly dropped: readonly Dropped[];
  /** Findings about sources; those about a skill are with the skill. */
  readonly groups: readonly PlacedGroup[];
}

/** What is found in one source. */
interface Draft {
  readonly skills: FoundSkill[];
  readonly companions: FoundCompanion[];
  readonly dropped: Dropped[];
  readonly findings: Findings;
  /** Skills of a directory, those that are not selected included; undefined when it could not be walked. */
  walked?: number;
}

/** Finds the skills of all sources, in the order of the sources. */
export function discover(options: DiscoverOptions): Discovered {
  const { sources } = options.config;
  const drafts = sources.map((source, index): Draft => {
    const draft: Draft = { skills: [], companions: [], dropped: [], findings: createFindings() };
    if (source.kind === "directory") discoverDirectory(source, index, draft, options);
    else draft.skills.push(inlineSkill(source, index, options));
    return draft;
  });
  // Where no source has any skill, an empty catalog is an error of its own.
  const hasSkills = drafts.some(({ skills, walked = 0 }) => skills.length > 0 || walked > 0);
  for (const [index, draft] of drafts.entries()) reportEmpty(sources[index], draft, hasSkills);
  return {
    skills: drafts.flatMap(({ skills }) => skills),
    companions: drafts.flatMap(({ companions }) => companions),
    dropped: drafts.flatMap(({ dropped }) => dropped),
    groups: drafts.map(({ findings }) => findings),
  };
}

/** A source without skills is reported once, by what else was found in it if that says why. */
function reportEmpty(source: Source | undefined, { walked, findings }: Draft, hasSkills: boolean): void {
  if (source?.kind !== "directory" || walked !== 0) return;
  const { dir, optional, place = { file: dir } } = source;
  const reasons = [...new Set(findings.findings.map(({ rule }) => rule))];
  const missing = discoverRules["skill-md-missing"];
  findings.add(missing, { file: dir }, { found: "" }, { unless: reasons });
  if (!hasSkills || optional) return;
  findings.add(discoverRules["source-without-skills"], place, { dir }, { unless: [...reasons, missing.name] });
}

function inlineSkill(source: InlineSource, index: number, { config, contents }: DiscoverOptions): FoundSkill {
  const { file = "" } = config;
  const { name, description, namespace, place } = source;
  const document = contents.measure(new TextEncoder().encode(source.instructions));
  return {
    input: {
      document: "SKILL.md",
      inline: { name, description },
      files: [],
      leftOut: [],
      nested: [],
      read: () => document,
    },
    place: {
      origin: { kind: "inline", index },
      dir: "",
      realDir: "",
      file: file === "" ? `sources[${index}]` : file,
      catalogFile: baseName(file),
      path: "",
      preload: source.preload,
      ...(namespace === undefined ? {} : { namespace }),
      ...(place === undefined ? {} : { inline: place }),
    },
    found: createFindings(),
  };
}

function discoverDirectory(source: DirectorySource, index: number, draft: Draft, options: DiscoverOptions): void {
  const realRoot = openSource(source, draft.findings, options);
  if (realRoot === undefined) return;
  const { config, host, profile } = options;
  const include = compileFilter(source.include.length === 0 ? "" : source.include);
  const exclude = source.exclude.length === 0 ? undefined : compileFilter(source.exclude);
  const ignoreFiles = createIgnoreFiles(realRoot, options, draft.findings);
  const drop = (path: string, reason: string): void =>
    void draft.dropped.push({ file: catalogPath(source, path), reason });
  const walked = walkSource(source.dir, realRoot, {
    host,
    symlinks: config.symlinks,
    skillFileCase: config.skillFileCase,
    rule: profile.discovery,
    forbidden: [...config.outputs.map(({ outDir }) => outDir), ...config.installed.roots].flatMap((dir) =>
      placesOf(dir, host),
    ),
    ignoreFiles,
    // The second matches patterns such as `vault/**`, which do not name the directory itself.
    isExcluded: (path) => exclude?.matches(path) === true || exclude?.matches(`${path}/SKILL.md`) === true,
    findings: draft.findings,
    drop,
    companion: (kind, relative) => readCompanion({ kind, relative, source }, draft, host),
  });
  draft.walked = walked.length;
  const pickFiles = createFilePicker(ignoreFiles, options);
  for (const skill of walked)
    if (isWanted(skill, include, exclude))
      draft.skills.push(toFoundSkill(skill, pickFiles(skill), { source, index, options }));
    else drop(joinPath(skill.relative, skill.document), "not selected by include and exclude");
}

function readCompanion(
  { kind, relative, source }: { kind: FoundCompanion["kind"]; relative: string; source: DirectorySource },
  { companions, findings }: Draft,
  host: Host,
): void {
  const file = joinPath(source.dir, relative);
  const bytes = host.readFile(file);
  if (!isFailure(bytes)) companions.push({ kind, file, catalogFile: catalogPath(source, relative), bytes });
  else findings.add(discoverRules["file-unreadable"], { file }, { path: file, detail: bytes.detail });
}

function placesOf(path: string, host: Host): readonly string[] {
  const real = host.realPath(path);
  return isFailure(real) ? [host.absolutePath(path)] : [host.absolutePath(path), real];
}

/** The real path of a source's directory; undefined, and a finding, when there is none to walk. */
function openSource(source: DirectorySource, findings: Findings, options: DiscoverOptions): string | undefined {
  const { config, host, profile } = options;
  const { dir, place = { file: dir } } = source;
  const entry = host.entryStatus(dir);
  if (isFailure(entry)) {
    const mayBeMissing = source.optional || profile.discovery.missingSource === "empty";
    if (entry.failure === "not-found" && mayBeMissing) return undefined;
    if (entry.failure === "not-found") findings.add(discoverRules["source-missing"], place, { dir });
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
  if (entry.kind === "symlink" && config.symlinks === "refuse") {
    if (profile.discovery.linkedSource !== "empty") findings.add(discoverRules["source-symlink"], place, { dir });
    return undefined;
  }
  return real;
}

function isWanted(skill: WalkedSkill, include: SkillFilter, exclude: SkillFilter | undefined): boolean {
  const path = skill.relative === "" ? "." : skill.relative;
  return include.matches(path) && exclude?.matches(path) !== true;
}

function toFoundSkill(
  skill: WalkedSkill,
  files: readonly string[],
  { source, index, options }: { source: DirectorySource; index: number; options: DiscoverOptions },
): FoundSkill {
  const { profile, contents } = options;
  const { dir, realDir, document, leftOut, nested } = skill;
  const namespace = source.namespace ?? (profile.discovery.namespaces === "kit" ? kitOf(skill, source) : undefined);
  return {
    input: {
      dirName: dir === "." ? undefined : baseName(dir),
      document,
      files,
      leftOut,
      nested,
      read: (path) => contents.read(joinPath(dir, path)),
    },
    place: {
      origin: { kind: "directory", index },
      dir,
      realDir,
      file: joinPath(dir, document),
      catalogFile: catalogPath(source, joinPath(skill.relative, document)),
      path: virtualPath(source, skill.relative, profile),
      preload: source.preload,
      ...(namespace === undefined ? {} : { namespace }),
    },
    found: skill.findings,
  };
}

/** Returns a source path for the catalog: never absolute, so that it is the same on every machine. */
function catalogPath(source: DirectorySource, relative: string): string {
  const dir = source.catalogDir ?? (isAbsolute(source.dir) ? (source.mountAs ?? ".") : source.dir);
  return joinPath(dir, relative);
}

function virtualPath({ dir, mountAs }: DirectorySource, relative: string, { mounts }: Profile): string {
  if (mountAs === undefined) return joinPath(dir, relative);
  return relative === "" && mounts === "as-written" ? mountAs : mountPath(mountAs, relative);
}

/** Returns the kit of a skill in a `skills/` directory; undefined if the directory above has no name. */
function kitOf({ relative }: WalkedSkill, source: DirectorySource): string | undefined {
  const kit = /^(?:(.*)\/)?skills\/[^/]+$/.exec(relative);
  if (kit === null) return undefined;
  const dir = kit[1] === undefined ? source.dir : joinPath(source.dir, kit[1]);
  return dir === "." ? undefined : kitName(baseName(dir));
}
