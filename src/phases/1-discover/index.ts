/**
 * Takes: the sources of a config and the Host. Gives: FoundSkills one by one, source by source, sorted by path.
 * Never: reads a SKILL.md or a resource, follows a link out of a source, writes.
 */
import type { DirectorySource, InlineSource } from "../../model/config.ts";
import { isFailure, type Host } from "../../model/host.ts";
import type { FoundSkill } from "../../model/skill.ts";
import { baseName, compileFilter, isAbsolute, joinPath, mountPath, type SkillFilter } from "../../paths/index.ts";
import { kitName, type Profile } from "../../profiles/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { createIgnoreFiles } from "./ignore-files.ts";
import { createFilePicker, type FilePicker } from "./owned-files.ts";
import { walkSource, type WalkedSkill } from "./walk.ts";

export { createContents, type Contents } from "../../contents/index.ts";

/** Returns the key of a skill in the report before it has an id. */
export function skillKey(found: Pick<FoundSkill, "dir" | "inline">): string {
  return found.inline?.name ?? found.dir;
}

export function* discover(options: DiscoverOptions): Generator<FoundSkill> {
  const empty: DirectorySource[] = [];
  let hasSkills = false;
  for (const [index, source] of options.config.sources.entries()) {
    const count = source.kind === "inline" ? 1 : yield* directorySkills(source, index, options);
    hasSkills ||= count !== undefined && count > 0;
    if (source.kind === "inline") yield inlineSkill(source, index, options.config.file ?? "");
    else if (count === 0 && !source.optional) empty.push(source);
  }
  // If no source has a skill, the empty catalog is a separate error.
  if (!hasSkills) return;
  for (const { dir, place } of empty) options.report.report("source-without-skills", place ?? { file: dir }, { dir });
}

function inlineSkill(source: InlineSource, index: number, file: string): FoundSkill {
  return {
    origin: { kind: "inline", index },
    dir: "",
    realDir: "",
    dirName: undefined,
    file: file === "" ? `sources[${index}]` : file,
    catalogFile: baseName(file),
    path: "",
    preload: source.preload,
    ...(source.namespace === undefined ? {} : { namespace: source.namespace }),
    bytes: new TextEncoder().encode(source.instructions),
    files: [],
    leftOut: [],
    nested: [],
    inline: {
      name: source.name,
      description: source.description,
      ...(source.place === undefined ? {} : { place: source.place }),
    },
  };
}

/** Yields the skills of a source and returns their number; undefined if another finding explains why there is none. */
function* directorySkills(
  source: DirectorySource,
  index: number,
  options: DiscoverOptions,
): Generator<FoundSkill, number | undefined> {
  const { config, host, report } = options;
  const realRoot = openSource(source, options);
  if (realRoot === undefined) return undefined;
  const include = compileFilter(source.include.length === 0 ? "" : source.include);
  const exclude = source.exclude.length === 0 ? undefined : compileFilter(source.exclude);
  const mark = report.mark();
  const ignoreFiles = createIgnoreFiles(realRoot, options);
  const walked = walkSource(source.dir, realRoot, {
    host,
    report,
    symlinks: config.symlinks,
    skillFileCase: config.skillFileCase,
    rule: options.profile.discovery,
    forbidden: placesOf(config.outDir, host),
    ignoreFiles,
    // The second test is for patterns such as `vault/**`, which do not match the directory itself.
    isExcluded: (path) => exclude?.matches(path) === true || exclude?.matches(`${path}/SKILL.md`) === true,
    drop: (path, reason) => options.drop(catalogPath(source, path), reason),
    companion: (kind, relative) => {
      const file = joinPath(source.dir, relative);
      const bytes = host.readFile(file);
      if (isFailure(bytes)) report.report("file-unreadable", { file }, { path: file, detail: bytes.detail });
      else options.companion?.({ kind, file, catalogFile: catalogPath(source, relative), bytes });
    },
  });
  if (walked.length === 0) {
    const isSaid =
      report.mark() > mark || report.report("skill-md-missing", { file: source.dir }, { found: "" }) !== "off";
    return isSaid ? undefined : 0;
  }
  const pickFiles = createFilePicker(ignoreFiles, options);
  const neighbours = new Set(walked.filter((skill) => isWanted(skill, include, exclude)).map(({ dir }) => dir));
  for (const skill of walked) {
    if (!isWanted(skill, include, exclude)) {
      options.drop(
        catalogPath(source, joinPath(skill.relative, skill.document)),
        "not selected by include and exclude",
      );
      continue;
    }
    const found = readSkill(skill, source, index, pickFiles, options);
    if (found !== undefined) yield { ...found, neighbours };
  }
  return walked.length;
}

