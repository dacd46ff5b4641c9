import type { Diagnostic, Fix, TextEdit } from "../model/diagnostic.ts";

export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** In order of place. */
  readonly titles: readonly string[];
}

interface ApplyOptions {
  /** Whether fixes may change the meaning of a skill. */
  readonly unsafe: boolean;
  /** Undefined skips the findings of the file. */
  readonly read: (file: string) => string | undefined;
  /** Rejects a result, so that a file never gets worse. */
  readonly accept: (file: string, before: string, after: string) => boolean;
}

/** Applies the first permitted fix of each finding; returns each changed file once. */
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

/** Sorted by place; skips a fix that edits several files. */
function groupByFile(diagnostics: readonly Diagnostic[], unsafe: boolean): ReadonlyMap<string, readonly Fix[]> {
  const groups = new Map<string, Fix[]>();
  for (const { fixes = [], suppressed } of diagnostics) {
    const fix =
      suppressed === undefined ? fixes.find(({ applicability }) => unsafe || applicability === "safe") : undefined;
    const file = fix?.edits[0]?.file;
    if (fix === undefined || file === undefined || fix.edits.some((edit) => edit.file !== file)) continue;
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [fix]);
    else group.push(fix);
  }
  return groups;
}

/** Fixes are tried by start, so only the taken edits around each edit can overlap it. */
function withoutOverlaps(fixes: readonly Fix[]): readonly Fix[] {
  const taken: TextEdit[] = [];
  return fixes
    .map((fix) => ({ fix, start: startOf(fix) }))
    .toSorted((one, two) => one.start - two.start)
    .flatMap(({ fix }) => {
      const places = fix.edits.map((edit) => [edit, placeOf(edit, taken)] as const);
      if (places.some(([edit, at]) => isOverlapping(edit, taken[at - 1]) || isOverlapping(edit, taken[at]))) return [];
      for (const [edit] of places) taken.splice(placeOf(edit, taken), 0, edit);
      return [fix];
    });
}

/** Counts the sorted edits that start before an edit. */
function placeOf({ span }: TextEdit, sorted: readonly TextEdit[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as TextEdit).span.start.offset < span.start.offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf({ edits }: Fix): number {
  return edits.reduce((least, { span }) => Math.min(least, span.start.offset), Number.POSITIVE_INFINITY);
}

/** Two insertions at one place overlap too, because their order would be arbitrary. */
function isOverlapping({ span: one }: TextEdit, other: TextEdit | undefined): boolean {
  if (other === undefined) return false;
  const two = other.span;
  if (one.start.offset === two.start.offset) return true;
  return one.start.offset < two.end.offset && two.start.offset < one.end.offset;
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { span, text: replacement } of edits.toSorted(
    (one, two) => one.span.start.offset - two.span.start.offset,
  )) {
    parts.push(text.slice(at, span.start.offset), replacement);
    at = span.end.offset;
  }
  return parts.join("") + text.slice(at);
}
