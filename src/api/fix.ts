import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createReport } from "../diagnostics/index.ts";
import { applyFixes, unifiedDiff, type FixedFile } from "../fixes/index.ts";
import { attempt, toPosixPath } from "../host/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";
import { hasReadableFrontmatter } from "../phases/2-parse/index.ts";
import { checkDrafts, type CheckOptions, type CheckResult } from "./check.ts";
import { exitCodeOf, summarize } from "./outcome.ts";
import { commandRules } from "./rules.ts";

export interface FixResult {
  /** What is left after fixing; with `dryRun`, what would be left. */
  readonly result: CheckResult;
  /** The files that change, and what was done to each, in order. */
  readonly fixed: readonly { readonly file: string; readonly titles: readonly string[] }[];
  /** A unified diff of everything, for `git apply` in `cwd`. */
  readonly diff: string;
}

export interface FixRequest extends CheckOptions {
  /** Also apply fixes that may change what a skill means. */
  readonly unsafe?: boolean;
  /** Write nothing; `diff` tells what would be written. */
  readonly dryRun?: boolean;
}

/** Mending one fault uncovers the next, such as a second value without quotes. Far more rounds than any skill needs. */
const ROUNDS = 100;

/**
 * Applies the fixes of a check to the files of the skills. Everything is tried in memory first, until there is nothing
 * left to fix; then each file is written once, and only when its frontmatter can be read or could not be before.
 *
 * @example
 * const { fixed, result } = await fix({ sources: [{ dir: "skills" }] });
 */
export async function fix(request: FixRequest = {}): Promise<FixResult> {
  const { unsafe = false, dryRun = false, writeBaseline, ...options } = request;
  const cwd = resolve(options.cwd ?? process.cwd());
  const pathOf = (file: string): string => toPosixPath(resolve(cwd, file));
  const drafts = new Map<string, string>();
  const read = (file: string): string | undefined => drafts.get(pathOf(file)) ?? readText(pathOf(file));
  const fixed = new Map<string, FixedFile>();
  const seen = new Set<string>();

  let result = await checkDrafts(options);
  for (let round = 0; round < ROUNDS; round++) {
    const changes = applyFixes(result.diagnostics, { unsafe, read, accept: isNoWorse });
    for (const { file, before } of changes) seen.add(`${file}\0${before}`);
    // A text that comes back would come back forever.
    const fresh = changes.filter(({ file, after }) => !seen.has(`${file}\0${after}`));
    if (fresh.length === 0) break;
    for (const change of fresh) {
      drafts.set(pathOf(change.file), change.after);
      const earlier = fixed.get(change.file);
      fixed.set(change.file, {
        ...change,
        before: earlier?.before ?? change.before,
        titles: [...(earlier?.titles ?? []), ...change.titles],
      });
    }
    result = await checkDrafts(options, drafts);
  }

  const files = [...fixed.values()].toSorted((one, two) => (one.file < two.file ? -1 : 1));
  if (!dryRun) {
    const report = createReport({ profile: "standard" });
    for (const { file, after } of files) {
      const failure = attempt(() => replaceFile(pathOf(file), after));
      if (isFailure(failure))
        report.add(commandRules["output-unwritable"], { file }, { path: file, detail: failure.detail });
    }
    if (files.length > 0 || writeBaseline !== undefined)
      result = await checkDrafts({ ...options, ...(writeBaseline && { writeBaseline }) });
    result = withFindings(result, report.diagnostics());
  }
  return { result, fixed: files.map(({ file, titles }) => ({ file, titles })), diff: files.map(unifiedDiff).join("") };
}

function withFindings(result: CheckResult, more: readonly Diagnostic[]): CheckResult {
  if (more.length === 0) return result;
  const diagnostics = [...result.diagnostics, ...more];
  return {
    ...result,
    ok: false,
    exitCode: exitCodeOf(diagnostics),
    summary: summarize(result.summary.skills, diagnostics),
    diagnostics,
  };
}

/** A SKILL.md that could be read can be read afterwards; any other file is text and stays text. */
function isNoWorse(file: string, before: string, after: string): boolean {
  if (!/skill\.md$/i.test(file)) return true;
  return hasReadableFrontmatter(after) || !hasReadableFrontmatter(before);
}

/** The text of a file; undefined when it is not UTF-8, because writing it back would change other bytes. */
function readText(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Writes beside the file and renames, so that nobody ever finds half of it; a link stays a link. */
function replaceFile(path: string, text: string): void {
  const real = realpathSync(path);
  const staged = `${real}.skillc-${process.pid}`;
  writeFileSync(staged, text, { mode: statSync(real).mode });
  renameSync(staged, real);
}
