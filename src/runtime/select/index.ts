/**
 * Selection: which skills a model sees.
 * Takes: skills, patterns and queries. Gives: filters over virtual paths, a search index, and selectors, which narrow
 * the index to what fits a query. Never: throws for a malformed pattern, or for a selector that fails.
 */
export { compileFilter, type FilterMode, type SkillFilter } from "./filter.ts";
export { buildSearchIndex, searchIndexOf, searchSkills } from "./search-index.ts";
export type { SearchableSkill, SearchHit, SearchIndex } from "./search-index.ts";
export { allSelector, createExternalSelector, createSearchSelector, createTagSelector } from "./selectors.ts";
export type { SelectionRequest, Selector } from "./selectors.ts";
