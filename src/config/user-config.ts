/** The configuration as a user writes it. Types only: `skillc/config` imports nothing at run time. */
import type { AdapterName } from "../model/adapters.ts";
import type { Duplicates, OnInvalid } from "../model/config.ts";
import type { WrittenTier } from "../model/index-tiers.ts";
import type { InlineFields } from "../model/inline-fields.ts";
import type { Level } from "../model/diagnostic.ts";
import type { PlatformName } from "../platforms/table.ts";
import type { TargetName } from "../targets/table.ts";

/**
 * A source of skills: a directory (`dir`), what `skillc add` has installed (`ref`), an installed package (`package`), or one
 * inline skill (`name`, `description`, `instructions`) with the fields of a SKILL.md, such as `requiredScope`, `hooks`,
 * `allowedTools` and `metadata`; the spelling of the frontmatter (`required_scope`, `allowed-tools`) is accepted too.
 *
 * @example
 * defineConfig({
 *   sources: [
 *     { ref: "acme/skills/pdf@v1", namespace: "acme" },
 *     { package: "@acme/skills", include: ["pdf"] },
 *     { dir: "vendor/skills", mountAs: "skills", preload: true },
 *     { name: "house-style", description: "How we write.", instructions: "Write short sentences." },
 *   ],
 * });
 */
export interface SourceConfig extends InlineFields {
  /**
   * Directory to search for skills, relative to the config file; a pattern such as `plugins/acme-*` stands for each
   * directory that it matches. A directory outside the config's needs `mountAs`, except in the profile `promptkit`.
   */
  dir?: string | undefined;
  /** Reference to skills elsewhere, installed with `skillc add`: `@org/name@v1`, `owner/repo/path@rev`, `npm:name@^1`. */
  ref?: string | undefined;
  /** Package that a package manager has installed, perhaps with a directory inside it: `@acme/skills#skills`. */
  package?: string | undefined;
  /**
   * Virtual directory that replaces `dir` in skill paths, such as `skills`. A plain prefix: no glob characters, no `..`,
   * not absolute.
   */
  mountAs?: string | undefined;
  /** Loads the instructions of these skills from the start. Default: false. */
  preload?: boolean | undefined;
  /** Patterns over skill directories relative to `dir`; only these are included. Default: all. */
  include?: readonly string[] | undefined;
  /** Patterns over skill directories relative to `dir`; these are excluded. */
  exclude?: readonly string[] | undefined;
  /**
   * First part of the ids: a skill `pdf` in the namespace `acme` has the id `acme:pdf`. `*` is what the wildcard of `dir`
   * has matched.
   */
  namespace?: string | undefined;
  /** Accepts a directory that does not exist or contains no skills. Default: false. */
  optional?: boolean | undefined;
  /** Inline skill: its name. */
  name?: string | undefined;
  /** Inline skill: its description. */
  description?: string | undefined;
  /** Inline skill: its instructions, which a SKILL.md contains after its frontmatter. */
  instructions?: string | undefined;
  /** The same as `mountAs`, as PromptKit spells it. */
  mount_as?: string | undefined;
  /** The same as `dir`, which wins; as in PromptKit, always inside the directory of the config. */
  path?: string | undefined;
}

/**
 * Selection of the files inside skills. A `.skillignore` file, in the syntax of git, does the same for all below it.
 *
 * @example
 * defineConfig({ files: { exclude: ["drafts/**"], maxBytes: 1_048_576 } });
 */
export interface FilesConfig {
  /** Patterns over paths inside a skill; these files are left out. */
  exclude?: readonly string[] | undefined;
  /**
   * Bytes; a larger file is left out and reported. Default: none; a file of more than 8,388,608 bytes is then
   * an error. A file of more than 134,217,728 bytes is never embedded.
   */
  maxBytes?: number | undefined;
}

/**
 * Eval files of skills: trigger tests and prompts. `skillc test` reads them; outputs do not contain them.
 *
 * @example
 * defineConfig({ evals: { files: ["quality/*.json"], ship: true } });
 */
export interface EvalsConfig {
  /** Patterns over paths inside a skill: JSON and CSV files there are read as well. Default: the usual places only. */
  files?: readonly string[] | undefined;
  /** Ships eval files with their skill. Default: false. */
  ship?: boolean | undefined;
}

