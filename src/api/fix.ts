import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { applyFixes, unifiedDiff, type FixedFile } from "../fixes/index.ts";
import { hasReadableFrontmatter } from "../phases/2-parse/index.ts";
import { check, type CheckOptions, type CheckResult } from "./check.ts";

export interface FixResult {
  /** What is left after fixing; without writing, what there is now. */
  readonly result: CheckResult;
  /** One entry per file and pass. */
  readonly fixed: readonly { readonly file: string; readonly titles: readonly string[] }[];
  /** A unified diff of everything; only when nothing was written. */
  readonly diff: string;
}

export interface FixRequest extends CheckOptions {
  /** Also apply fixes that may change what a skill means. */
  readonly unsafe?: boolean;
  /** Write nothing; `diff` tells what would be written. */
  readonly dryRun?: boolean;
}

/** Fixes uncover others, such as faults behind broken YAML; a file that still changes after this many is left alone. */
const PASSES = 10;

/**
 * Applies the fixes of a check to the files of the skills. A file is written only when its frontmatter still can be
 * read, or could not before.
 *
 * @example
 * const { fixed, result } = await fix({ sources: [{ dir: "skills" }] });
 */
export async function fix(request: FixRequest = {}): Promise<FixResult> {
  const { unsafe = false, dryRun = false, ...options } = request;
  const cwd = resolve(options.cwd ?? process.cwd());
  const fixed: FixedFile[] = [];
  for (let pass = 1; ; pass++) {
    const result = await check(options);
    const changes = pass > PASSES ? [] : applyFixes(result.diagnostics, { unsafe, read: (file) => readText(resolve(cwd, file)), accept: isNoWorse });
    const titles = (files: readonly FixedFile[]): FixResult["fixed"] => files.map((one) => ({ file: one.file, titles: one.titles }));
    if (dryRun) return { result, fixed: titles(changes), diff: changes.map(unifiedDiff).join("") };
    if (changes.length === 0) return { result, fixed: titles(fixed), diff: "" };
    for (const change of changes) replaceFile(resolve(cwd, change.file), change.after);
    fixed.push(...changes);
  }
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

function replaceFile(path: string, text: string): void {
  const staged = `${path}.skillc-${process.pid}`;
  writeFileSync(staged, text, { mode: statSync(path).mode });
  renameSync(staged, path);
}
