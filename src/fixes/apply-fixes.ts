/** Applies fixes to texts: from the end, whole fixes only, overlapping ones left for the next pass. */
import type { Diagnostic, Fix, TextEdit } from "../model/diagnostic.ts";

export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Titles of what was applied, in the order of their places. */
  readonly titles: readonly string[];
}

export interface FixOptions {
  /** Also apply fixes that may change what a skill means. */
  readonly unsafe: boolean;
  /** The text of a file; undefined leaves its findings alone. */
  readonly read: (file: string) => string | undefined;
  /** Refuses a result: a file is never left worse than it was. */
  readonly accept: (file: string, before: string, after: string) => boolean;
}

/** The first fix of each finding that may be applied. Only files that change are given, each once. */
export function applyFixes(diagnostics: readonly Diagnostic[], options: FixOptions): readonly FixedFile[] {
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
    // Together they do harm: one at a time, the first that does none.
    const single = chosen.length > 1 ? chosen.find((fix) => isAccepted(file, before, fix, options)) : undefined;
    if (single !== undefined)
      fixed.push({ file, before, after: applyEdits(before, single.edits), titles: [single.title] });
  }
  return fixed;
}

function isAccepted(file: string, before: string, fix: Fix, { accept }: FixOptions): boolean {
  const after = applyEdits(before, fix.edits);
  return after !== before && accept(file, before, after);
}

/** Fixes by the file that they edit, in the order of their places; a fix that edits several files is left out. */
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

/** Two insertions at one place overlap too: which comes first would be arbitrary. */
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
