/** Collects findings, sets the severity of each and returns them in a stable order. */
import type { RuleOverride } from "../model/config.ts";
import type { ArgumentValue, Diagnostic, DiagnosticLabel, Fix, Level, Suppression } from "../model/diagnostic.ts";
import { detach, lineAt, locate, type SourceText, type Span, type TextPlace, type TextSpan } from "../model/source.ts";
import { compileFilter } from "../runtime/select/filter.ts";
import { maskSecrets } from "./secrets.ts";
import {
  defaultLevel,
  severeLevel,
  ruleEntry,
  ruleNames,
  rulesMatching,
  type ArgsOf,
  type RuleName,
} from "../rules.ts";

/** The place of a finding, and the skill that it concerns. */
export interface Place extends TextPlace {
  /** Id of the skill, or its directory. */
  readonly skill?: string | undefined;
}

/** Another place of a finding, with its text. */
export interface LabelPlace extends Place {
  readonly text: string;
}

/** A fix for a finding: replacements in the text that contains it. */
export interface FixPlan {
  readonly title: string;
  readonly applicability: Fix["applicability"];
  readonly edits: readonly { readonly span: TextSpan; readonly text: string }[];
}

export interface Report {
  /** Adds a finding and returns its level; `off` means that it was not added. */
  report<R extends RuleName>(
    rule: R,
    place: Place,
    args: ArgsOf<R>,
    labels?: readonly LabelPlace[],
    fixes?: readonly FixPlan[],
  ): Level;
  /** Returns a mark for `errorsSince` and `demoteSince`. */
  mark(): number;
  /** Returns the rules of the errors about a skill since a mark, without errors of the system. */
  errorsSince(mark: number, skill: string): readonly string[];
  /** Turns these errors into warnings: their skill was left out, so the build can continue. */
  demoteSince(mark: number, skill: string): void;
  /**
   * Marks findings since a mark as suppressed if `reason` returns a suppression. A security or structural error
   * (`isVital`) is never suppressed.
   */
  suppressSince(mark: number, reason: (diagnostic: Diagnostic, isVital: boolean) => Suppression | undefined): void;
  /** Returns all findings by file, offset and code. */
  diagnostics(): readonly Diagnostic[];
}

export interface ReportOptions {
  readonly profile: string;
  /** Levels by rule name, code, code prefix with `*`, or category; the more exact key wins. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Levels for some files only; a later entry wins. */
  readonly overrides?: readonly RuleOverride[];
}

/** Creates an empty report. Ignores unknown keys in `levels`; config/ reports them. */
export function createReport(options: ReportOptions): Report {
  const levelsOf = createLevels(options);
  const found: Diagnostic[] = [];
  const readLine = createLineReader();
  return {
    report(rule, place, args, labels = [], fixes = []) {
      const isSevere = ruleEntry(rule).severe?.when(args) === true;
      const levels = levelsOf(place.file);
      const level = (isSevere ? levels.severe : levels.normal).get(rule) ?? "off";
      if (level !== "off") found.push(toDiagnostic(rule, level, place, args, labels, fixes, readLine));
      return level;
    },
    mark: () => found.length,
    errorsSince: (mark, skill) =>
      found
        .slice(mark)
        .filter((diagnostic) => isErrorOf(diagnostic, skill))
        .map(({ rule }) => rule),
    demoteSince(mark, skill) {
      for (let index = mark; index < found.length; index++) {
        const diagnostic = found[index] as Diagnostic;
        if (isErrorOf(diagnostic, skill)) found[index] = { ...diagnostic, severity: "warning" };
      }
    },
    suppressSince(mark, reason) {
      for (let index = mark; index < found.length; index++) {
        const diagnostic = found[index] as Diagnostic;
        if (diagnostic.suppressed !== undefined) continue;
        const isGrave =
          diagnostic.category === "security" || ruleEntry(diagnostic.rule as RuleName).structural === true;
        const isVital = diagnostic.severity === "error" && isGrave;
        const suppressed = reason(diagnostic, isVital);
        if (suppressed !== undefined && !isVital) found[index] = { ...diagnostic, suppressed };
      }
    },
    diagnostics: () => found.toSorted(compareDiagnostics),
  };
}

function isErrorOf(diagnostic: Diagnostic, skill: string): boolean {
  const { severity, category, suppressed } = diagnostic;
  if (suppressed !== undefined) return false;
  return severity === "error" && diagnostic.skill === skill && category !== "system" && category !== "config";
}

interface Levels {
  readonly normal: ReadonlyMap<RuleName, Level>;
  /** Levels of the more severe forms of the rules. */
  readonly severe: ReadonlyMap<RuleName, Level>;
}

