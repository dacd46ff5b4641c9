import { relative } from "node:path";
import { toPosixPath } from "../host/index.ts";
import type { RecordPlace } from "../engine/record-place.ts";
import type { Config } from "../model/config.ts";
import type { Host } from "../model/host.ts";
import type { BuildChanges } from "../model/output.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { createCachingCompiler } from "./compiler.ts";
import type { BuildFigures } from "./figures.ts";
import type { KnownRun } from "./kept/known-run.ts";
import { openRun, orAnew } from "./kept/new-run.ts";
import { keepFindings } from "./kept/kept-findings.ts";
import { addLate } from "./late-findings.ts";
import { findLostImports } from "./lost-imports.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import { isMovable, isRepeatable } from "./kept/repeatable.ts";
import { createRunTrail } from "./kept/run-trail.ts";
import { hostOf, pathsOf, type ProjectPaths } from "./session.ts";
import { openSavedNames } from "./kept/saved-names.ts";
import type { OutputMemory } from "./kept/saved-outputs.ts";
import { outcomeOfSnapshot, type Snapshot } from "./snapshot.ts";
import { cacheDirectory, type CacheOptions } from "./kept/unit-cache.ts";
import { writeOutputs, type BuildOutput, type WriteOutputsOptions, type WrittenOutputs } from "./write-outputs.ts";

/**
 * Options of a build.
 *
 * @example
 * await build({ cwd: "packages/app", verify: true });
 */
