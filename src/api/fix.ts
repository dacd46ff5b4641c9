import { relative, resolve, sep } from "node:path";
import { createFindings } from "../diagnostics/index.ts";
import { applyFixes, unifiedDiff, type FixedFile } from "../fixes/index.ts";
import { attempt, replaceText, toPosixPath } from "../host/index.ts";
import { readRegular } from "../host/read-regular.ts";
import { isFailure } from "../model/host.ts";
import { decodeUtf8 } from "../model/json.ts";
import { hasReadableFrontmatter } from "../parse/index.ts";
import { targetRules } from "../targets/rules.ts";
import { withFingerprints } from "./baseline.ts";
import { concludeCheck, type CheckOptions, type CheckResult } from "./check.ts";
import { createCachingCompiler, type Compiler } from "./compiler.ts";
import { diagnoseLate } from "./late-findings.ts";
import { outcomeOf } from "./outcome.ts";
import { pathsOf } from "./session.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The result of fixing.
 *
 * @example
 * for (const { file, titles } of (await fix()).fixed) console.log(file, titles);
 */
export interface FixResult {
  /** The findings after fixing; with `dryRun`, those that would remain. */
  readonly result: CheckResult;
  /** The files that were changed, and the fixes applied to each, in order; with `dryRun`, those that would be. */
  readonly fixed: readonly { readonly file: string; readonly titles: readonly string[] }[];
  /** A unified diff of all changes, for `git apply` in `cwd`. */
  readonly diff: string;
}

/**
 * Options of fixing.
 *
 * @example
 * await fix({ unsafe: true, dryRun: true });
 */
export interface FixOptions extends CheckOptions {
  /** Also apply fixes that may change the meaning of a skill. */
  readonly unsafe?: boolean;
  /** Write nothing; `diff` shows the changes. */
  readonly dryRun?: boolean;
}

/** Fixing one fault uncovers the next, such as a second value without quotes. No real skill needs this many rounds. */
const ROUNDS = 100;

/**
 * Applies the fixes of a check to the files of the skills. Fixes are tried in memory until none is left; then each file
 * is written once, and only if its frontmatter is readable or was not readable before.
 *
 * @example
 * const { fixed, result } = await fix({ sources: [{ dir: "skills" }] });
 */
export async function fix(given: FixOptions = {}): Promise<FixResult> {
  const options = { search: true, ...given };
  const { unsafe = false, dryRun = false, writeBaseline, ...checkOptions } = options;
  const { cwd, base } = pathsOf(options);
  const compiler = createCachingCompiler(options);
  const { snapshot, files } = await fixDrafts(compiler, { cwd, base, unsafe, options: checkOptions });
  if (dryRun) return { result: concludeCheck(snapshot, checkOptions), ...summaryOf(files) };
  const findings = createFindings();
  const replaced: FixedFile[] = [];
  for (const one of files) {
    const { file, before, after } = one;
    const failure = replaceText(resolve(cwd, file), { before, after });
    if (failure === undefined) replaced.push(one);
    else if (failure === "changed") findings.add(targetRules["fix-file-changed"], { file }, { path: file });
    else if (failure.copy === undefined)
      findings.add(targetRules["fix-unwritable"], { file }, { path: file, detail: failure.detail });
    else {
      const args = { path: file, detail: failure.detail, copy: toPosixPath(relative(cwd, failure.copy)) };
      findings.add(targetRules["fix-damaged"], { file }, args);
    }
    compiler.setDraft(file, undefined);
  }
  const written = files.length === 0 ? snapshot : await compiler.rebuild(files.map(({ file }) => file));
  const result = concludeCheck(written, { ...checkOptions, ...(writeBaseline && { writeBaseline }) });
  return { result: withFindings(result, diagnoseLate([findings], result.config)), ...summaryOf(replaced) };
}

function summaryOf(files: readonly FixedFile[]): Pick<FixResult, "fixed" | "diff"> {
  return { fixed: files.map(({ file, titles }) => ({ file, titles })), diff: files.map(unifiedDiff).join("") };
}

interface FixDraftsOptions {
  readonly cwd: string;
  readonly base: string;
  readonly unsafe: boolean;
  readonly options: CheckOptions;
}

/** Fixes texts in memory, round by round: each compiles again only the skills that it changed. */
async function fixDrafts(
  compiler: Compiler,
  { cwd, base, unsafe, options }: FixDraftsOptions,
): Promise<{ readonly snapshot: Snapshot; readonly files: readonly FixedFile[] }> {
  const drafts = new Map<string, string>();
  const fixed = new Map<string, FixedFile>();
  const seen = new Set<string>();
  let snapshot = await compiler.check();
  const isForeign = createForeignTest(snapshot, { cwd, base });
  const read = (file: string): string | undefined =>
    isForeign(file) ? undefined : (drafts.get(file) ?? readText(resolve(cwd, file)));
  for (let round = 0; round < ROUNDS; round++) {
    const { diagnostics } = concludeCheck(snapshot, options);
    const changes = applyFixes(diagnostics, { unsafe, read, accept: isNoWorse });
    for (const { file, before } of changes) seen.add(`${file}\0${before}`);
    // A text that occurs again would do so forever.
    const fresh = changes.filter(({ file, after }) => !seen.has(`${file}\0${after}`));
    if (fresh.length === 0) break;
    for (const change of fresh) {
      drafts.set(change.file, change.after);
      compiler.setDraft(change.file, change.after);
      const earlier = fixed.get(change.file);
      const titles = [...(earlier?.titles ?? []), ...change.titles];
      fixed.set(change.file, { ...change, before: earlier?.before ?? change.before, titles });
    }
    snapshot = await compiler.rebuild(fresh.map(({ file }) => file));
  }
  return { snapshot, files: [...fixed.values()].sort((one, two) => (one.file < two.file ? -1 : 1)) };
}

/** What is installed from elsewhere is not fixed here: the lock or the package manager would undo it, or complain. */
function createForeignTest(
  { config }: Snapshot,
  { cwd, base }: { readonly cwd: string; readonly base: string },
): (file: string) => boolean {
  const packages = (config?.sources ?? []).flatMap((source) =>
    source.kind === "directory" && source.catalogDir !== undefined ? [source.dir] : [],
  );
  const dirs = [...packages, ...(config?.installed.locked ?? [])].map((dir) => resolve(base, dir) + sep);
  return (file) => dirs.some((dir) => resolve(cwd, file).startsWith(dir));
}

function withFindings(result: CheckResult, more: CheckResult["diagnostics"]): CheckResult {
  if (more.length === 0) return result;
  const diagnostics = [...result.diagnostics, ...withFingerprints(more)];
  return { ...result, ok: false, ...outcomeOf(result.summary.skills, diagnostics) };
}

/** Rejects a change that makes a readable SKILL.md unreadable; any other file is only text. */
export function isNoWorse(file: string, before: string, after: string): boolean {
  if (!/skill\.md$/i.test(file)) return true;
  return hasReadableFrontmatter(after) || !hasReadableFrontmatter(before);
}

/** Returns the text of a file; undefined if it is not UTF-8, because writing it back would change other bytes. */
function readText(path: string): string | undefined {
  const bytes = attempt(() => readRegular(path));
  return isFailure(bytes) ? undefined : decodeUtf8(bytes);
}
