/** Resolves the sources of a config, in order: fills in defaults, checks mounts and inline skills, normalizes paths. */
import type { TextPlace } from "../model/source.ts";
import type { Findings } from "../diagnostics/index.ts";
import type { DirectorySource, InlineSource, Source } from "../model/config.ts";
import { isFailure, type Host } from "../model/host.ts";
import { parseMount } from "../paths/index.ts";
import type { Profile } from "../profiles/index.ts";
import { resolvePath, type ResolvedPath } from "./resolve-path.ts";
import { referenceOf } from "./references.ts";
import type { References } from "./resolve-references.ts";
import { checkPatterns } from "./resolve-patterns.ts";
import type { SourceConfig, UserConfig } from "./user-config.ts";
import type { PlaceOf } from "./config-path.ts";
import { configRules } from "./rules.ts";

/** A directory named on the command line, with the flags that belong to it. */
export interface PositionalSource {
  /** Host path. */
  readonly dir: string;
  readonly mountAs?: string | undefined;
  readonly preload?: boolean | undefined;
}

/** Directories that are searched if neither config nor command line names any, in this order. */
const defaultSourceDirs: readonly string[] = ["skills", ".agents/skills", ".claude/skills"];

export interface ResolvedSources {
  readonly sources: readonly Source[];
  /** The directories among them, with their resolved paths. */
  readonly dirs: readonly { readonly dir: string; readonly at: ResolvedPath }[];
  /** The user turned skills off. */
  readonly turnedOff: boolean;
}

interface Context {
  readonly user: UserConfig;
  readonly profile: Profile;
  readonly environment: (name: string) => string | undefined;
  readonly positionals: readonly PositionalSource[];
  readonly host: Host;
  readonly findings: Findings;
  readonly place: PlaceOf;
  readonly commandPlace: PlaceOf;
  readonly references: References;
}

/** Returns where a source, or one of its keys, is written. */
type SourcePlace = (key?: keyof SourceConfig, part?: "key" | "value") => TextPlace;

/** Resolves the sources and reports faults; sources with faults may be missing from the result. */
export function resolveSources(context: Context): ResolvedSources {
  const { user, positionals, host, findings, commandPlace } = context;
  const sources: Source[] = [];
  const dirs: { dir: string; at: ResolvedPath }[] = [];
  const place = positionals.length > 0 ? commandPlace : context.place;
  const elsewhere = positionals.length > 0 ? positionals : fromEnvironment(context);
  const written = elsewhere ?? user.sources ?? findDefaultSource(context);
  const isWritten = elsewhere === undefined && user.sources !== undefined && place(["sources"]).file !== ".";
  if (written === undefined) {
    if (user.allowEmpty !== true) findings.add(configRules["no-sources"], context.place([]), {});
    return { sources, dirs, turnedOff: false };
  }
  // `-` disables the directory in systems that set it by variable.
  const turnedOff =
    context.profile.directoryVariable !== undefined &&
    written.length === 1 &&
    (written[0] === "-" || (typeof written[0] === "object" && written[0].dir === "-"));
  if (turnedOff) return { sources, dirs, turnedOff };
  for (const [index, entry] of written.entries()) {
    const source: SourceConfig = typeof entry === "string" ? { dir: entry } : entry;
    const at: SourcePlace = (key, part) => {
      // A source that is a string has no keys of its own.
      return place(key === undefined || typeof entry === "string" ? ["sources", index] : ["sources", index, key], part);
    };
    const found = findDirectory(source, at, { ...context, place });
    if (found === "invalid") continue;
    if (found !== undefined) {
      const path = resolvePath(found.dir, host);
      const directory = resolveDirectory(found, path, { index, at }, { ...context, place });
      dirs.push({ dir: path.path, at: path });
      if (directory !== undefined) sources.push(isWritten ? { ...directory, place: at(kindOf(source)) } : directory);
      continue;
    }
    if (source.mountAs !== undefined)
      findings.add(configRules["mount-inline"], at("mountAs"), { mount: source.mountAs });
    if (!given(source.name) && !given(source.description) && !given(source.instructions)) {
      findings.add(configRules["source-empty"], at(), { index });
      continue;
    }
    const inline = resolveInline(source, index, at, findings);
    if (inline !== undefined) sources.push(isWritten ? { ...inline, place: at } : inline);
  }
  return { sources, dirs, turnedOff };
}

