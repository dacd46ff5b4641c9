/**
 * Catalogs at run time.
 * Takes: a parsed `catalog.full.json`, or the skills of two catalogs. Gives: one set of skills with the methods of a
 * generated module. Never: fetches anything, or changes what it was given.
 */
export type * from "./catalog.ts";
export { mergeCatalogs, type MergeOptions } from "./merge-catalogs.ts";
export { createSkillsFromCatalog } from "./skills-from-catalog.ts";
