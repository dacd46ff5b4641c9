/**
 * Runtime profiles: how the systems differ at run time.
 * Takes: the name of a system. Gives: its behavior as data. Never: code of a single system.
 */
export { runtimeProfile, runtimeProfileNames } from "./runtime-profile.ts";
export type { AllowedToolsMode } from "./allowed-tools.ts";
export type { Compat, RuntimeProfile, RuntimeProfileName } from "./runtime-profile.ts";