/** The keys of which a source has one. */
const directoryKinds = ["dir", "ref", "package"] as const;

function kindOf(source: SourceConfig): (typeof directoryKinds)[number] {
  return directoryKinds.find((key) => given(source[key])) ?? "dir";
}

/** Returns a source with the directory that it names or refers to; undefined for an inline skill. */
function findDirectory(
  source: SourceConfig,
  at: SourcePlace,
  { references, findings, positionals }: Context,
): (SourceConfig & { readonly dir: string; readonly catalogDir?: string }) | "invalid" | undefined {
  const kinds = directoryKinds.filter((key) => given(source[key]));
  if (kinds.length > 1) {
    findings.add(configRules["source-several-kinds"], at(), { keys: kinds.join(" and ") });
    return "invalid";
  }
  // What is named on the command line is a directory.
  const reference = positionals.length > 0 ? undefined : referenceOf(source);
  if (reference === undefined) return given(source.dir) ? { ...source, dir: source.dir } : undefined;
  const resolved = references.resolve(reference, at(reference.key));
  return resolved === undefined ? "invalid" : { ...resolved, ...withoutUndefined(source), dir: resolved.dir };
}

function withoutUndefined(source: SourceConfig): SourceConfig {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
}

function fromEnvironment({ profile, environment }: Context): readonly string[] | undefined {
  const dir = profile.directoryVariable === undefined ? undefined : environment(profile.directoryVariable);
  return given(dir) ? [dir] : undefined;
}

function findDefaultSource({ host, profile }: Context): readonly string[] | undefined {
  const dir = [...profile.directories, ...defaultSourceDirs].find((candidate) => {
    const status = host.status(candidate);
    return !isFailure(status) && status.kind === "directory";
  });
  return dir === undefined ? undefined : [dir];
}

function resolveDirectory(
  source: SourceConfig & { readonly catalogDir?: string },
  path: ResolvedPath,
  { index, at }: { readonly index: number; readonly at: SourcePlace },
  { profile, findings, place }: Context,
): DirectorySource | undefined {
  const { include = [], exclude = [], namespace, catalogDir } = source;
  if (given(source.name))
    findings.add(configRules["source-dir-and-name"], at("name"), { dir: path.path, name: source.name });
  checkPatterns(include, ["sources", index, "include"], place, findings);
  checkPatterns(exclude, ["sources", index, "exclude"], place, findings);
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
  };
}

/** Keys that require `dir`. */
const directoryKeys = ["include", "exclude", "optional"] as const;

function resolveInline(
  source: SourceConfig,
  index: number,
  at: SourcePlace,
  findings: Findings,
): InlineSource | undefined {
  const { name, description, instructions, namespace } = source;
  for (const key of directoryKeys) {
    if (source[key] === undefined) continue;
    findings.add(configRules["config-unknown-key"], at(key, "key"), {
      key,
      where: `sources[${index}], an inline skill`,
      nearest: "",
    });
  }
  const missing = (["name", "description", "instructions"] as const).filter((key) => !given(source[key]));
  if (!given(name) || !given(description) || !given(instructions)) {
    findings.add(configRules["inline-incomplete"], at(), { name: name ?? "", missing: missing.join(" and no ") });
    return undefined;
  }
  return {
    kind: "inline",
    name,
    description,
    instructions,
    preload: source.preload ?? false,
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** Returns whether a string has content: other systems write an empty one for an absent value. */
function given(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}
