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
export type * from "./catalog.ts";
export { createSkills } from "./create-skills.ts";
export { mergeCatalogs, type MergeOptions } from "./merge-catalogs.ts";
export { compileFilter, type FilterMode, type SkillFilter } from "./filter.ts";
export { preloadedPrompt, type PreloadedPrompt, type WrapSkill } from "./preloaded-prompt.ts";
export { readResource, type ReadOptions, type ResourcePart } from "./resources.ts";
export { estimateTokens, TOKEN_ESTIMATOR } from "./token-count.ts";

// The executor, and who may have what
export { createExecutor } from "./executor.ts";
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
} from "./executor.ts";
export type { FilterPattern } from "./admission.ts";
export { isRefusal, type MaybePromise, type Refusal, type RefusalCode } from "./outcome.ts";
export { isRuntimeProfileName, runtimeProfile, runtimeProfileNames } from "./runtime-profile.ts";
export type { Compat, IndexStyle, RuntimeProfile, RuntimeProfileName, ToolStyle } from "./runtime-profile.ts";
export { isInvocableBy, type Caller } from "./invocation.ts";
export { isAuthorized, resolveGrants } from "./authorization.ts";
export { bindTools } from "./bound-tools.ts";

// Which skills a model is told of
export { allSelector, externalSelector, searchSelector, tagSelector } from "./selectors.ts";
export type { SelectionRequest, Selector } from "./selectors.ts";
export { buildSearchIndex, searchIndexOf, searchSkills, searchTerms } from "./search-index.ts";
export type { SearchableSkill, SearchHit, SearchIndex } from "./search-index.ts";
export { escapeHtml, formatIndex, type IndexedSkill, type IndexOptions } from "./index-text.ts";
export { fitIndex, type BudgetedIndex, type BudgetedSkill, type BudgetOptions } from "./index-budget.ts";
export { withSkillsMetadata, type ChatMessage } from "./metadata-message.ts";

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
export { skillTools } from "./tools/skill-tools.ts";
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
export { createToolGate, type GatedSkill, type ToolGate, type ToolGateOptions, type ToolVerdict } from "./tool-gate.ts";
export { isAboutTool, parseToolPattern, type ToolPattern } from "./tool-pattern.ts";
export { trackActiveSkill, type ActiveSkillState, type ActiveSkillTracker } from "./active-skill.ts";
export { hookEvents, hookTarget, parseHooks, runHooks } from "./hooks.ts";
export type { Hook, HookContext, HookDecision, HookEvent, HookEventKey, HookHandler, HookHandlers } from "./hooks.ts";
export { modelTextOf, parseModelReference, resolveModel } from "./model-reference.ts";
export type { ModelContext, ModelOwner, ResolvedModel } from "./model-reference.ts";
export { DEFAULT_FORK_LIMITS, forkRequest, shouldFork } from "./fork.ts";
export type { ForkLimits, ForkRequest, OnFork } from "./fork.ts";

// Agents of Carnet
export { openCarnetSession } from "./carnet-session.ts";
export type {
  CarnetAgent,
  CarnetDiagnostics,
  CarnetSession,
  CarnetSessionOptions,
  CarnetSessionState,
  CarnetToolset,
  DomainTools,
} from "./carnet-session.ts";
export { carnetPrompt, type CarnetPrompt } from "./carnet-prompt.ts";
