/**
 * What each of the five systems has of its own: tools, sessions, prompts, messages.
 * Takes: an executor, and what an application of that system has. Gives: what a model of that system expects. Never:
 * imports one system from another.
 */
export * from "./carnet/exports.ts";
export * from "./cognesy/exports.ts";
export * from "./fizeau/exports.ts";
export * from "./promptkit/exports.ts";
export * from "./skillkit/exports.ts";
export * from "./tools.ts";
