import type { Config, DirectorySource, Source } from "../model/config.ts";
import { isDirectory, type Host } from "../model/host.ts";
import { baseName, isAbsolute, parseMount } from "../paths/index.ts";
import { profiles, usualDirectories, type Profile } from "../profiles/index.ts";
import { expandSources } from "./expand-sources.ts";
import { inlineKeys, reportStrayKeys, resolveInline, type SourcePlace } from "./inline-source.ts";
import { resolvePath, type ResolvedPath } from "./resolve-path.ts";
import { isGiven, referenceOf } from "./references.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { References } from "./resolve-references.ts";
import { withPlugins, type PlacedSource } from "./plugin-sources.ts";
import { checkPatterns } from "./resolve-patterns.ts";
import type { SourceConfig, UserConfig } from "./user-config.ts";
import { configRules } from "./rules.ts";

/** From the command line, with the flags that belong to it. */
export interface PositionalSource {
  readonly dir: string;
  readonly mountAs?: string | undefined;
  readonly preload?: boolean | undefined;
}

interface ResolvedSources {
  readonly sources: readonly Source[];
  readonly dirs: readonly { readonly dir: string; readonly at: ResolvedPath }[];
  readonly turnedOff: boolean;
  readonly foreignKey?: Config["foreignKey"] | undefined;
}

interface SourcesContext extends Omit<ResolveContext, "flags"> {
  /** Whether the whole project is searched if nothing names directories. */
  readonly search?: boolean | undefined;
  readonly profile: Profile;
  readonly environment: (name: string) => string | undefined;
  readonly positionals: readonly PositionalSource[];
  readonly references: References;
}

interface OpenEntry extends ReadEntry {
  readonly index: number;
  readonly at: SourcePlace;
}

interface SourcesChoice {
  readonly isSearched: boolean;
  readonly isWritten: boolean;
  readonly named: DirectorySource["named"];
}

/** Reports faults; sources with faults may be missing from the result. */
export function resolveSources(given: SourcesContext): ResolvedSources {
  const isArgument = given.positionals.length > 0;
  const context: SourcesContext = isArgument ? { ...given, place: given.commandPlace } : given;
  const { user, profile, host, findings, place } = context;
  const elsewhere = isArgument ? given.positionals : fromEnvironment(context);
  const isSearched = context.search === true && (isArgument || searchesProject(context, elsewhere));
  const written = elsewhere ?? user.sources ?? (isSearched ? ["."] : findDefaultSource(context, host));
  if (written === undefined) {
    if (!acceptsEmpty(user, profile)) findings.add(configRules["no-sources"], given.place([]), systemWithSkills(host));
    return { sources: [], dirs: [], turnedOff: false };
  }
  if (isTurnedOff(written, profile)) return { sources: [], dirs: [], turnedOff: true };
  const isOfConfig = elsewhere === undefined && user.sources !== undefined;
  const choice: SourcesChoice = {
    isSearched,
    isWritten: isOfConfig && place(["sources"]).file !== ".",
    named: isArgument ? "argument" : elsewhere === undefined && !isOfConfig ? "default" : undefined,
  };
  const found: FoundSources = { sources: [], dirs: [] };
  let foreignKey: Config["foreignKey"];
  const expanded = elsewhere === undefined ? expandSources(written, context) : undefined;
  for (const { index, entry } of expanded ?? written.map((one, at) => ({ index: at, entry: one }))) {
    const open = openEntry(entry, index, context);
    const [foreign] = open.keys.values();
    if (foreign !== undefined && isForeign(entry))
      foreignKey ??= { key: foreign, place: place(["sources", index, foreign], "key") };
    const directory = findDirectory(open.source, open.at, context);
    if (directory === undefined) addInline(open, choice, found, context);
    else if (directory !== "invalid") addDirectories(directory, open, { choice, found, context });
  }
  return { ...found, turnedOff: false, foreignKey };
}

interface FoundSources {
  readonly sources: Source[];
  readonly dirs: { readonly dir: string; readonly at: ResolvedPath }[];
}

function openEntry(entry: string | SourceConfig, index: number, { profile, place }: SourcesContext): OpenEntry {
  const read = readEntry(entry, profile);
  const keys: ReadonlyMap<string, string> = read.keys;
  const at: SourcePlace = (key, part) => {
    // A source that is a string has no keys of its own.
    const isWhole = key === undefined || typeof entry === "string";
    return place(isWhole ? ["sources", index] : ["sources", index, keys.get(key) ?? key], part);
  };
  return { ...read, index, at };
}

