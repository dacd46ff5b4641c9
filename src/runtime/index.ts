/**
 * `skillc/runtime`: a working skill system out of compiled skills.
 * Takes: what a generated module or a catalog holds, and what the application decides. Gives: access to skills, and
 * everything that five skill systems do at run time. Never: an import from outside of this room, a Node built-in, a
 * clock, randomness, the network, work at import time.
 */

// Access to skills
export { FORMAT_VERSION, nearestNames, SkillError } from "./access.ts";
export type {
  AnySkills,
  Bytes,
  ContentModule,
  ContentPointer,
  FileRow,
  LoadedSkill,
  ModelReference,
  Skill,
  SkillAgent,
  SkillBody,
  SkillErrorCode,
  SkillFile,
  SkillFileKind,
  SkillRow,
  SkillToolset,
  Skills,
  SkillsData,
} from "./access.ts";
export type * from "./catalog/catalog.ts";
export { createSkills } from "./catalog/skills-from-catalog.ts";
export { mergeCatalogs, type MergeOptions } from "./catalog/merge-catalogs.ts";
export { compileFilter, type FilterMode, type SkillFilter } from "./select/filter.ts";
export { preloadedPrompt, type PreloadedPrompt, type WrapSkill } from "./prompt/preloaded-prompt.ts";
export { readResource, type ReadOptions, type ResourcePart } from "./executor/resources.ts";
export { estimateTokens, TOKEN_ESTIMATOR } from "./prompt/token-count.ts";

// The executor, and who may have what
export { createExecutor } from "./executor/executor.ts";
export type {
  Access,
  Activated,
  ActivateOptions,
  Executor,
  ExecutorOptions,
  ExecutorState,
  ListOptions,
  OpenedSkill,
  RenderCall,
  RenderSkill,
  RenderValues,
} from "./executor/executor.ts";
export type { FilterPattern } from "./guard/admission.ts";
export { isRefusal, type MaybePromise, type Refusal, type RefusalCode } from "./guard/outcome.ts";
export { isRuntimeProfileName, runtimeProfile, runtimeProfileNames } from "./profile/runtime-profile.ts";
export type { Compat, IndexStyle, RuntimeProfile, RuntimeProfileName, ToolStyle } from "./profile/runtime-profile.ts";
export { isInvocableBy, type Caller } from "./guard/invocation.ts";
export { isAuthorized, resolveGrants } from "./guard/authorization.ts";
export { bindTools } from "./tools/bound-tools.ts";

// Which skills a model is told of
export { allSelector, externalSelector, searchSelector, tagSelector } from "./select/selectors.ts";
export type { SelectionRequest, Selector } from "./select/selectors.ts";
export { buildSearchIndex, searchIndexOf, searchSkills, searchTerms } from "./select/search-index.ts";
export type { SearchableSkill, SearchHit, SearchIndex } from "./select/search-index.ts";
export { escapeHtml, formatIndex, type IndexedSkill, type IndexOptions } from "./prompt/index-text.ts";
export { fitIndex, type BudgetedIndex, type BudgetedSkill, type BudgetOptions } from "./prompt/index-budget.ts";
export { withSkillsMetadata, type ChatMessage } from "./tools/metadata-message.ts";

// Instructions
export {
  injectVariables,
  mergeVariables,
  renderSkill,
  scopeOf,
  tokenizeBody,
  wrapCognesy,
  wrapSkillContent,
} from "./render/index.ts";
export type {
  BodyTokens,
  Dialect,
  RenderedSkill,
  RenderInput,
  RenderScope,
  ScopeContext,
  Substitution,
  Variables,
  VariableSources,
  WrapInput,
} from "./render/index.ts";

// Tools for a model
export { callTool, isToolFailure } from "./tools/tool.ts";
export type { JsonSchema, SkillTool, ToolFailure, ToolOptions } from "./tools/tool.ts";
export {
  ACTIVATE_SKILL,
  CARNET_LOAD_SKILL,
  CARNET_LOAD_SKILL_FILE,
  LOAD_SKILL,
  READ_SKILL_RESOURCE,
  SEARCH_SKILLS,
  SKILL_ACTIVATE,
  SKILL_DEACTIVATE,
  SKILL_READ_RESOURCE,
  skillToolNames,
} from "./tools/names.ts";
export { skillTools } from "./tools/styles.ts";
export { modernTools } from "./tools/modern-tools.ts";
export type {
  ForkedSkillOutput,
  LoadedSkillOutput,
  ModernToolOptions,
  ResourceOutput,
  SearchOutput,
} from "./tools/modern-tools.ts";
export { promptkitTools } from "./tools/promptkit-tools.ts";
export type { PromptkitActivation, PromptkitDeactivation, PromptkitResource } from "./tools/promptkit-tools.ts";
export { skillkitTools } from "./tools/skillkit-tools.ts";
export { cognesyTools, type CognesyToolOptions } from "./tools/cognesy-tools.ts";
export { fizeauTools } from "./tools/fizeau-tools.ts";
export { carnetTools, type CarnetFile, type CarnetFileOutput, type CarnetLoadOutput } from "./tools/carnet-tools.ts";

// What an active skill demands of a loop
export {
  createToolGate,
  type GatedSkill,
  type ToolGate,
  type ToolGateOptions,
  type ToolVerdict,
} from "./tools/tool-gate.ts";
export { isAboutTool, parseToolPattern, type ToolPattern } from "./guard/tool-pattern.ts";
export { trackActiveSkill, type ActiveSkillState, type ActiveSkillTracker } from "./tools/active-skill.ts";
export { hookEvents, hookTarget, parseHooks, runHooks } from "./guard/hooks.ts";
export type {
  Hook,
  HookContext,
  HookDecision,
  HookEvent,
  HookEventKey,
  HookHandler,
  HookHandlers,
} from "./guard/hooks.ts";
export { modelTextOf, parseModelReference, resolveModel } from "./model-reference.ts";
export type { ModelContext, ModelOwner, ResolvedModel } from "./model-reference.ts";
export { DEFAULT_FORK_LIMITS, forkRequest, shouldFork } from "./executor/fork.ts";
export type { ForkLimits, ForkRequest, OnFork } from "./executor/fork.ts";

// Agents of Carnet
export { openCarnetSession } from "./carnet/carnet-session.ts";
export type {
  CarnetAgent,
  CarnetDiagnostics,
  CarnetSession,
  CarnetSessionOptions,
  CarnetSessionState,
  CarnetToolset,
  DomainTools,
} from "./carnet/carnet-session.ts";
export { carnetPrompt, type CarnetPrompt } from "./carnet/carnet-prompt.ts";
