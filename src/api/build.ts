import { relative } from "node:path";
import { toPosixPath } from "../host/index.ts";
import { type Witness } from "../engine/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { Host } from "../model/host.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { createCachingCompiler } from "./compiler.ts";
import type { BuildFigures } from "./figures.ts";
import type { KnownRun } from "./known-run.ts";
import { diagnoseLate, insertSorted } from "./late-findings.ts";
import { findLostImports } from "./lost-imports.ts";
import { exitCodeOf, summarize, type ExitCode, type Summary } from "./outcome.ts";
import { isMovable, isRepeatable } from "./repeatable.ts";
import { hostOf, pathsOf, type ProjectPaths } from "./session.ts";
import type { OutputMemory } from "./saved-outputs.ts";
import type { Snapshot } from "./snapshot.ts";
import { cacheDirectory, type CacheOptions } from "./unit-cache.ts";
import { writeOutputs, type BuildChanges, type BuildOutput, type WrittenOutputs } from "./write-outputs.ts";

/**
 * Options of a build.
 *
 * @example
 * await build({ cwd: "packages/app", verify: true });
 */
export interface BuildOptions extends CacheOptions {
  /** Compare with the disk and write nothing: `changes` shows what would be written. */
  readonly verify?: boolean;
}

/** Options of a build whose result is shown. */
export interface ShownBuild extends BuildOptions {
  /** False if no one sees compressed sizes: compressing takes as long as writing. */
  readonly showsGzip?: boolean;
}

/**
 * The result of a build. `catalog`, `figures`, `changes` and `outDir` are those of the first output.
 *
 * @example
 * for (const { outDir, figures } of (await build()).outputs) console.log(outDir, figures.rawBytes);
 */
export interface BuildResult {
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  /** Sorted by file, offset and code; files relative to `cwd`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if the configuration is wrong. */
  readonly config?: Config;
  /** Undefined if there is an error. */
  readonly catalog?: Catalog;
  readonly figures?: BuildFigures;
  readonly changes?: BuildChanges;
  /** Absolute path. */
  readonly outDir?: string;
  /** In the order of the config; empty if there is an error. */
  readonly outputs: readonly BuildOutput[];
}

/** What the command line shows of a build. */
export interface BuildReport extends Pick<BuildResult, "ok" | "diagnostics" | "summary" | "exitCode"> {
  readonly outputs: readonly OutputReport[];
}

export interface OutputReport extends Omit<BuildOutput, "catalog"> {
  readonly catalog: Pick<BuildOutput["catalog"], "hash" | "dropped">;
}

/**
 * Compiles skills and writes the outputs of the config. Nothing on disk changes if there is an error. Shell commands
 * of skills run only if `prepare.shell` of the config lists them, also with `verify`.
 *
 * @returns the findings and changes; it never throws for bad input.
 * @example
 * const { ok, diagnostics } = await build({ sources: [{ dir: "skills" }], overrides: { outDir: "generated/skills" } });
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  return buildWitnessed(options, undefined);
}

/** Builds, and keeps the outcome for the next time if it depends on nothing but what was asked of the disk. */
export async function buildWitnessed(
  options: ShownBuild,
  run: KnownRun<BuildReport> | undefined,
): Promise<BuildResult> {
  const snapshot = await createCachingCompiler({ ...options, buildsOnce: true, witness: run?.witness }).build({
    prepare: true,
  });
  const paths = pathsOf(options);
  run?.witness.willWrite();
  const built = await writeSnapshot(snapshot, options, { digestOf: run?.witness.digestOf });
  const isNarrow = options.verify === true || (options.sources ?? []).length > 0;
  const result = isNarrow ? built.result : withProject(built.result, paths, run?.witness.host ?? hostOf(paths));
  if (run !== undefined && isRepeatable(snapshot, options) && isSettled(snapshot, built, options)) {
    const digests = built.digests();
    for (const [index, { outDir }] of result.outputs.entries())
      run.witness.lookBelow(toPosixPath(outDir), digests[index] ?? new Map<string, string>());
    run.keep(toRepeat(result, paths.base), isMovable(snapshot));
  }
  return result;
}

