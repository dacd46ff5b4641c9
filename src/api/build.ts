import { relative, resolve } from "node:path";
import { compile } from "../compile.ts";
import { createCommandRunner, readRuntimeFiles, toPosixPath, writeOutput, type WriteResult } from "../host/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";
import { createSizeMeter, type BuildFigures } from "./figures.ts";
import { exitCodeOf, summarize, type ExitCode, type Summary } from "./outcome.ts";
import { reportPlatformLimits } from "./platform-budget.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { commandRules } from "./rules.ts";

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

export interface BuildResult {
  readonly ok: boolean;
  readonly exitCode: ExitCode;
  readonly summary: Summary;
  /** Sorted by file, offset and code; files relative to `cwd`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when the configuration is wrong. */
  readonly config?: Config;
  /** Undefined when there is an error. */
  readonly catalog?: Catalog;
  readonly figures?: BuildFigures;
  readonly changes?: BuildChanges;
  /** Absolute path. */
  readonly outDir?: string;
}

/**
 * Compiles skills and writes the catalog and the module. Nothing on disk changes when there is an error. Shell
 * commands of skills are run only where `prepare.shell` of the config lists them, with `verify` too.
 *
 * @returns what was found and done; it never throws for bad input.
 * @example
 * const { ok, diagnostics } = await build({ sources: [{ dir: "skills" }], overrides: { outDir: "generated/skills" } });
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const session = await openSession(options);
  const { config, host, report, base } = session;
  if (config === undefined) return failed(session, 0);
  const { seen, linked, outputs } = await compile({ config, host, report, runCommand: createCommandRunner(base) });
  await session.checkFurther();
  if (exitCodeOf(session.diagnostics()) !== 0) return failed(session, seen, config);

  const outDir = resolve(base, config.outDir);
  const meter = createSizeMeter();
  let judged = false;
  const judge = (): void => {
    if (!judged) reportPlatformLimits(config, meter.figures(linked.catalog), report);
    judged = true;
  };
  const written = writeOutput({
    outDir,
    files: meter.weigh(outputs(readRuntimeFiles())),
    dryRun: options.verify === true,
    mayCommit: () => {
      judge();
      return exitCodeOf(session.diagnostics()) === 0;
    },
  });
  judge();
  reportWriting(written, session, config, outDir);
  const exitCode = exitCodeOf(session.diagnostics());
  if (exitCode !== 0) return failed(session, seen, config);
  const { added, changed, removed, unchanged } = written;
  const differs = options.verify === true && added.length + changed.length + removed.length > 0;
  const diagnostics = session.diagnostics();
  return {
    ok: !differs,
    exitCode: differs ? 1 : 0,
    summary: summarize(seen, diagnostics),
    diagnostics,
    config,
    catalog: linked.catalog,
    figures: meter.figures(linked.catalog),
    changes: { added, changed, removed, unchanged },
    outDir,
  };
}

function failed(session: Session, seen: number, config?: Config): BuildResult {
  const diagnostics = session.diagnostics();
  const summary = summarize(seen, diagnostics);
  return { ok: false, exitCode: exitCodeOf(diagnostics), summary, diagnostics, ...(config && { config }) };
}

function reportWriting(written: WriteResult, { report, base }: Session, config: Config, outDir: string): void {
  const fromBase = (path: string): string => toPosixPath(relative(base, path)) || ".";
  const below = (path: string): string => fromBase(resolve(outDir, path));
  for (const path of written.foreign)
    report.add(commandRules["output-foreign-file"], { file: below(path) }, { path: below(path) });
  for (const path of written.kept)
    report.add(commandRules["output-stale-kept"], { file: below(path) }, { path: below(path) });
  if (written.failure === undefined) return;
  const path = fromBase(written.failure.path).replace(/\/?\.skillc-staging-\d+/, "");
  report.add(commandRules["output-unwritable"], { file: config.outDir }, { path, detail: written.failure.detail });
}
