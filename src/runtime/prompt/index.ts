/**
 * Prompt texts: what a model reads about skills before it loads one.
 * Takes: metadata, and the instructions of preloaded skills. Gives: index texts in several styles and within budgets,
 * the text of preloaded skills, token estimates. Never: lets a description forge an entry, or cuts silently.
 */
export { fitIndex, type BudgetedIndex, type BudgetedSkill, type BudgetOptions } from "./index-budget.ts";
export type { IndexedSkill } from "./index-format.ts";
export { formatIndex, type IndexOptions, type IndexStyle } from "./index-text.ts";
export { preloadedPrompt, type PreloadedPrompt, type WrapSkill } from "./preloaded-prompt.ts";
export { estimateTokens, TOKEN_ESTIMATOR } from "./token-count.ts";
export { wrapSkillContent, type WrapInput } from "./wrap.ts";