function addDirectories(
  directory: PlacedSource,
  { source, index, at, isConfined }: OpenEntry,
  {
    choice,
    found,
    context,
  }: { readonly choice: SourcesChoice; readonly found: FoundSources; readonly context: SourcesContext },
): void {
  const { profile, host, findings, positionals } = context;
  const { isSearched, isWritten, named } = choice;
  const chosen: Partial<DirectorySource> = {
    ...(isWritten && { place: at(kindOf(source)) }),
    ...(named !== undefined && { named }),
    ...(isSearched && { isSearched }),
  };
  const mayBeOutside = profile.outsideSources === "as-written" && (!isConfined || positionals.length > 0);
  for (const one of withPlugins(directory, index, { at, host, findings })) {
    const path = resolvePath(one.dir, host);
    const resolved = resolveDirectory(one, path, { index, at, mayBeOutside }, context);
    // A check must not find the output of a build either.
    const built = isSearched && positionals.length === 0 ? findDefaultSource(context, host) : [path.path];
    for (const dir of built ?? []) found.dirs.push({ dir, at: resolvePath(dir, host) });
    if (resolved !== undefined) found.sources.push({ ...resolved, ...chosen });
  }
}

function addInline(
  { source, index, at }: OpenEntry,
  { isWritten }: SourcesChoice,
  { sources }: FoundSources,
  context: SourcesContext,
): void {
  const { findings } = context;
  if (source.mountAs !== undefined) findings.add(configRules["mount-inline"], at("mountAs"), { mount: source.mountAs });
  if (!isGiven(source.name) && !isGiven(source.description) && !isGiven(source.instructions)) {
    findings.add(configRules["source-empty"], at(), { index });
    return;
  }
  const inline = resolveInline(source, { index, at }, context);
  if (inline === undefined) return;
  const spellings = new Map(inline.fields.map(({ field, spelling }) => [field, spelling]));
  const place: SourcePlace = (key, part) => at((key && spellings.get(key)) ?? key, part);
  sources.push(isWritten ? { ...inline, place } : inline);
}

/** `-` disables the directory in systems that set it by variable. */
function isTurnedOff([first, ...more]: readonly (string | SourceConfig)[], { directoryVariable }: Profile): boolean {
  const isDash = first === "-" || (typeof first === "object" && first.dir === "-");
  return isDash && more.length === 0 && directoryVariable !== undefined;
}

/** Keys that only skillc has decide, whatever the other spellings. */
function isForeign(entry: string | SourceConfig): boolean {
  const ours: readonly (keyof SourceConfig)[] = ["mountAs", "include", "exclude", "namespace", "optional", "flatFiles"];
  return typeof entry === "object" && ours.every((key) => entry[key] === undefined);
}

interface ReadEntry {
  /** In the spelling of skillc. */
  readonly source: SourceConfig;
  /** Keys that the config spells differently. */
  readonly keys: ReadonlyMap<keyof SourceConfig, keyof SourceConfig>;
  /**
   * Whether the directory is a `path`, or a string, which PromptKit reads as one: never outside the config's directory.
   */
  readonly isConfined: boolean;
}

function readEntry(entry: string | SourceConfig, { emptyMounts }: Profile): ReadEntry {
  if (typeof entry === "string") return { source: { dir: entry }, keys: new Map(), isConfined: true };
  const { path, mount_as, ...source } = entry;
  const keys = new Map<keyof SourceConfig, keyof SourceConfig>();
  const isConfined = !isGiven(source.dir) && isGiven(path);
  if (isConfined) keys.set("dir", "path");
  const isAbsent = (mount: string | undefined): boolean =>
    mount === undefined || (mount === "" && emptyMounts === "absent");
  const { mountAs } = source;
  if (isAbsent(mountAs) && !isAbsent(mount_as)) keys.set("mountAs", "mount_as");
  const mount = [mountAs, mount_as].find((one) => !isAbsent(one));
  return { source: { ...source, mountAs: mount, ...(isConfined && { dir: path }) }, keys, isConfined };
}

/** Whether a build may have no skills: the config decides, else the system of the profile. */
export function acceptsEmpty({ allowEmpty }: UserConfig, { discovery }: Profile): boolean {
  return allowEmpty ?? discovery.noSkills === "accepted";
}

const directoryKinds = ["dir", "ref", "package"] as const;

function kindOf(source: SourceConfig): (typeof directoryKinds)[number] {
  return directoryKinds.find((key) => isGiven(source[key])) ?? "dir";
}

