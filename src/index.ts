/**
 * The Node API of skillc.
 * Takes: options that are the command line's, as data. Gives: results as values, diagnostics included. Never: throws
 * for bad input, prints, ends the process.
 */
export { build, type BuildOptions, type BuildResult } from "./api/build.ts";
export type { BuildOutput } from "./api/write-outputs.ts";
export {
  createCompiler,
  type BuildRequest,
  type CheckRequest,
  type Compiler,
  type CompilerOptions,
} from "./api/compiler.ts";
export type { Watch, WatchOptions } from "./api/watch.ts";
export type { DiagnosticQuery, Snapshot, SnapshotChanges } from "./api/snapshot.ts";
export type { SnapshotSkill } from "./api/snapshot-skills.ts";
export { createMemoryHost, createNodeHost, createOverlayHost, type MemoryEntry } from "./host/index.ts";
export { type RecordedInputs } from "./engine/index.ts";
export { formatNames, formats, type Formatter, type FormatInput } from "./formats/index.ts";
export { check, type CheckOptions, type CheckResult } from "./api/check.ts";
export { checkEntry, type CheckEntryOptions, type EntryKind } from "./api/check-entry.ts";
export { checkTree } from "./api/check-tree.ts";
export { fix, type FixOptions, type FixResult } from "./api/fix.ts";
export { testTriggers, type TriggerTestOptions, type TriggerTestResult } from "./api/trigger-tests.ts";
export type { UnreadEval } from "./api/source-evals.ts";
export type {
  Confusion,
  RankedCase,
  TriggerCase,
  TriggerReport,
  TriggerSkill,
  TriggerSummary,
} from "./triggers/index.ts";
export type { EvalCase } from "./model/evals.ts";
export {
  toEsbuildMessage,
  toLspDiagnostic,
  toVfileMessage,
  type EsbuildMessage,
  type LspDiagnostic,
  type VfileMessageFields,
} from "./formats/convert.ts";
export type { BuildFigures } from "./api/figures.ts";
export { loadConfig, type LoadedConfig } from "./api/load-config.ts";
export type { ExitCode, Summary } from "./api/outcome.ts";
export {
  parseSkill,
  validateFrontmatter,
  type ParsedSkillDocument,
  type ParseSkillOptions,
} from "./api/parse-skill.ts";
export type { SessionOptions, SourceArgument } from "./api/session.ts";
export type { CacheOptions } from "./api/kept/unit-cache.ts";
export type { OnProgress, Progress } from "./model/progress.ts";
export { defineConfig, type BudgetsConfig, type RuleOverrideConfig, type UserConfig } from "./config/define.ts";
export type { Config, Output } from "./model/config.ts";
export type {
  Category,
  Diagnostic,
  DiagnosticLabel,
  Fix,
  Level,
  Origin,
  ProfileSeverity,
  Severity,
  Suppression,
  TextEdit,
} from "./model/diagnostic.ts";
export type { DirectoryEntry, FileStatus, Host, HostFailure, HostFailureReason, HostResult } from "./model/host.ts";
export type { BuildChanges, ContentFailure, OutputChunk, OutputFile, OutputRole } from "./model/output.ts";
export type { Searched, SearchedPlace } from "./model/searched.ts";
export type { SkillFields } from "./model/unit.ts";
export type { Position, Span } from "./model/source.ts";
export {
  simulateListing,
  type AgentFacts,
  type ListedSkill,
  type Listing,
  type ListingBudget,
  type ListingClient,
  type ListingClientName,
  type ShortenedSkill,
} from "./listings/index.ts";
export { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "./profiles/index.ts";
export {
  formatRef,
  isAllowedSource,
  isLocalPath,
  isRefFault,
  parseSkillRef,
  type AtRef,
  type GithubRef,
  type GitRef,
  type PackageRef,
  type ParseRefOptions,
  type PathRef,
  type RefFault,
  type RefFaultCode,
  type SkillRef,
} from "./refs/index.ts";
export {
  createInstaller,
  isInstallFault,
  resolveRef,
  type AddedSkills,
  type AddOptions,
  type Dependencies,
  type Drift,
  type Imported,
  type InstalledSkill,
  type Installer,
  type InstallerOptions,
  type InstallFault,
  type OutdatedRow,
  type RemovedSkill,
  type RemovedSource,
  type Restored,
  type RestoreOptions,
  type Updated,
  type UpdateOptions,
} from "./install/index.ts";
export type { LockEntry } from "./refs/index.ts";
export type * from "./runtime/catalog/catalog.ts";
