/** Words that several printers say in the same way. They hold text of strangers: each printer escapes it its own way. */
import type { Diagnostic, Fix, Severity } from "../model/diagnostic.ts";
import type { Span } from "../model/source.ts";
import type { FormatInput } from "./formatter.ts";

type Summary = FormatInput["summary"];

/** The findings that count. Only formats that can say why a finding is suppressed print the others, too. */
export function unsuppressed(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ suppressed }) => suppressed === undefined);
}

/** `file:line:column`, or as much of it as is known; empty for a finding about no file. */
export function placeText({ file, span }: { readonly file: string; readonly span?: Span | undefined }): string {
  return span === undefined ? file : `${file}:${span.start.line}:${span.start.column}`;
}

/** ` (claude-code)` when the finding is of one profile among several, else nothing. */
export function profileText({ profile }: Diagnostic): string {
  return profile === undefined ? "" : ` (${profile})`;
}

/** `quote the value (safe, --fix)`: what a fix does and how to have it done. */
export function fixText({ title, applicability }: Fix): string {
  return `${title} (${applicability === "safe" ? "safe, --fix" : "unsafe, --fix --unsafe"})`;
}

/** What follows from a finding and the ways out, a line each; the message is not among them. */
export function remarks({ consequence, help = [], fixes = [] }: Diagnostic): { name: string; text: string }[] {
  return [
    ...(consequence === undefined ? [] : [{ name: "note", text: consequence }]),
    ...help.map((text) => ({ name: "help", text })),
    ...fixes.map((fix) => ({ name: "fix", text: fixText(fix) })),
  ];
}

/** `2 errors`, `3 warnings`, `1 info`; what there is none of is not named. */
export function countTexts({ errors, warnings, infos }: Summary): { severity: Severity; text: string }[] {
  const counts: [severity: Severity, count: number][] = [
    ["error", errors],
    ["warning", warnings],
    ["info", infos],
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => ({ severity, text: plural(count, severity) }));
}

/** ` in 118 skills`, or nothing when no skill was looked at. */
export function skillsText({ skills }: Summary): string {
  return skills > 0 ? ` in ${plural(skills, "skill")}` : "";
}

/** ` (4 fixable with --fix, 2 suppressed)`; what there is none of is not named. */
export function asideText({ fixable = 0, suppressed = 0 }: Summary): string {
  const asides = [
    ...(fixable > 0 ? [`${fixable} fixable with --fix`] : []),
    ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
  ];
  return asides.length === 0 ? "" : ` (${asides.join(", ")})`;
}

/** `1 skill`, `2 skills`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Makes names that must not come twice: gives back each text, with a number behind it when it was given before.
 *
 * @example
 * const numbered = createNumbering();
 * numbered("dead link"); // "dead link"
 * numbered("dead link"); // "dead link (2)"
 */
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
