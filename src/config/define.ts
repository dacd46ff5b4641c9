/**
 * `skillc/config`.
 * Takes: a configuration. Gives: the same object, with types. Never: imports anything at run time, so that any tool can
 * read a config file.
 */
import type { UserConfig } from "./user-config.ts";

export type {
  BudgetsConfig,
  RuleOverrideConfig,
  FilesConfig,
  ModuleConfig,
  OutputConfig,
  PrepareConfig,
  ShellConfig,
  SourceConfig,
  UserConfig,
} from "./user-config.ts";

/**
 * Types a config, for completion and checks in editors. Returns its argument unchanged.
 *
 * @example
 * import { defineConfig } from "skillc/config";
 * export default defineConfig({ sources: ["skills"], platform: "cloudflare-workers" });
 */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