/** Returns the levels for a file; each combination of overrides is resolved once. */
function createLevels({ profile, levels = {}, overrides = [] }: ReportOptions): (file: string) => Levels {
  const filters = overrides.map(({ files, rules }) => ({
    rules,
    matches: files.length === 0 ? () => true : compileFilter(files).matches,
  }));
  const made = new Map<string, Levels>();
  return (file) => {
    const layers = [levels, ...filters.filter(({ matches }) => matches(file)).map(({ rules }) => rules)];
    const key =
      filters.length === 0 ? "" : layers.map((layer) => overrides.findIndex(({ rules }) => rules === layer)).join(",");
    let known = made.get(key);
    if (known === undefined) made.set(key, (known = resolveLevels(profile, layers)));
    return known;
  };
}

/** Returns the level of every rule, and of its more severe form, in a profile with the user's settings. */
function resolveLevels(profile: string, layers: readonly Readonly<Record<string, Level>>[]): Levels {
  const normal = new Map<RuleName, Level>(ruleNames.map((name) => [name, defaultLevel(name, profile)]));
  const severe = new Map<RuleName, Level>(ruleNames.map((name) => [name, severeLevel(name, profile)]));
  // Broader keys are applied first, so that more exact keys win.
  const settings = layers.flatMap((layer) =>
    Object.entries(layer)
      .map(([key, wanted]) => ({ wanted, names: rulesMatching(key) }))
      .sort((one, two) => two.names.length - one.names.length),
  );
  for (const { wanted, names } of settings)
    for (const name of names) {
      const isStructural = ruleEntry(name).structural === true;
      if (!isStructural || defaultLevel(name, profile) !== "error") normal.set(name, wanted);
      if (!isStructural || severeLevel(name, profile) !== "error") severe.set(name, wanted);
    }
  return { normal, severe };
}

/** Returns whether no setting can lower the rule in this profile. */
export function isLocked(name: RuleName, profile: string): boolean {
  return ruleEntry(name).structural === true && severeLevel(name, profile) === "error";
}

function toDiagnostic(
  rule: RuleName,
  severity: Diagnostic["severity"],
  place: Place,
  given: Readonly<Record<string, ArgumentValue>>,
  labels: readonly LabelPlace[],
  fixes: readonly FixPlan[],
  readLine: LineReader,
): Diagnostic {
  const entry = ruleEntry(rule);
  const args = detachAll(given);
  const help = entry.help?.(args) ?? [];
  const placed = locatePlace(place, readLine);
  const located = labels.flatMap((label): DiagnosticLabel[] => {
    const at = locatePlace(label, readLine);
    return at === undefined ? [] : [{ file: label.file, ...at, text: label.text }];
  });
  return {
    code: entry.code,
    rule,
    severity,
    category: entry.category,
    message: entry.message(args),
    ...(entry.consequence === undefined ? {} : { consequence: entry.consequence }),
    ...(help.length === 0 ? {} : { help }),
    ...(place.skill === undefined ? {} : { skill: place.skill }),
    file: place.file,
    ...placed,
    ...(located.length === 0 ? {} : { labels: located }),
    ...locateFixes(fixes, place),
    args,
    origin: entry.origin,
  };
}

type LineReader = (source: SourceText, line: number) => string;

/** Reads lines for findings; the last line is shared, because a single long line can have thousands of findings. */
function createLineReader(): LineReader {
  let last: { source: SourceText; line: number; text: string } | undefined;
  return (source, line) => {
    if (last?.source !== source || last.line !== line)
      last = { source, line, text: maskSecrets(detach(lineAt(source, line))) };
    return last.text;
  };
}

function locatePlace(place: Place, readLine: LineReader): { span: Span; lineText: string } | undefined {
  if (place.source === undefined || place.span === undefined) return undefined;
  const span = locate(place.source, place.span);
  return { span, lineText: readLine(place.source, span.start.line) };
}

/** Drops fixes that would repeat a secret, because a fix is shown exactly. */
function locateFixes(fixes: readonly FixPlan[], { file, source }: Place): { fixes?: readonly Fix[] } {
  if (source === undefined) return {};
  const isHarmless = ({ title, edits }: FixPlan): boolean =>
    [title, ...edits.map(({ text }) => text)].every((text) => maskSecrets(text) === text);
  const located = fixes.filter(isHarmless).map(({ title, applicability, edits }): Fix => {
    return {
      title: detach(title),
      applicability,
      edits: edits.map(({ span, text }) => ({ file, span: locate(source, span), text: detach(text) })),
    };
  });
  return located.length === 0 ? {} : { fixes: located };
}

/** Copies strings, because findings outlive their documents, and masks secrets, because more people read findings. */
function detachAll(args: Readonly<Record<string, ArgumentValue>>): Readonly<Record<string, ArgumentValue>> {
  const own = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === "string" ? maskSecrets(detach(value)) : value,
  ]);
  return Object.fromEntries(own) as Readonly<Record<string, ArgumentValue>>;
}

/** Compares findings by file, offset and code. */
export function compareDiagnostics(one: Diagnostic, two: Diagnostic): number {
  return (
    compare(one.file, two.file) ||
    (one.span?.start.offset ?? -1) - (two.span?.start.offset ?? -1) ||
    compare(one.code, two.code) ||
    compare(one.message, two.message)
  );
}

function compare(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
