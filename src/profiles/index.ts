/**
 * Takes: nothing. Gives: profiles, limits and field lists as data. Never: makes a decision; the phases decide, from the
 * data and never from the name of a profile.
 */
export type { DiscoveryRule, FrontmatterRule, NameRule, Profile, ToolReading, UploadLimits } from "../model/profile.ts";
export { readsFlatFiles } from "./flat-files.ts";
export { canonicalField, fieldTables, isReadBy, knownFields, readersOf, standardFields } from "./fields.ts";
export { kitName, isQualifiedName, splitQualifiedName } from "./names.ts";
export { systemSigns, type SystemSigns } from "./signs.ts";
export { listResources } from "./resources.ts";
export { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "./standards.ts";
export { clientDirectories } from "./client-directories.ts";
export { behaviorOf, type ProfileBehavior } from "./behavior.ts";
export { findProfile, levelChain, profileNames, profiles, proofText, standardProfile } from "./table.ts";
export { appDirectories, assistantDirectory, usualDirectories } from "./usual-directories.ts";
export { measureText, phpText, phpTruth, readBody } from "./texts.ts";
export { toolTables, type ToolTable } from "./tools.ts";
