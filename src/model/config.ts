import type { EvalSettings } from "./evals.ts";
import type { WrittenTier } from "./index-tiers.ts";
import type { AdapterName } from "./adapters.ts";
import type { InlineField } from "./inline-fields.ts";
import type { Level } from "./diagnostic.ts";
import type {
  IncludedFile,
  NpmOptions,
  PackageIdentity,
  PluginTargetOptions,
  TreeOptions,
  WellKnownOptions,
  ZipOptions,
} from "./package.ts";
import type { TextPlace } from "./source.ts";

/** What happens to a skill with errors: fail the build, leave the skill out, or keep its text as a bare body. */
export type OnInvalid = "error" | "skip" | "body";

/** The skill that keeps an id that several sources claim. */
export type Duplicates = "error" | "first" | "last";

export interface DirectorySource {
  readonly kind: "directory";
  /** POSIX path relative to the base directory, or absolute; `.` for the base directory itself. */
  readonly dir: string;
  /** Virtual directory that replaces `dir` in skill paths; normalized, never empty. */
  readonly mountAs?: string;
  readonly preload: boolean;
  /** Patterns over skill directories relative to `dir`; an empty list includes all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly namespace?: string;
  /** Replaces `dir` in the paths of the catalog: where a package is depends on the package manager. */
  readonly catalogDir?: string;
  /** Whether Markdown files directly in `dir`, or in directories `skills` below it, are skills. Default: as the profile says. */
  readonly flatFiles?: boolean;
  /** Whether the directory is searched as a project: what git ignores, test data and nested repositories do not count. */
  readonly isSearched?: boolean;
  /** How it was chosen, if no config names it: by the command, or as the first of the usual directories. */
  readonly named?: "argument" | "default";
  /** Whether the directory may be missing or contain no skills. */
  readonly optional: boolean;
  /** Where the config names the directory; undefined if it does not. */
  readonly place?: TextPlace;
}

export interface InlineSource {
  readonly kind: "inline";
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  /** The other fields, in the order of the field table. */
  readonly fields: readonly InlineField[];
  readonly preload: boolean;
  readonly namespace?: string;
  readonly place?: InlinePlace;
}

/** Where an inline skill, or one of its keys as spelled in the config, is written. */
export type InlinePlace = (key?: string, part?: "key" | "value") => TextPlace;

export type Source = DirectorySource | InlineSource;

/** How skills that require others are treated. */
interface DependencySettings {
  /** What happens if a view lacks what its skills require: a warning, an error, or it is added. */
  readonly views: "warn" | "include" | "error";
  /** Further fields whose items are names of required skills, such as `dependencies`; absent without any. */
  readonly fields?: readonly string[];
}

/** A directory with files that several skills link to. */
export interface SharedRoot {
  /** Host path, relative to the base directory. */
  readonly dir: string;
  /** Where a skill has its files: `shared`. */
  readonly as: string;
  /** Packages have a copy of it next to skills whose scripts read it. */
  readonly scripts?: "copy";
  /** Why it cannot be used, as the end of a sentence. */
  readonly fault?: string;
}

/** Estimated tokens. */
export interface Budgets {
  /** Names and descriptions of all skills, which every turn of a conversation pays for. */
  readonly indexTokens?: number;
  /** Bodies of the preloaded skills. */
  readonly preloadTokens?: number;
}

/** The shell commands in bodies that run at build time, and their options; prepare/ sets the defaults. */
export interface ShellPreparation {
  /** Exact commands, or prefixes followed by `*`. */
  readonly allow: readonly string[];
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  /** The system whose text replaces a failed command. */
  readonly markers?: "cognesy" | "skillkit";
  /** Names of environment variables that commands get in addition to the usual few. */
  readonly env?: readonly string[];
}

/** Levels for some files only. */
export interface RuleOverride {
  /** Patterns over paths of files relative to the base directory; an empty list means every file. */
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, Level>>;
}

/**
 * How scripts are compiled.
 *
 * @example
 * const scripts: ScriptOptions = { packages: ["tides"] };
 */
interface ScriptOptions {
  /** Names of packages of the project that scripts may import. */
  readonly packages: readonly string[];
}

export interface ModuleOptions {
  readonly format: "js" | "ts";
  readonly content: "auto" | "eager" | "packs" | "per-skill";
  readonly runtime: "inline" | "import" | "full";
  /** Subpaths of skillc that are written beside the module; only with `runtime: "full"`. */
  readonly adapters: readonly AdapterName[];
  /** Whether scripts are compiled; `untyped` leaves their source out of the types. */
  readonly scripts: boolean | "untyped" | ScriptOptions;
  readonly assets: "embed" | "copy";
}