/** Undefined for an inline skill. */
function findDirectory(
  source: SourceConfig,
  at: SourcePlace,
  { references, findings, positionals }: SourcesContext,
): PlacedSource | "invalid" | undefined {
  const kinds = directoryKinds.filter((key) => isGiven(source[key]));
  if (kinds.length > 1) {
    findings.add(configRules["source-several-kinds"], at(), { keys: kinds.join(" and ") });
    return "invalid";
  }
  // The command line names only directories.
  const reference = positionals.length > 0 ? undefined : referenceOf(source);
  if (reference === undefined) return isGiven(source.dir) ? { ...source, dir: source.dir } : undefined;
  const resolved = references.resolve(reference, at(reference.key));
  return resolved === undefined ? "invalid" : { ...resolved, ...withoutUndefined(source), dir: resolved.dir };
}

function withoutUndefined(source: SourceConfig): SourceConfig {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
}

function fromEnvironment({ profile, environment }: SourcesContext): readonly string[] | undefined {
  const dir = profile.directoryVariable === undefined ? undefined : environment(profile.directoryVariable);
  return isGiven(dir) ? [dir] : undefined;
}

/** Systems have their own directories of skills; everyone else may have skills anywhere. */
function searchesProject({ user, profile }: SourcesContext, elsewhere: readonly unknown[] | undefined): boolean {
  return elsewhere === undefined && user.sources === undefined && profile.levelsFrom !== "systems";
}

/** Returns the first default directory that exists. */
export function findDefaultSource(
  { profile }: Pick<SourcesContext, "profile">,
  host: Host,
): readonly string[] | undefined {
  const dir = [...profile.directories, ...usualDirectories].find((candidate) => isDirectory(candidate, host));
  return dir === undefined ? undefined : [dir];
}

/** Returns empty strings if no system's own directory exists. */
function systemWithSkills(host: Host): { readonly dir: string; readonly profile: string } {
  for (const { name, directories } of profiles) {
    const dir = directories.find((candidate) => isDirectory(candidate, host));
    if (dir !== undefined) return { dir, profile: name };
  }
  return { dir: "", profile: "" };
}

function resolveDirectory(
  source: PlacedSource,
  path: ResolvedPath,
  { index, at, mayBeOutside }: { readonly index: number; readonly at: SourcePlace; readonly mayBeOutside: boolean },
  { profile, findings, place, search, positionals }: SourcesContext,
): DirectorySource | undefined {
  const { include = [], exclude = [], namespace, catalogDir } = source;
  if (isGiven(source.name))
    findings.add(configRules["source-dir-and-name"], at("name"), { dir: path.path, name: source.name });
  const strayKeys = { keys: inlineKeys, where: `sources[${index}], a directory` };
  reportStrayKeys(source, strayKeys, at, findings);
  checkPatterns(include, ["sources", index, "include"], place, findings);
  checkPatterns(exclude, ["sources", index, "exclude"], place, findings);
  const isArgument = search === true && positionals.length > 0;
  let mountAs: string | undefined;
  if (source.mountAs !== undefined) {
    const mount = parseMount(source.mountAs);
    const isAccepted =
      profile.mounts === "as-written" &&
      "fault" in mount &&
      mount.fault === "absolute" &&
      source.mountAs.startsWith("/");
    if ("fault" in mount && !isAccepted) {
      findings.add(configRules[`mount-${mount.fault}`], at("mountAs"), { mount: source.mountAs });
      return undefined;
    }
    mountAs = "path" in mount && profile.mounts === "normalised" ? mount.path : source.mountAs;
  } else if (!path.inside && (mayBeOutside || isArgument)) {
    mountAs = mountOutside(path.path);
    // A check shows no virtual paths.
    if (!isArgument) findings.add(configRules["source-mounted"], at("dir"), { dir: path.path, mount: mountAs });
  } else if (!path.inside) {
    findings.add(configRules["source-outside"], at("dir"), { dir: path.path });
    return undefined;
  }
  return {
    kind: "directory",
    dir: path.path,
    ...(mountAs === undefined ? {} : { mountAs }),
    preload: source.preload ?? false,
    include,
    exclude,
    ...(namespace === undefined ? {} : { namespace }),
    ...(catalogDir === undefined ? {} : { catalogDir }),
    optional: source.optional ?? false,
    ...(source.flatFiles === undefined ? {} : { flatFiles: source.flatFiles }),
  };
}

/** Mounts a directory outside: only the config, never the machine, determines its virtual path. */
function mountOutside(path: string): string {
  const name = isAbsolute(path) ? baseName(path) : path.replace(/^(?:\.\.(?:\/|$))+/, "");
  return /^\.*$|[*?[:\\]/.test(name) ? "." : name;
}
