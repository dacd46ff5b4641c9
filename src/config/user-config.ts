/** The configuration as a user writes it. Types only: it is part of `skillc/config`, which imports nothing heavy. */
import type { Duplicates, OnInvalid } from "../model/config.ts";
import type { Level } from "../model/diagnostic.ts";
import type { PlatformName } from "../platforms/table.ts";
import type { TargetName } from "../targets/table.ts";

/** A place that skills come from: a directory (`dir`), or one skill written here (`name`, `description`, `instructions`). */
export interface SourceConfig {
  /** Directory that is searched for skills, relative to the config file. Outside of its directory it needs `mountAs`. */
  dir?: string | undefined;
  /**
   * Virtual directory that takes the place of `dir` in skill paths, such as `skills`. A plain prefix: no glob
   * characters, no `..`, not absolute.
   */
  mountAs?: string | undefined;
  /** Makes the instructions of these skills part of the first load. Default: false. */
  preload?: boolean | undefined;
  /** Patterns over skill directories relative to `dir`; only these are taken. Default: all. */
  include?: readonly string[] | undefined;
  /** Patterns over skill directories relative to `dir`; these are left out. */
  exclude?: readonly string[] | undefined;
  /** First half of the ids: a skill `pdf` of the namespace `acme` has the id `acme:pdf`. */
  namespace?: string | undefined;
  /** The directory may be missing or without skills. Default: false. */
  optional?: boolean | undefined;
  /** Inline skill: its name. */
  name?: string | undefined;
  /** Inline skill: what it does and when to use it. */
  description?: string | undefined;
  /** Inline skill: the text that a SKILL.md would have after its frontmatter. */
  instructions?: string | undefined;
}

/** Which files inside skills are shipped. A `.skillignore` file, in the syntax of git, does the same for all below it. */
export interface FilesConfig {
  /** Patterns over paths inside a skill; these files are left out. */
  exclude?: readonly string[] | undefined;
  /** Bytes; a larger file is left out and named in the report. Default: no limit. */
  maxBytes?: number | undefined;
}

/** Limits, in estimated tokens: what is over one is an error. Without them larger ones are reported, and fail nothing. */
export interface BudgetsConfig {
  /** Names and descriptions of all skills: what every turn of a conversation pays for. */
  indexTokens?: number | undefined;
  /** Instructions of the preloaded skills. */
  preloadTokens?: number | undefined;
}

/** Shell commands in bodies (!`git log -3`) that are run while building, and replaced by their output. */
export interface ShellConfig {
  /**
   * Commands word for word, or beginnings followed by `*`, such as `git log *`, which admit plain commands only:
   * no pipe, no second command. Everything else is refused and stays as written.
   */
  allow: readonly string[];
  /** Milliseconds after which a command is killed with everything that it started. Default: 10,000. */
  timeoutMs?: number | undefined;
  /** Bytes of output that are kept. Default: 65,536. */
  maxOutputBytes?: number | undefined;
  /** Whose words stand in the place of a command that failed. Default: `cognesy`. */
  markers?: "cognesy" | "skillkit" | undefined;
}

/** Work that needs the world outside of the skills; nothing of a skill is executed without it. */
export interface PrepareConfig {
  /** Runs commands in bodies, in the directory of their skill, on every build. Default: they stay as written. */
  shell?: ShellConfig | undefined;
}

/** How the generated module is written. */
export interface ModuleConfig {
  /** `js` writes JavaScript with declarations, which works everywhere; `ts` writes TypeScript. Default: `js`. */
  format?: "js" | "ts" | undefined;
  /**
   * Where contents are kept: `eager` in one module, `packs` of several skills, `per-skill`; `auto` chooses by size.
   * Default: `auto`.
   */
  content?: "auto" | "eager" | "packs" | "per-skill" | undefined;
  /** `inline` copies the access layer into the output; `import` uses `skillc/runtime`. Default: `inline`. */
  runtime?: "inline" | "import" | undefined;
}

