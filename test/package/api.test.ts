/** The public API by name. A change here is a change for users: it belongs into the changelog. */
import { join } from "node:path";
import typescript from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { adapterNames } from "../../src/model/adapters.ts";
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
      "createInstaller",
      "createMemoryHost",
      "createNodeHost",
      "createOverlayHost",
      "defineConfig",
      "fix",
      "formatNames",
      "formatRef",
      "formats",
      "isAllowedSource",
      "isInstallFault",
      "isLocalPath",
      "isRefFault",
      "loadConfig",
      "parseSkill",
      "parseSkillRef",
      "resolveRef",
      "simulateListing",
      "testTriggers",
      "toEsbuildMessage",
      "toLspDiagnostic",
      "toVfileMessage",
      "validateFrontmatter",
    ],
    types: [
      "AddOptions",
      "AddedSkills",
      "AgentFacts",
      "AtRef",
      "BudgetsConfig",
      "BuildChanges",
      "BuildFigures",
      "BuildOptions",
      "BuildOutput",
      "BuildRequest",
      "BuildResult",
      "CacheOptions",
      ...CATALOG_TYPES,
      "Category",
      "CheckEntryOptions",
      "CheckOptions",
      "CheckRequest",
      "CheckResult",
      "Compiler",
      "CompilerOptions",
      "Config",
      "Confusion",
      "ContentFailure",
      "Dependencies",
      "Diagnostic",
      "DiagnosticLabel",
      "DiagnosticQuery",
      "DirectoryEntry",
      "Drift",
      "EntryKind",
      "EsbuildMessage",
      "EvalCase",
      "ExitCode",
      "FileStatus",
      "Fix",
      "FixOptions",
      "FixResult",
      "FormatInput",
      "Formatter",
      "GitRef",
      "GithubRef",
      "Host",
      "HostFailure",
      "HostFailureReason",
      "HostResult",
      "Imported",
      "InstallFault",
      "InstalledSkill",
      "Installer",
      "InstallerOptions",
      "Level",
      "ListedSkill",
      "Listing",
      "ListingBudget",
      "ListingClient",
      "ListingClientName",
      "LoadedConfig",
      "LockEntry",
      "LspDiagnostic",
      "MemoryEntry",
      "OnProgress",
      "Origin",
      "OutdatedRow",
      "Output",
      "OutputChunk",
      "OutputFile",
      "OutputRole",
      "PackageRef",
      "ParseRefOptions",
      "ParseSkillOptions",
      "ParsedSkillDocument",
      "PathRef",
      "Position",
      "Progress",
      "RankedCase",
      "RecordedInputs",
      "RefFault",
      "RefFaultCode",
      "RemovedSkill",
      "RemovedSource",
      "RestoreOptions",
      "Restored",
      "RuleOverrideConfig",
      "Searched",
      "SearchedPlace",
      "SessionOptions",
      "Severity",
      "ShortenedSkill",
      "SkillFields",
      "SkillRef",
      "Snapshot",
      "SnapshotChanges",
      "SnapshotSkill",
      "SourceArgument",
      "Span",
      "Summary",
      "Suppression",
      "TextEdit",
      "TriggerCase",
      "TriggerReport",
      "TriggerSkill",
      "TriggerSummary",
      "TriggerTestOptions",
      "TriggerTestResult",
      "UnreadEval",
      "UpdateOptions",
      "Updated",
      "UserConfig",
      "VfileMessageFields",
      "ProfileSeverity",
      "Watch",
      "WatchOptions",
    ].sort(),
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
    types: [
      "AgentBudget",
      "AgentIndexReport",
      "AgentSkills",
      "AgentSkillsOptions",
      "DependencyMode",
      "LeftOutSkill",
      "OnSkillEvent",
      "RequiredSkills",
      "ScriptOutput",
      "SkillEvent",
    ],
  },
  "./ai-sdk": { values: ["aiSdkTools"], types: ["AiSdkModelOutput", "AiSdkTool", "StandardJsonSchema"] },
  "./openai": {
    values: ["answerCalls", "openaiAgentTools", "openaiTools"],
    types: ["OpenaiAgentPart", "OpenaiAgentTool", "OpenaiPart", "OpenaiTool", "OpenaiToolOutput"],
  },
  "./anthropic": {
    values: ["answerCalls", "anthropicTools"],
    types: ["AnthropicBlock", "AnthropicTool", "AnthropicToolResult"],
  },
  "./claude-agent-sdk": {
    values: ["claudeAgentServer"],
    types: ["ClaudeAgentServer", "ClaudeAgentTool", "ClaudeAgentZod", "McpContent", "McpToolResult"],
  },
  "./langchain": { values: ["langchainTools"], types: ["LangchainToolFactory"] },
  "./mcp": {
    values: ["checkedTool", "registerSkills"],
    types: ["McpConfig", "McpContent", "McpSkillServer", "McpToolResult", "McpZod"],
  },
  "./mastra": { values: ["mastraTools"], types: ["AiSdkModelOutput", "MastraTool", "StandardJsonSchema"] },
  "./tanstack": { values: ["tanstackTools"], types: ["TanstackTool"] },
  "./strands": { values: ["strandsTools"], types: ["StrandsToolClass"] },
  "./adk": { values: ["adkTools"], types: ["AdkToolClass"] },
  "./cloudflare/native": {
    values: ["cloudflareSkills", "cloudflareSkills024"],
    types: [
      "CloudflareListing",
      "CloudflareResourceInfo",
      "CloudflareResult",
      "CloudflareSkillDescriptor",
      "CloudflareSkillSource",
      "CloudflareSkillSource024",
      "NativeOptions",
    ],
  },
  "./mcp/native": {
    values: ["mcpSkills"],
    types: ["McpEntries", "McpOptions", "McpResource", "McpSkillEntry", "McpSkillSource", "NativeOptions"],
  },
  "./mastra/native": { values: ["mastraSkills"], types: ["MastraSkillSource", "MastraStat", "NativeOptions"] },
  "./deepagents/native": {
    values: ["deepAgentsBackend"],
    types: ["DeepAgentsBackend", "DeepAgentsError", "DeepAgentsFile", "NativeOptions"],
  },
  "./eve/native": { values: ["eveSkills"], types: ["EveSkill", "NativeOptions"] },
  "./flue/native": { values: ["flueSkills"], types: ["FlueSkill", "NativeOptions"] },
  "./strands/native": { values: ["strandsSkills"], types: ["NativeOptions", "StrandsSkill"] },
  "./adk/native": { values: ["adkSkills"], types: ["AdkSkill", "NativeOptions"] },
  "./openai/native": {
    values: ["openaiSandboxSkills"],
    types: ["NativeOptions", "SandboxDirectory", "SandboxEntry", "SandboxSkills"],
  },
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
      "closureOf",
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
      "AllowedToolsMode",
      "AnySkills",
      "AssetBody",
      "AssetContent",
      "ByteStream",
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
      "DomainTools",
      "DroppedSkill",
      "Executor",
      "ExecutorOptions",
      "ExecutorState",
      "FileRow",
      "FileRowRest",
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
      "OnSkillEvent",
      "OpenedFile",
      "OpenedSkill",
      "PromptkitActivation",
      "PromptkitDeactivation",
      "PromptkitResource",
      "ReadAsset",
      "ReadOptions",
      "RenderCall",
      "RenderInstructions",
      "RenderValues",
      "ResolvedModel",
      "ResourceOutput",
      "ResourcePart",
      "RestoreOptions",
      "RowPart",
      "RuntimeProfile",
      "RuntimeProfileName",
      "SearchOutput",
      "Skill",
      "SkillAgent",
      "SkillBody",
      "SkillDependency",
      "SkillErrorCode",
      "SkillEvent",
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
      "SkillsOptions",
      "ToolFailure",
      "ToolGate",
      "ToolGateOptions",
      "ToolOptions",
      "ToolStyle",
      "ToolVerdict",
      "UnloadedSkillOutput",
    ].sort(),
  },
  "./runtime/assets": { values: ["openAsset"], types: [] },
  ...ROOMS,
  "./runtime/live": {
    values: ["LIVE_KEY", "createLiveSkills", "splitCatalog"],
    types: ["LiveAnswer", "LiveObject", "LiveOptions", "LiveRequest", "LiveSkills", "SplitCatalog", "SplitOptions"],
  },
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

