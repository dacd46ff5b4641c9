/** The configuration as a user writes it. Types only: `skillc/config` imports nothing at run time. */
import type { ConfigTypes } from "../schemas/config-schema.ts";

/** The default export of `skillc.config.ts`. Every key is optional. Paths are relative to the config file. */
export type UserConfig = ConfigTypes["UserConfig"];

/** A source that is not a plain directory: its keys are read in both spellings, `mountAs` and `mount_as`. */
export type SourceConfig = ConfigTypes["SourceConfig"];

/** One output directory. */
export type OutputConfig = ConfigTypes["OutputConfig"];

export type FilesConfig = NonNullable<UserConfig["files"]>;
export type BudgetsConfig = NonNullable<UserConfig["budgets"]>;
export type PrepareConfig = NonNullable<UserConfig["prepare"]>;
export type ShellConfig = NonNullable<PrepareConfig["shell"]>;
export type ModuleConfig = NonNullable<UserConfig["module"]>;
export type RuleOverrideConfig = NonNullable<UserConfig["overrides"]>[number];
