/**
 * `skillc/runtime/live`: skills that change without a deploy.
 * Takes: a function that reads objects of a store. Gives: the last good catalog of it, with its age; the objects to
 * publish. Never: uses what it has not compared with its hash, has more than one object of at most 4 MB in memory as a text.
 */
export { createLiveSkills, type LiveSkills } from "./live-skills.ts";
export type { LiveAnswer, LiveOptions, LiveRequest } from "./live-source.ts";
export { LIVE_KEY } from "./live-format.ts";
export type { LiveObject } from "./read-object.ts";
export { splitCatalog, type SplitCatalog, type SplitOptions } from "./split-catalog.ts";