/** Limits in estimated tokens; exceeding one is an error. Without them, large totals are reported but not as errors. */
export interface BudgetsConfig {
  /** Names and descriptions of all skills: the cost of every turn in a conversation. */
  indexTokens?: number | undefined;
  /** Instructions of the preloaded skills. */
  preloadTokens?: number | undefined;
}

/**
 * Shell commands in bodies (!`git log -3`) that run at build time; their output replaces them.
 *
 * @example
 * defineConfig({ prepare: { shell: { allow: ["git log *"], timeoutMs: 5_000 } } });
 */
export interface ShellConfig {
  /**
   * Exact commands, which a shell runs, or prefixes followed by `*`, such as `git log *`, which allow any arguments of
   * one program, without a shell: no pipe, no second command, no expansion. All other commands are rejected and stay as
   * written.
   */
  allow: readonly string[];
  /** Milliseconds until a command and all its child processes are killed. Default: 10,000. */
  timeoutMs?: number | undefined;
  /** Maximum bytes of output; the rest is cut. Default: 65,536. */
  maxOutputBytes?: number | undefined;
  /** System whose text replaces a command that failed. Default: `skillkit` in its profile, else `cognesy`. */
  markers?: "cognesy" | "skillkit" | undefined;
  /** Environment variables that commands get in addition to PATH, HOME, the locale and a few others. Default: none. */
  env?: readonly string[] | undefined;
}

/**
 * Steps that execute parts of skills; without it, nothing is executed.
 *
 * @example
 * defineConfig({ prepare: { shell: { allow: ["date"] } } });
 */
export interface PrepareConfig {
  /** Runs commands in bodies, in the directory of their skill, on every build. Default: they stay as written. */
  shell?: ShellConfig | undefined;
}

/**
 * Form of the generated module.
 *
 * @example
 * defineConfig({ module: { content: "packs", runtime: "full", adapters: ["ai-sdk"] } });
 */
export interface ModuleConfig {
  /** `js` writes JavaScript with declarations, for every tool; `ts` writes TypeScript. Default: `js`. */
  format?: "js" | "ts" | undefined;
  /**
   * Modules for the contents: `eager` for one, `packs` for one per group of skills, `per-skill`; `auto` chooses by size.
   * Default: `auto`.
   */
  content?: "auto" | "eager" | "packs" | "per-skill" | undefined;
  /**
   * `inline` copies the access layer into the output; `import` uses `skillc/runtime`; `full` copies the access layer and
   * the rest of the runtime: `runtime.js` is `skillc/runtime`, `agent.js` is `skillc/agent`. Default: `inline`.
   */
  runtime?: "inline" | "import" | "full" | undefined;
  /** With `runtime: "full"`: adapters to copy as well; `ai-sdk.js` is `skillc/ai-sdk`. Default: none. */
  adapters?: readonly AdapterName[] | undefined;
  /**
   * Compiles the JavaScript and TypeScript in `scripts/` of skills into modules for `skills.script()`; nothing of them
   * runs. `"untyped"` does not take the types of their exports from their source. `packages` names packages of the
   * workspace that scripts may import, in addition to installed ones. Default: `false`.
   */
  scripts?: boolean | "untyped" | { packages: readonly string[] } | undefined;
  /**
   * `embed` writes every file into the module; `copy` writes binary files and texts over 8 MiB to `assets/` next to it,
   * where `createSkills({ readAsset })` of the module reads them. Default: `embed`.
   */
  assets?: "embed" | "copy" | undefined;
}

/**
 * One output directory. The top-level keys with the same names describe a single one.
 *
 * @example
 * defineConfig({ outputs: [{ outDir: "build/app" }, { outDir: "build/edge", view: "billing", platform: "fastly" }] });
 */
export interface OutputConfig {
  /** Output directory, used by skillc alone. */
  outDir: string;
  /** Outputs to write. Default: `["module", "json"]`. */
  emit?: readonly TargetName[] | undefined;
  /** Name of the view to write. Default: all skills. */
  view?: string | undefined;
  /** Target platform; sizes are checked against its limits. Default: none. */
  platform?: PlatformName | undefined;
  /** Form of the generated module. */
  module?: ModuleConfig | undefined;
}

