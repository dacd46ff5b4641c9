import { relative, resolve } from "node:path";
import { compile, type CompiledOutput } from "../compile.ts";
import { createCommandRunner, readRuntimeFiles, stageOutput, toPosixPath, type StagedOutput } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { isOwnFile } from "../targets/index.ts";
import { createSizeMeter, type BuildFigures } from "./figures.ts";
import { exitCodeOf, summarize, type ExitCode, type Summary } from "./outcome.ts";
import { reportPlatformLimits, reportUnreadable } from "./platform-budget.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";

/**
 * Options of a build.
 *
 * @example
 * await build({ cwd: "packages/app", verify: true });
 */
export interface BuildOptions extends SessionOptions {
  /** Compare with what is on disk and write nothing: `changes` tells what would be written. */
  readonly verify?: boolean;
}

/** What a build did, or with `verify` would do. Paths are below the output directory. */
export interface BuildChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/** What was written into one directory. */
export interface BuildOutput {
  /** Absolute path. */
  readonly outDir: string;
  /** The view that it contains; undefined for all skills. */
  readonly view?: string;
  /** The platform that its size was checked against. */
  readonly platform?: string;
  readonly catalog: Catalog;
  readonly figures: BuildFigures;
  readonly changes: BuildChanges;
}

/**
 * What a build found and did. `catalog`, `figures`, `changes` and `outDir` are those of the first output.
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

/**
 * Compiles skills and writes the outputs of the config. Nothing on disk changes if there is an error. Shell commands
 * of skills are run only if `prepare.shell` of the config lists them, with `verify` too.
 *
 * @returns what was found and done; it never throws for bad input.
 * @example
 * const { ok, diagnostics } = await build({ sources: [{ dir: "skills" }], overrides: { outDir: "generated/skills" } });
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const session = await openSession(options);
  const { config, host, report, base } = session;
  if (config === undefined) return failed(session, 0);
  const compiled = await compile({ config, host, report, runCommand: createCommandRunner(base) });
  await session.checkFurther();
  const { seen } = compiled;
  if (exitCodeOf(session.diagnostics()) !== 0) return failed(session, seen, config);

  const outputs = writeOutputs(compiled.outputs, { session, config, dryRun: options.verify === true });
  const diagnostics = session.diagnostics();
  const exitCode = exitCodeOf(diagnostics);
  const [first] = outputs;
  if (exitCode !== 0 || first === undefined) return failed(session, seen, config);
  const isStale = options.verify === true && outputs.some(({ changes }) => differs(changes));
  const { catalog, figures, changes, outDir } = first;
  return {
    ok: !isStale,
    exitCode: isStale ? 1 : 0,
    summary: summarize(seen, diagnostics),
    diagnostics,
    config,
    catalog,
    figures,
    changes,
    outDir,
    outputs,
  };
}

function differs({ added, changed, removed }: BuildChanges): boolean {
  return added.length + changed.length + removed.length > 0;
}

function failed(session: Session, seen: number, config?: Config): BuildResult {
  const diagnostics = session.diagnostics();
  const summary = summarize(seen, diagnostics);
  return { ok: false, exitCode: exitCodeOf(diagnostics), summary, diagnostics, ...(config && { config }), outputs: [] };
}

interface Writing {
  readonly session: Session;
  readonly config: Config;
  readonly dryRun: boolean;
}

/** An output on its way to the disk. */
interface Pending {
  readonly result: BuildOutput;
  readonly staged: StagedOutput;
  /** As in the config. */
  readonly dir: string;
}

/** Stages all outputs before the first is moved into place: an error in the last one leaves all as they were. */
function writeOutputs(compiled: readonly CompiledOutput[], writing: Writing): readonly BuildOutput[] {
  const { session, config, dryRun } = writing;
  const pending: Pending[] = [];
  try {
    for (const one of compiled) pending.push(stage(one, writing));
    for (const [index, { result, staged }] of pending.entries()) {
      reportUnreadable(staged.unreadable, session.report);
      reportPlatformLimits(config, index, result.figures, session.report);
    }
    for (const one of pending) reportStaging(one, session);
    if (!dryRun && exitCodeOf(session.diagnostics()) === 0) commitAll(pending, session);
  } finally {
    // The last one first: it may be below a directory that was made for an earlier one.
    for (const { staged } of pending.toReversed()) staged.discard();
  }
  return pending.map(({ result }) => result);
}

function stage({ output, catalog, files }: CompiledOutput, { session, dryRun }: Writing): Pending {
  const outDir = resolve(session.base, output.outDir);
  const meter = createSizeMeter();
  const weighed = meter.weigh(files(readRuntimeFiles()));
  const staged = stageOutput({ outDir, files: weighed, owns: isOwnFile, dryRun });
  const { added, changed, removed, unchanged } = staged.changes;
  const result = {
    outDir,
    ...(output.view === undefined ? {} : { view: output.view }),
    ...(output.platform === undefined ? {} : { platform: output.platform }),
    catalog,
    figures: meter.figures(catalog),
    changes: { added, changed, removed, unchanged },
  };
  return { result, staged, dir: output.outDir };
}

function commitAll(pending: readonly Pending[], session: Session): void {
  for (const one of pending) {
    const failure = one.staged.commit();
    if (failure !== undefined) return reportFailure(one, failure, session);
  }
}

function reportStaging(pending: Pending, session: Session): void {
  const { staged, result } = pending;
  const { foreign, kept } = staged.changes;
  const below = (path: string): string => fromBase(resolve(result.outDir, path), session);
  for (const path of foreign)
    session.report.report("output-foreign-file", { file: below(path) }, { path: below(path) });
  for (const path of kept) session.report.report("output-stale-kept", { file: below(path) }, { path: below(path) });
  if (staged.failure !== undefined) reportFailure(pending, staged.failure, session);
}

function reportFailure(
  { dir }: Pending,
  { path, detail }: { readonly path: string; readonly detail: string },
  session: Session,
): void {
  const place = fromBase(path, session).replace(/\/?\.skillc-staging-\d+/, "");
  session.report.report("output-unwritable", { file: dir }, { path: place, detail });
}

function fromBase(path: string, { base }: Session): string {
  return toPosixPath(relative(base, path)) || ".";
}