/**
 * One directory that is written. Options of a target are under its name.
 *
 * @example
 * for (const { outDir, emit } of config.outputs) console.log(outDir, emit.join(", "));
 */
export interface Output {
  /** POSIX path relative to the base directory, or absolute. */
  readonly outDir: string;
  /** Names of targets. */
  readonly emit: readonly string[];
  /** The view that it contains; undefined for all skills. */
  readonly view?: string;
  /** Where it runs. */
  readonly platform?: string;
  readonly module: ModuleOptions;
  readonly tree: TreeOptions;
  readonly plugin: PluginTargetOptions;
  readonly "well-known": WellKnownOptions;
  readonly zip: ZipOptions;
  readonly npm: NpmOptions;
  /** Read only for outputs that state it. */
  readonly package: PackageIdentity;
  /** Files of a package that are not of a skill, sorted by path. */
  readonly include: readonly IncludedFile[];
  /** Ids of skills that a package contains although a restriction of theirs is lost in it. */
  readonly unrestricted: readonly string[];
  /** Whether only manifests are written, next to sources: the directory is searched, and nothing else in it is touched. */
  readonly isInPlace?: true;
}

/** Returns the directories that belong to outputs alone: nothing in them is a source or an input. */
export function outputDirs(outputs: readonly Pick<Output, "outDir" | "isInPlace">[]): readonly string[] {
  return outputs.flatMap(({ outDir, isInPlace }) => (isInPlace === true ? [] : [outDir]));
}

/**
 * A configuration with every default filled in and every path normalized; its own output is the first of all.
 *
 * @example
 * const { config } = await loadConfig();
 * console.log(config?.profile, config?.sources.length);
 */
export interface Config extends Output {
  /** The config file as given to the user in messages; undefined when there is none. */
  readonly file?: string;
  readonly sources: readonly Source[];
  /** What is installed from elsewhere. */
  readonly installed: {
    /** Directories that sources above them do not enter. */
    readonly roots: readonly string[];
    /** Directories whose files the lock pins. */
    readonly locked: readonly string[];
    /** The same directories by their references without revision, such as `acme/skills`. */
    readonly refs: readonly (readonly [ref: string, dir: string])[];
  };
  /** In the order of the config, at least one. */
  readonly outputs: readonly Output[];
  readonly profile: string;
  /** Additional profiles to check; they do not affect the catalog. */
  readonly alsoCheck?: readonly string[];
  /** Whether to reproduce the defects of the profile's system. */
  readonly compat?: "exact";
  /** Names of the tools that the application offers. */
  readonly tools?: readonly string[];
  readonly rules: Readonly<Record<string, Level>>;
  /** Overrides in order: a later one wins. */
  readonly overrides?: readonly RuleOverride[];
  readonly onInvalid?: OnInvalid;
  readonly duplicates?: Duplicates;
  readonly symlinks: "refuse" | "inside";
  readonly skillFileCase: "exact" | "any";
  readonly allowEmpty: boolean;
  readonly files: {
    readonly exclude: readonly string[];
    /** Maximum bytes of a file inside a skill; a larger one is left out and reported. */
    readonly maxBytes?: number;
    /** Names of the targets that write files into a module or a catalog; without any, a file can have any size. */
    readonly embeddedBy: readonly string[];
  };
  /** Which files of skills are eval files, and whether they ship. */
  readonly evals: EvalSettings;
  /** Limits that are errors if exceeded; undefined if only the recommended ones apply. */
  readonly budgets?: Budgets;
  /** Clients whose listings are checked, by name, as in `skillc list --as codex`, or false for none. */
  readonly listings?: Readonly<Record<string, string | false>>;
  /** Commands to run at build time; nothing runs without it. */
  readonly prepare?: { readonly shell?: ShellPreparation };
  /** Named filters: pairs, because any text is a legal name. */
  readonly views: readonly (readonly [name: string, patterns: readonly string[]])[];
  readonly dependencies: DependencySettings;
  /** Absent without any. */
  readonly shared?: readonly SharedRoot[];
  /** How an index lists skills, by patterns over their paths; the last that matches wins. */
  readonly index: readonly (readonly [pattern: string, tier: WrittenTier])[];
  /** A key of the sources that other systems use, and where it is: a sign that their profile is intended. */
  readonly foreignKey?: { readonly key: string; readonly place: TextPlace };
  /** Returns the place of a config key by its path; undefined if there is no config file. */
  readonly place?: (path: readonly (string | number)[], part?: "key" | "value") => TextPlace;
}
