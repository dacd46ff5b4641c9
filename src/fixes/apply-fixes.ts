/** Applies whole fixes to texts from the end; leaves overlapping fixes for the next pass. */
import type { Diagnostic, Fix, TextEdit } from "../model/diagnostic.ts";

export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Titles of the applied fixes, in order of their places. */
  readonly titles: readonly string[];
}

export interface ApplyOptions {
  /** Whether to apply fixes that may change the meaning of a skill. */
  readonly unsafe: boolean;
  /** Returns the text of a file; undefined skips its findings. */
  readonly read: (file: string) => string | undefined;
  /** Rejects a result, so that a file never gets worse. */
  readonly accept: (file: string, before: string, after: string) => boolean;
}

/** Applies the first permitted fix of each finding. Returns each changed file once. */
export function applyFixes(diagnostics: readonly Diagnostic[], options: ApplyOptions): readonly FixedFile[] {
  const fixed: FixedFile[] = [];
  for (const [file, fixes] of groupByFile(diagnostics, options.unsafe)) {
    const before = options.read(file);
    if (before === undefined) continue;
    const chosen = withoutOverlaps(fixes);
    const after = applyEdits(
      before,
      chosen.flatMap(({ edits }) => edits),
    );
    if (after !== before && options.accept(file, before, after)) {
      fixed.push({ file, before, after, titles: chosen.map(({ title }) => title) });
      continue;
    }
    // Together the fixes make the file worse: apply only the first one that does not.
    const single = chosen.length > 1 ? chosen.find((fix) => isAccepted(file, before, fix, options)) : undefined;
    if (single !== undefined)
      fixed.push({ file, before, after: applyEdits(before, single.edits), titles: [single.title] });
  }
  return fixed;
}

function isAccepted(file: string, before: string, fix: Fix, { accept }: ApplyOptions): boolean {
  const after = applyEdits(before, fix.edits);
  return after !== before && accept(file, before, after);
}

/** Groups fixes by the file that they edit, in order of their places; skips a fix that edits several files. */
function groupByFile(diagnostics: readonly Diagnostic[], unsafe: boolean): ReadonlyMap<string, readonly Fix[]> {
  const groups = new Map<string, Fix[]>();
  for (const { fixes = [], suppressed } of diagnostics) {
    const fix =
      suppressed === undefined ? fixes.find(({ applicability }) => unsafe || applicability === "safe") : undefined;
    const file = fix?.edits[0]?.file;
    if (fix === undefined || file === undefined || fix.edits.some((edit) => edit.file !== file)) continue;
    groups.set(file, [...(groups.get(file) ?? []), fix]);
  }
  return groups;
}

function withoutOverlaps(fixes: readonly Fix[]): readonly Fix[] {
  const taken: TextEdit[] = [];
  return fixes
    .toSorted((one, two) => startOf(one) - startOf(two))
    .filter(({ edits }) => {
      const isFree = edits.every((edit) => taken.every((other) => !overlap(edit, other)));
      if (isFree) taken.push(...edits);
      return isFree;
    });
}

function startOf({ edits }: Fix): number {
  return Math.min(...edits.map(({ span }) => span.start.offset));
}

/** Two insertions at one place also overlap, because their order would be arbitrary. */
function overlap({ span: one }: TextEdit, { span: two }: TextEdit): boolean {
  if (one.start.offset === two.start.offset) return true;
  return one.start.offset < two.end.offset && two.start.offset < one.end.offset;
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((one, two) => two.span.start.offset - one.span.start.offset)
    .reduce(
      (current, { span, text: replacement }) =>
        current.slice(0, span.start.offset) + replacement + current.slice(span.end.offset),
      text,
    );
}