/** Whether the next build would find nothing to do: what was reported about the outputs is not said again. */
function isSettled(snapshot: Snapshot, { result, isOdd }: WrittenSnapshot, { verify }: BuildOptions): boolean {
  if (snapshot.exitCode !== 0) return true;
  const { ok, outputs } = result;
  return ok && !isOdd && (verify !== true || !outputs.some(({ changes }) => differs(changes)));
}

/** What the next build shows, if nothing changes until then. */
function toRepeat({ ok, exitCode, summary, diagnostics, outputs }: BuildResult, base: string): BuildReport {
  const reports = outputs.map(({ catalog: { hash, dropped }, outDir, changes, ...output }) => {
    const unchanged = changes.added.length + changes.changed.length + changes.unchanged;
    return {
      ...output,
      // Absolute again when it is read: the project may be elsewhere by then.
      outDir: relative(base, outDir),
      changes: { added: [], changed: [], removed: [], unchanged },
      catalog: { hash, dropped },
    };
  });
  return { ok, exitCode, summary, diagnostics, outputs: reports };
}

/** Adds broken imports; a watcher does not need that at each change. */
function withProject(result: BuildResult, paths: ProjectPaths, host: Host): BuildResult {
  const { config } = result;
  if (config === undefined || !result.ok) return result;
  const late = diagnoseLate([findLostImports(config, host)], config, paths);
  if (late.length === 0) return result;
  const diagnostics = insertSorted(result.diagnostics, late);
  return { ...result, diagnostics, summary: summarize(result.summary.skills, diagnostics) };
}

/**
 * Turns a snapshot into the result of a build: writes the outputs unless there is an error.
 *
 * @param memory Of a process that builds again, as in a watch: the files of the last build then stay until the next one.
 */
export async function concludeBuild(
  snapshot: Snapshot,
  options: ShownBuild,
  memory?: OutputMemory,
): Promise<BuildResult> {
  return (await writeSnapshot(snapshot, options, { memory })).result;
}

interface WrittenSnapshot extends Pick<WrittenOutputs, "digests"> {
  readonly result: BuildResult;
  /** Whether something was reported that is not said again when nothing has changed: about files in the way or left. */
  readonly isOdd: boolean;
}

async function writeSnapshot(
  snapshot: Snapshot,
  options: ShownBuild,
  {
    memory,
    digestOf,
  }: { readonly memory?: OutputMemory | undefined; readonly digestOf?: Witness["digestOf"] | undefined },
): Promise<WrittenSnapshot> {
  const { config, summary } = snapshot;
  const before = snapshot.diagnostics();
  const failed = (diagnostics: readonly Diagnostic[]): WrittenSnapshot => ({
    result: {
      ok: false,
      exitCode: exitCodeOf(diagnostics),
      summary: summarize(summary.skills, diagnostics),
      diagnostics,
      ...(config && { config }),
      outputs: [],
    },
    isOdd: false,
    digests: () => [],
  });
  if (config === undefined || snapshot.exitCode !== 0) return failed(before);
  const paths = pathsOf(options);
  const late = (found: FindingGroup): readonly Diagnostic[] => diagnoseLate([found], config, paths);
  const { outputs, found, isOdd, digests } = await writeOutputs({
    snapshot,
    config,
    base: paths.base,
    dryRun: options.verify === true,
    memory,
    digestOf,
    showsGzip: options.showsGzip !== false,
    cache: cacheDirectory(options, paths, config),
    onProgress: options.onProgress,
    mayCommit: (findings) => exitCodeOf(late(findings)) === 0,
  });
  const diagnostics = insertSorted(before, late(found));
  const [first] = outputs;
  if (exitCodeOf(diagnostics) !== 0 || first === undefined) return failed(diagnostics);
  const isStale = options.verify === true && outputs.some(({ changes }) => differs(changes));
  const { catalog, figures, changes, outDir } = first;
  const result: BuildResult = {
    ok: !isStale,
    exitCode: isStale ? 1 : 0,
    summary: summarize(summary.skills, diagnostics),
    diagnostics,
    config,
    catalog,
    figures,
    changes,
    outDir,
    outputs,
  };
  return { result, isOdd, digests };
}

function differs({ added, changed, removed }: BuildChanges): boolean {
  return added.length + changed.length + removed.length > 0;
}
