/**
 * Takes: the instructions of a skill and what is to be inserted. Gives: the text for the model, and a report of every
 * substitution. Never: executes a command, reads a value twice, reads the environment, throws.
 */
export { renderSkill, type RenderedSkill } from "./render-skill.ts";
export { scopeOf, type Dialect, type RenderInput, type RenderScope, type ScopeContext } from "./dialect.ts";
export type { Substitution } from "./substitute.ts";
export { tokenizeBody, type BodyTokens } from "./tokenize.ts";
export { injectVariables, mergeVariables, type Variables, type VariableSources } from "./variables.ts";
export { wrapCognesy, wrapSkillContent, type WrapInput } from "../prompt/wrap.ts";
