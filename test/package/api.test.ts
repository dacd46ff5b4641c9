/** The public API by name. A change here is a change for users: it belongs into the changelog. */
import { join } from "node:path";
import typescript from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { ROOT } from "../support/consumer.ts";
import { readManifest } from "./pack.ts";

const CATALOG_TYPES = [
  "Catalog",
  "CatalogAgent",
  "CatalogBody",
  "CatalogDropped",
  "CatalogFile",
  "CatalogSkill",
  "CatalogSource",
  "CatalogToolset",
];

interface Names {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Rooms of the runtime that are also a subpath of their own. */
const ROOMS: Readonly<Record<string, Names>> = {
  "./runtime/catalog": {
    values: ["createSkillsFromCatalog", "mergeCatalogs"],
    types: [...CATALOG_TYPES, "MergeOptions"],
  },
  "./runtime/guard": {
    values: ["hookEvents", "isAuthorized", "isInvocableBy", "isRefusal", "parseHooks", "resolveGrants", "runHooks"],
    types: [
      "Caller",
      "FilterPattern",
      "Hook",
      "HookContext",
      "HookDecision",
      "HookEvent",
      "HookEventKey",
      "HookHandler",
      "HookHandlers",
      "HookOptions",
      "MaybePromise",
      "Refusal",
      "RefusalCode",
    ],
  },
  "./runtime/prompt": {
    values: ["TOKEN_ESTIMATOR", "estimateTokens", "fitIndex", "formatIndex", "preloadedPrompt", "wrapSkillContent"],
    types: [
      "BudgetOptions",
      "BudgetedIndex",
      "BudgetedSkill",
      "IndexOptions",
      "IndexStyle",
      "IndexedSkill",
      "PreloadedPrompt",
      "WrapInput",
      "WrapSkill",
    ],
  },
  "./runtime/render": {
    values: ["createScope", "injectVariables", "mergeVariables", "renderSkill"],
    types: [
      "BodyTokens",
      "Dialect",
      "RenderInput",
      "RenderScope",
      "RenderedSkill",
      "ScopeContext",
      "Substitution",
      "VariableSources",
      "Variables",
    ],
  },
  "./runtime/select": {
    values: [
      "allSelector",
      "buildSearchIndex",
      "compileFilter",
      "createExternalSelector",
      "createSearchSelector",
      "createTagSelector",
      "searchIndexOf",
      "searchSkills",
    ],
    types: ["FilterMode", "SearchHit", "SearchIndex", "SearchableSkill", "SelectionRequest", "Selector", "SkillFilter"],
  },
};

const API: Readonly<Record<string, Names>> = {
  ".": {
    values: [
      "MAX_DESCRIPTION_LENGTH",
      "MAX_NAME_LENGTH",
      "build",
      "check",
      "checkEntry",
      "checkTree",
      "createCompiler",
      "createMemoryHost",
      "createNodeHost",
      "createOverlayHost",
      "defineConfig",
      "fix",
      "formatNames",
      "formats",
      "loadConfig",
      "parseSkill",
      "toEsbuildMessage",
      "toLspDiagnostic",
      "toVfileMessage",
      "validateFrontmatter",
    ],
    types: [
      "BudgetsConfig",
      "BuildChanges",
      "BuildFigures",
      "BuildOptions",
      "BuildOutput",
      "BuildRequest",
      "BuildResult",
      ...CATALOG_TYPES,
      "Category",
      "CheckEntryOptions",
      "CheckOptions",
      "CheckResult",
      "Compiler",
      "CompilerOptions",
      "Config",
      "ContentFailure",
      "Diagnostic",
      "DiagnosticLabel",
      "DiagnosticQuery",
      "DirectoryEntry",
      "EntryKind",
      "EsbuildMessage",
      "ExitCode",
      "FileStatus",
      "Fix",
      "FixOptions",
      "FixResult",
      "FormatInput",
      "Formatter",
      "Host",
      "HostFailure",
      "HostFailureReason",
      "HostResult",
      "Level",
      "LoadedConfig",
      "LspDiagnostic",
      "MemoryEntry",
      "Origin",
      "Output",
      "OutputChunk",
      "OutputFile",
      "OutputRole",
      "ParseSkillOptions",
      "ParsedSkillDocument",
      "Position",
      "RecordedInputs",
      "RuleOverrideConfig",
      "Searched",
      "SearchedPlace",
      "SessionOptions",
      "Severity",
      "SkillFields",
      "Snapshot",
      "SnapshotChanges",
      "SourceArgument",
      "Span",
      "Summary",
      "Suppression",
      "TextEdit",
      "UserConfig",
      "VfileMessageFields",
      "Watch",
      "WatchOptions",
    ],
  },
  "./config": {
    values: ["defineConfig"],
    types: [
      "BudgetsConfig",
      "FilesConfig",
      "ModuleConfig",
      "OutputConfig",
      "PrepareConfig",
      "RuleOverrideConfig",
      "ShellConfig",
      "SourceConfig",
      "UserConfig",
    ],
  },
  "./agent": {
    values: ["agentSkills"],
    types: ["AgentBudget", "AgentIndexReport", "AgentSkills", "AgentSkillsOptions", "LeftOutSkill"],
  },
  "./ai-sdk": { values: ["aiSdkTools"], types: ["AiSdkTool", "StandardJsonSchema"] },
  "./esbuild": { values: ["default"], types: ["PluginOptions"] },
  "./vite": { values: ["default"], types: ["PluginOptions", "SkillcPlugin"] },
  "./webpack": { values: ["default"], types: ["PluginOptions", "SkillcWebpackPlugin"] },
  "./runtime": {
    values: [
      ...Object.values(ROOMS).flatMap(({ values }) => values),
      "DEFAULT_FORK_LIMITS",
      "FORMAT_VERSION",
      "SkillError",
      "bindTools",
      "callTool",
      "carnetPrompt",
      "carnetTools",
      "cognesyTools",
      "createActiveSkillTracker",
      "createCarnetSession",
      "createExecutor",
      "createFork",
      "createSkills",
      "createToolGate",
      "fizeauTools",
      "forkRequest",
      "isToolFailure",
      "modernTools",
      "parseModelReference",
      "promptkitTools",
      "readResource",
      "readTools",
      "resolveModel",
      "runtimeProfile",
      "runtimeProfileNames",
      "shouldFork",
      "skillToolNames",
      "skillTools",
      "skillkitTools",
      "useSkills",
      "withSkillsMetadata",
    ].sort(),
    types: [
      ...Object.values(ROOMS).flatMap(({ types }) => types),
      "Access",
      "SkillsOfLoop",
      "UseSkillsOptions",
      "ActivateOptions",
      "Activated",
      "ActiveSkillState",
      "ActiveSkillTracker",
      "AnySkills",
      "Bytes",
      "CarnetAgent",
      "CarnetDiagnostics",
      "CarnetFile",
      "CarnetFileOutput",
      "CarnetLoadOutput",
      "CarnetPrompt",
      "CarnetSession",
      "CarnetSessionOptions",
      "CarnetSessionState",
      "CarnetToolset",
      "ChatMessage",
      "CognesyToolOptions",
      "Compat",
      "ContentModule",
      "ContentPointer",
      "DomainTools",
      "Executor",
      "ExecutorOptions",
      "ExecutorState",
      "FileRow",
      "ForkLimits",
      "ForkRequest",
      "ForkedSkillOutput",
      "GatedSkill",
      "JsonSchema",
      "ListOptions",
      "LoadedSkill",
      "LoadedSkillOutput",
      "ModelContext",
      "ModelOwner",
      "ModelReference",
      "ModernToolOptions",
      "OnFork",
      "OpenedSkill",
      "PromptkitActivation",
      "PromptkitDeactivation",
      "PromptkitResource",
      "ReadOptions",
      "RenderCall",
      "RenderInstructions",
      "RenderValues",
      "ResolvedModel",
      "ResourceOutput",
      "ResourcePart",
      "RuntimeProfile",
      "RuntimeProfileName",
      "SearchOutput",
      "Skill",
      "SkillAgent",
      "SkillBody",
      "SkillErrorCode",
      "SkillFile",
      "SkillFileKind",
      "SkillRow",
      "SkillRun",
      "SkillRunner",
      "SkillState",
      "SkillTool",
      "SkillToolset",
      "Skills",
      "SkillsData",
      "ToolFailure",
      "ToolGate",
      "ToolGateOptions",
      "ToolOptions",
      "ToolStyle",
      "ToolVerdict",
    ].sort(),
  },
  ...ROOMS,
  "./runtime/verify": { values: ["verifyCatalog"], types: ["VerifyOptions"] },
};

const { exports } = readManifest();

test("every subpath with code is in the list", () => {
  const withCode = Object.keys(exports).filter((subpath) => typeof exports[subpath] === "object");
  expect(withCode).toEqual(Object.keys(API));
});

describe.each(Object.keys(API))("skillc%s", (subpath) => {
  const target = exports[subpath] as { types: string; default: string };

  test("values", async () => {
    const namespace = (await import(join(ROOT, target.default))) as object;
    expect(Object.keys(namespace).sort()).toEqual(API[subpath]?.values);
  });

  test("types", () => {
    expect(exportedTypes(join(ROOT, target.types))).toEqual(API[subpath]?.types);
  });
});

/** Names that a declaration file exports and that are no values. */
function exportedTypes(path: string): string[] {
  const { SymbolFlags, ModuleKind, ModuleResolutionKind } = typescript;
  const program = typescript.createProgram([path], {
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    types: [],
  });
  const checker = program.getTypeChecker();
  const module = program.getSourceFile(path);
  const symbol = module === undefined ? undefined : checker.getSymbolAtLocation(module);
  if (symbol === undefined) throw new Error(`${path} is no module`);
  const resolve = (one: import("typescript-5.9").Symbol): import("typescript-5.9").Symbol =>
    (one.flags & SymbolFlags.Alias) === 0 ? one : checker.getAliasedSymbol(one);
  return checker
    .getExportsOfModule(symbol)
    .filter((one) => (resolve(one).flags & SymbolFlags.Value) === 0)
    .map(({ name }) => name)
    .sort();
}