function placesOf(path: string, host: Host): readonly string[] {
  const real = host.realPath(path);
  return isFailure(real) ? [host.absolutePath(path)] : [host.absolutePath(path), real];
}

/** Returns the real path of a source directory; undefined, with a finding, if it cannot be walked. */
function openSource(source: DirectorySource, { config, host, report, profile }: DiscoverOptions): string | undefined {
  const place = source.place ?? { file: source.dir };
  const entry = host.entryStatus(source.dir);
  if (isFailure(entry)) {
    const mayBeMissing = source.optional || profile.discovery.missingSource === "empty";
    if (entry.failure === "not-found" && mayBeMissing) return undefined;
    if (entry.failure === "not-found") report.report("source-missing", place, { dir: source.dir });
    else report.report("source-unreadable", place, { dir: source.dir, detail: entry.detail });
    return undefined;
  }
  const status = host.status(source.dir);
  const real = host.realPath(source.dir);
  if (isFailure(status) || isFailure(real)) {
    const detail = isFailure(status) ? status.detail : (real as { detail: string }).detail;
    report.report("source-unreadable", place, { dir: source.dir, detail });
    return undefined;
  }
  if (status.kind !== "directory") {
    report.report("source-not-directory", place, { dir: source.dir });
    return undefined;
  }
  if (entry.kind === "symlink" && config.symlinks === "refuse") {
    if (profile.discovery.linkedSource === "empty") return undefined;
    report.report("source-symlink", place, { dir: source.dir });
    return undefined;
  }
  return real;
}

function isWanted(skill: WalkedSkill, include: SkillFilter, exclude: SkillFilter | undefined): boolean {
  const path = skill.relative === "" ? "." : skill.relative;
  return include.matches(path) && exclude?.matches(path) !== true;
}

function readSkill(
  skill: WalkedSkill,
  source: DirectorySource,
  index: number,
  pickFiles: FilePicker,
  { host, report, profile }: DiscoverOptions,
): FoundSkill | undefined {
  const location = joinPath(skill.dir, skill.document);
  const key = skillKey({ dir: skill.dir });
  for (const finding of skill.findings) finding(report, key);
  const bytes = host.readFile(location);
  if (isFailure(bytes)) {
    report.report("file-unreadable", { file: location, skill: key }, { path: location, detail: bytes.detail });
    return undefined;
  }
  const files = pickFiles(skill, key);
  const namespace = source.namespace ?? (profile.discovery.namespaces === "kit" ? kitOf(skill, source) : undefined);
  const path = virtualPath(source, skill.relative, profile);
  return {
    origin: { kind: "directory", index },
    dir: skill.dir,
    realDir: skill.realDir,
    dirName: skill.dir === "." ? undefined : baseName(skill.dir),
    file: location,
    catalogFile: catalogPath(source, joinPath(skill.relative, skill.document)),
    path,
    preload: source.preload,
    ...(namespace === undefined ? {} : { namespace }),
    bytes,
    files,
    leftOut: skill.leftOut,
    nested: skill.nested,
  };
}

/** Returns a source path for the catalog: never absolute, so that it is the same on every machine. */
function catalogPath(source: DirectorySource, relative: string): string {
  const dir = isAbsolute(source.dir) ? (source.mountAs ?? ".") : source.dir;
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
