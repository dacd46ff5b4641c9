/**
 * Rendering: the instructions of a skill with arguments and values inserted.
 * Takes: a body and the values to insert. Gives: the text for the model, and a report of every substitution. Never:
 * executes a command, scans an inserted value, reads the environment, throws.
 */
export { createScope, type RenderScope, type ScopeContext } from "./dialect.ts";
export { renderSkill, type Dialect, type RenderedSkill, type RenderInput } from "./render-skill.ts";
export type { Substitution } from "./substitute.ts";
export type { BodyTokens } from "./tokenize.ts";
export { injectVariables, mergeVariables, type Variables, type VariableSources } from "./variables.ts";