/** One directory that is written. The top-level keys of the same names describe a single one. */
export interface OutputConfig {
  /** Directory that is written; it belongs to skillc alone. */
  outDir: string;
  /** What is written. Default: `["module", "json"]`. */
  emit?: readonly TargetName[] | undefined;
  /** Name of the view that it contains. Default: all skills. */
  view?: string | undefined;
  /** Where it will run: its size is compared with the limits. Default: none. */
  platform?: PlatformName | undefined;
  /** How the generated module is written. */
  module?: ModuleConfig | undefined;
}

/** Severities that hold for some files only. */
export interface RuleOverrideConfig {
  /** Patterns over the paths of files relative to the config file. */
  files: string | readonly string[];
  /** As `rules`. */
  rules: Readonly<Record<string, Level>>;
}

/** What `skillc.config.ts` exports. Every key may be left out. Paths are relative to the config file. */
export interface UserConfig {
  /** JSON Schema of this file, for editors; ignored otherwise. */
  $schema?: string | undefined;
  /**
   * Where skills come from, in order; a string is a directory.
   * Default: the first of `skills`, `.agents/skills` and `.claude/skills` that exists.
   */
  sources?: readonly (string | SourceConfig)[] | undefined;
  /** Directory that is written; it belongs to skillc alone. Default: `generated/skills`. */
  outDir?: string | undefined;
  /** What is written. Default: `["module", "json"]`. */
  emit?: readonly TargetName[] | undefined;
  /** Several directories, each with its own view, platform and targets; without `outDir`, `emit`, `platform`, `module`. */
  outputs?: readonly OutputConfig[] | undefined;
  /**
   * Which rules hold and which system's behaviour is followed. Several names, separated by commas or as a list, are
   * all checked; the catalog follows the first. Default: `standard`.
   */
  profile?: string | readonly string[] | undefined;
  /** `exact` brings back what the profile's system does and should not do. Default: its defects are mended. */
  compat?: "exact" | undefined;
  /** Names of the tools that the application has: a skill that asks for another one gets a warning. Default: any. */
  tools?: readonly string[] | undefined;
  /** Where the skills will run: sizes are compared with its limits. Default: none. */
  platform?: PlatformName | undefined;
  /** Severity by rule name, code, category, or a pattern with `*`: `{ "SKC5*": "off", "ref-*": "error" }`. */
  rules?: Readonly<Record<string, Level>> | undefined;
  /** Severities for some files only, in order; a later one wins: `[{ files: "vendor/**", rules: { quality: "off" } }]`. */
  overrides?: readonly RuleOverrideConfig[] | undefined;
  /** A skill with errors: fail, `skip` it, or keep its text as the `body`. Default: as the profile says, else `error`. */
  onInvalid?: OnInvalid | undefined;
  /** Two skills with one id: fail, or keep the `first` or `last`. Default: as the profile says, else `error`. */
  duplicates?: Duplicates | undefined;
  /** Symbolic links: `refuse` reports them, `inside` follows those that stay inside the source. Default: `refuse`. */
  symlinks?: "refuse" | "inside" | undefined;
  /** `any` also finds `skill.md` and other spellings of `SKILL.md`. Default: `exact`. */
  skillFileCase?: "exact" | "any" | undefined;
  /** A catalog without skills is no error. Default: false. */
  allowEmpty?: boolean | undefined;
  /** Which files inside skills are shipped. */
  files?: FilesConfig | undefined;
  /** Limits on what the catalog costs a conversation. Default: none. */
  budgets?: BudgetsConfig | undefined;
  /** What is executed while building. Default: nothing. */
  prepare?: PrepareConfig | undefined;
  /** How the generated module is written. */
  module?: ModuleConfig | undefined;
  /** Named lists of skills, chosen by patterns over skill paths: `{ billing: "skills/billing/*" }`. */
  views?: Readonly<Record<string, string | readonly string[]>> | undefined;
}