export interface BuildOptions extends CacheOptions {
  /** Compare with the disk and write nothing: `changes` shows what would be written. */
  readonly verify?: boolean;
  /** Names of targets: writes only the outputs that have one of them. Default: all. */
  readonly only?: readonly string[];
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
export interface BuildResult extends Outcome {
  readonly ok: boolean;
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

/** What is kept of a build to be shown again: all but the config and the skills. */
export interface KeptBuild extends Outcome, Pick<BuildResult, "ok"> {
  readonly outputs: readonly KeptOutput[];
}

/** An output of a build that is kept. */
export type KeptOutput = Omit<BuildOutput, "catalog"> & { readonly catalog: Pick<Catalog, "hash" | "dropped"> };

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
  known: KnownRun<KeptBuild> | undefined,
): Promise<BuildResult> {
  return orAnew(known, (some) => buildFollowing(options, some));
}

async function buildFollowing(options: ShownBuild, known: KnownRun<KeptBuild> | undefined): Promise<BuildResult> {
  const run = known && openRun(known);
  const { witness } = run ?? {};
  const trail = run && createRunTrail(run, (found) => found);
  const names = known && openSavedNames(namesOf(known.from.at));
  const compiler = createCachingCompiler({ ...options, buildsOnce: true, witness, trail, recall: names?.recall });
  const snapshot = await compiler.build({ prepare: true });
  const paths = pathsOf(options);
  witness?.willWrite();
  const written = await write(snapshot, options, { digestOf: witness?.digestOf });
  const built = resultOf(snapshot, written, options);
  const isNarrow = options.verify === true || (options.sources ?? []).length > 0;
  const result = isNarrow ? built : withProject(built, paths, witness?.host ?? hostOf(paths));
  if (run !== undefined && isRepeatable(snapshot, options) && isSettled(built, written, options)) {
    const digests = written?.digests() ?? [];
    for (const [index, { outDir }] of result.outputs.entries()) {
      const { files = new Map<string, string>(), isShared = false } = digests[index] ?? {};
      run.witness[isShared ? "lookAtFiles" : "lookBelow"](toPosixPath(outDir), files);
    }
    const found = trail?.edited()?.findings;
    const isPlain = result.ok && written?.found.findings.length === 0 && result.summary === snapshot.summary;
    const leaves = trail?.leave(isPlain && paths.cwd === paths.base ? { manifests: undefined } : undefined);
    const findings = found !== undefined && isPlain ? found : keepFindings(result.diagnostics);
    run.keep(toKept(result, paths.base), findings, isMovable(snapshot), leaves);
    names?.save();
  }
  return result;
}

/** Where the names of output files are kept for the next run of a command. */
function namesOf({ dir, key }: RecordPlace): RecordPlace {
  return { dir, kind: "out", key: `names ${key}` };
}

/** Whether the next build would find nothing to do: what was reported about the outputs is not said again. */
function isSettled(
  { ok, outputs }: BuildResult,
  written: WrittenOutputs | undefined,
  { verify }: BuildOptions,
): boolean {
  if (written === undefined) return true;
  return ok && !written.isOdd && (verify !== true || !outputs.some(({ changes }) => differs(changes)));
}

/** What the next build shows, if nothing changes until then. */
function toKept({ ok, exitCode, summary, outputs }: BuildResult, base: string): Omit<KeptBuild, "diagnostics"> {
  const kept = outputs.map(({ catalog: { hash, dropped }, outDir, changes, ...output }) => {
    const unchanged = changes.added.length + changes.changed.length + changes.unchanged;
    return {
      ...output,
      // Absolute again when it is read: the project may be elsewhere by then.
      outDir: relative(base, outDir),
      changes: { added: [], changed: [], removed: [], unchanged },
      catalog: { hash, dropped },
    };
  });
  return { ok, exitCode, summary, outputs: kept };
}

/** Adds broken imports; a watcher does not need that at each change. */
export function withProject(result: BuildResult, paths: ProjectPaths, host: Host): BuildResult {
  const { config } = result;
  if (config === undefined || !result.ok) return result;
  const outcome = addLate(result, [findLostImports(config, host)], { config, paths });
  return outcome === result ? result : withOutcome({ ...result, ok: outcome.exitCode === 0 }, outcome);
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
  return resultOf(snapshot, await write(snapshot, options, { memory }), options);
}

async function write(
  snapshot: Snapshot,
  options: ShownBuild,
  { memory, digestOf }: Partial<Pick<WriteOutputsOptions, "memory" | "digestOf">>,
): Promise<WrittenOutputs | undefined> {
  const { config } = snapshot;
  if (config === undefined || snapshot.exitCode !== 0) return undefined;
  const paths = pathsOf(options);
  return writeOutputs({
    snapshot,
    config,
    base: paths.base,
    dryRun: options.verify === true,
    only: options.only,
    memory,
    digestOf,
    showsGzip: options.showsGzip !== false,
    cache: cacheDirectory(options, paths, config),
    onProgress: options.onProgress,
    mayCommit: (found) => addLate(NOTHING_FOUND, [found], { config, paths }).exitCode === 0,
  });
}

const NOTHING_FOUND: Outcome = outcomeOf(0, []);

function resultOf(snapshot: Snapshot, written: WrittenOutputs | undefined, options: ShownBuild): BuildResult {
  const { config } = snapshot;
  const found = written === undefined ? [] : [written.found];
  const outcome = addLate(outcomeOfSnapshot(snapshot), found, { config, paths: pathsOf(options) });
  const [first] = outcome.exitCode === 0 ? (written?.outputs ?? []) : [];
  if (written === undefined || first === undefined)
    return withOutcome({ ok: false, ...(config && { config }), outputs: [] }, outcome);
  const { outputs } = written;
  const isStale = options.verify === true && outputs.some(({ changes }) => differs(changes));
  const { catalog, figures, changes, outDir } = first;
  const built = { ok: !isStale, ...(config && { config }), catalog, figures, changes, outDir, outputs };
  return withOutcome(built, outcome, isStale ? 1 : 0);
}

/** Adds an outcome, of which the diagnostics are only read when they are asked for: a spread would read them. */
function withOutcome(
  built: Omit<BuildResult, keyof Outcome>,
  outcome: Outcome,
  exitCode = outcome.exitCode,
): BuildResult {
  const { summary } = outcome;
  return {
    ...built,
    exitCode,
    summary,
    get diagnostics() {
      return outcome.diagnostics;
    },
  };
}

function differs({ added, changed, removed }: BuildChanges): boolean {
  return added.length + changed.length + removed.length > 0;
}
