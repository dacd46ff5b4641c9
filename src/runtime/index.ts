/**
 * `skillc/runtime`.
 * Takes: what a generated module or a catalog holds. Gives: access to skills. Never: an import from outside of this
 * room, a Node built-in, a clock, randomness, the network.
 */
export * from "./access.ts";
export type * from "./catalog.ts";
export { compileFilter, type FilterMode, type SkillFilter } from "./filter.ts";