describe.each(["./runtime", "./agent", ...adapterNames.map((name) => `./${name}`)])(
  "the copy of skillc%s",
  (subpath) => {
    const copy = library(subpath);

    test("has the same values and types", async () => {
      const namespace = (await import(`${copy}.js`)) as object;
      expect(Object.keys(namespace).sort()).toEqual(API[subpath]?.values);
      expect(exportedTypes(`${copy}.d.ts`)).toEqual(API[subpath]?.types);
    });
  },
);

test("every adapter can be copied", () => {
  const adapters = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "object" && target["default"]?.includes("/adapters/") === true ? [subpath.slice(2)] : [],
  );
  expect(adapters.sort()).toEqual(adapterNames);
});

const library = (subpath: string): string => join(ROOT, "dist/library", subpath.replace("./", "").replaceAll("/", "-"));

/** One program for all declaration files: each would read most of the others again. */
const program = typescript.createProgram(
  [
    ...Object.values(exports).flatMap((target) =>
      typeof target === "object" ? [join(ROOT, `${target["types"]}`)] : [],
    ),
    ...["runtime", "agent", ...adapterNames].map((name) => `${library(name)}.d.ts`),
  ],
  {
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    types: [],
  },
);

/** Names that a declaration file exports and that are no values. */
function exportedTypes(path: string): string[] {
  const { SymbolFlags } = typescript;
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
