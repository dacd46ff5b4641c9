import type { Diagnostic, Fix, Severity } from "../model/diagnostic.ts";
import type { Span } from "../model/source.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import type { FormatInput } from "./formatter.ts";

type CountedFindings = FormatInput["summary"];

/** How to see the findings that are only counted. */
export const INFOS_HINT = "--level info shows the infos";

/** Only formats with a field for suppressions print the suppressed ones. */
export function unsuppressed(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ suppressed }) => suppressed === undefined);
}

/** Returns `file:line:column`, or as much of it as is known; empty for a finding without a file. */
export function placeText({ file, span }: { readonly file: string; readonly span?: Span | undefined }): string {
  return span === undefined ? file : `${file}:${span.start.line}:${span.start.column}`;
}

/**
 * Returns ` (spec, claude-code)` if several profiles are checked, else an empty string. Profiles with a lower severity
 * follow: ` (spec; warning in standard)`.
 */
export function profileText({ profile, profiles, severity }: Diagnostic): string {
  if (profile === undefined) return "";
  if (profiles === undefined) return ` (${profile})`;
  const under = (level: Severity): string =>
    profiles.flatMap((one) => (one.severity === level ? [one.name] : [])).join(", ");
  const lower = (["warning", "info"] as const).filter((level) => level !== severity && under(level) !== "");
  return ` (${[under(severity), ...lower.map((level) => `${level} in ${under(level)}`)].join("; ")})`;
}

/** Returns what a fix does and how to apply it: `quote the value (safe, --fix)`. */
function fixText({ title, applicability }: Fix): string {
  return `${title} (${applicability === "safe" ? "safe, --fix" : "unsafe, --fix --unsafe"})`;
}

export function remarks({ consequence, help = [], fixes = [] }: Diagnostic): { name: string; text: string }[] {
  return [
    ...(consequence === undefined ? [] : [{ name: "note", text: consequence }]),
    ...help.map((text) => ({ name: "help", text })),
    ...fixes.map((fix) => ({ name: "fix", text: fixText(fix) })),
  ];
}

export function countTexts({ errors, warnings, infos }: CountedFindings): { severity: Severity; text: string }[] {
  const counts: [severity: Severity, count: number][] = [
    ["error", errors],
    ["warning", warnings],
    ["info", infos],
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => ({ severity, text: plural(count, severity) }));
}

export function skillsText({ skills }: CountedFindings): string {
  return skills > 0 ? ` in ${plural(skills, "skill")}` : "";
}

export function asideText({ fixable = 0, suppressed = 0 }: CountedFindings): string {
  const asides = [
    ...(fixable > 0 ? [`${thousands(fixable)} fixable with --fix`] : []),
    ...(suppressed > 0 ? [`${thousands(suppressed)} suppressed`] : []),
  ];
  return asides.length === 0 ? "" : ` (${asides.join(", ")})`;
}

/** Creates unique names: each text, followed by a number if it was used before: `dead link (2)`. */
export function createNumbering(): (text: string) => string {
  const given = new Map<string, number>();
  return (text) => {
    let nth = given.get(text) ?? 0;
    let name: string;
    do {
      nth++;
      name = nth === 1 ? text : `${text} (${nth})`;
    } while (nth > 1 && given.has(name));
    given.set(text, nth);
    if (nth > 1) given.set(name, 1);
    return name;
  };
}

/** Names written in full; the others are counted. */
const MOST_NAMES = 3;

/** Returns the first of some names: `pdf, tides, winds and 2 more`. */
export function firstNames(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMES).join(", ");
  return names.length > MOST_NAMES ? `${named} and ${thousands(names.length - MOST_NAMES)} more` : named;
}
