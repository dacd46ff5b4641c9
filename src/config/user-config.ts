/** The configuration as a user writes it. Types only: `skillc/config` imports nothing at run time. */
import type { ConfigTypes } from "../schemas/config-schema.ts";

/** The default export of `skillc.config.ts`. Every key is optional. Paths are relative to the config file. */
export type UserConfig = ConfigTypes["UserConfig"];

/** A source that is not a plain directory: its keys are read in both spellings, `mountAs` and `mount_as`. */
export type SourceConfig = ConfigTypes["SourceConfig"];

/** One output directory. */
export type OutputConfig = ConfigTypes["OutputConfig"];

/** Which files of skills ship: patterns, and bytes. */
export type FilesConfig = NonNullable<UserConfig["files"]>;
/** Token limits of names, descriptions and preloaded instructions. */
export type BudgetsConfig = NonNullable<UserConfig["budgets"]>;
/** Commands in the instructions of skills that run during a build. */
export type PrepareConfig = NonNullable<UserConfig["prepare"]>;
/** Which commands those are, with limits in milliseconds and bytes. */
export type ShellConfig = NonNullable<PrepareConfig["shell"]>;
/** Form of the generated module. */
export type ModuleConfig = NonNullable<UserConfig["module"]>;
/** Levels of rules for some files. */
export type RuleOverrideConfig = NonNullable<UserConfig["overrides"]>[number];