/** Levels of rules for some files only. */
export interface RuleOverrideConfig {
  /** Patterns over the paths of files relative to the config file. */
  files: string | readonly string[];
  /** Same as `rules` of the config. */
  rules: Readonly<Record<string, Level>>;
}

/**
 * The default export of `skillc.config.ts`. Every key is optional. Paths are relative to the config file.
 *
 * @example
 * const config: UserConfig = { sources: ["skills"], outDir: "generated/skills", platform: "cloudflare-workers" };
 */
export interface UserConfig {
  /** JSON Schema of this file, for editors; ignored otherwise. */
  $schema?: string | undefined;
  /**
   * Sources of skills, in order; a string is a directory.
   * Default: the first of `skills`, `agent/skills`, `.agents/skills` and `.claude/skills` that exists.
   */
  sources?: readonly (string | SourceConfig)[] | undefined;
  /** Output directory, used by skillc alone. Default: `generated/skills`. */
  outDir?: string | undefined;
  /** Outputs to write. Default: `["module", "json"]`. */
  emit?: readonly TargetName[] | undefined;
  /**
   * Several output directories, each with its own view, platform and targets; replaces `outDir`, `emit`, `platform` and
   * `module`.
   */
  outputs?: readonly OutputConfig[] | undefined;
  /**
   * Rules and behavior to apply. With several names, separated by commas or as a list, skillc checks all of them; the
   * catalog follows the first. Default: `standard`.
   */
  profile?: string | readonly string[] | undefined;
  /** `exact` reproduces documented defects of the profile's system. Default: they are fixed. */
  compat?: "exact" | undefined;
  /** Names of the tools that the application has: a skill that requires any other tool gets a warning. Default: any. */
  tools?: readonly string[] | undefined;
  /** Target platform; sizes are checked against its limits. Default: none. */
  platform?: PlatformName | undefined;
  /** Level by rule name, code, category, or a pattern with `*`: `{ "SKC5*": "off", "ref-*": "error" }`. */
  rules?: Readonly<Record<string, Level>> | undefined;
  /** Levels for some files only; later entries win: `[{ files: "vendor/**", rules: { quality: "off" } }]`. */
  overrides?: readonly RuleOverrideConfig[] | undefined;
  /**
   * For skills with errors: `error` fails the build, `skip` leaves the skill out, `body` also keeps the text of a
   * skill whose frontmatter cannot be read and restricts nothing.
   * Default: from the profile.
   */
  onInvalid?: OnInvalid | undefined;
  /**
   * For skills that share an id: `error` fails the build, `first` or `last` keeps that one.
   * Default: from the profile.
   */
  duplicates?: Duplicates | undefined;
  /** Symbolic links: `refuse` reports them, `inside` follows those that stay inside the source. Default: `refuse`. */
  symlinks?: "refuse" | "inside" | undefined;
  /** `any` also finds `skill.md` and other spellings of `SKILL.md`. Default: `exact`. */
  skillFileCase?: "exact" | "any" | undefined;
  /** Accepts a catalog without skills. Default: from the profile; only `fizeau` accepts one. */
  allowEmpty?: boolean | undefined;
  /** Selection of the files inside skills. */
  files?: FilesConfig | undefined;
  /** Eval files of skills: which they are, and whether they ship. */
  evals?: EvalsConfig | undefined;
  /** Limits on the tokens that the catalog costs a conversation. Default: none. */
  budgets?: BudgetsConfig | undefined;
  /** Steps that execute parts of skills at build time. Default: none. */
  prepare?: PrepareConfig | undefined;
  /** Form of the generated module. */
  module?: ModuleConfig | undefined;
  /** Named lists of skills, chosen by patterns over skill paths: `{ billing: "skills/billing/*" }`. */
  views?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * How an index lists skills, by patterns over skill paths; the last that matches wins, over `metadata.index` of a skill:
   * `{ "skills/legacy/**": "deferred", "skills/core": "pinned" }`. Default: from the skill, else `listed`.
   */
  index?: Readonly<Record<string, WrittenTier>> | undefined;
}
