/** For people: what may do harm comes first. */
import { diffTrees, type TreeDiff } from "../api/tree-diff.ts";
import { plural } from "../diagnostics/rule.ts";
import { escapeText } from "../formats/display-text.ts";
import type { AddedSkills, UpdateChange } from "../install/index.ts";
import { shortId } from "./installer-session.ts";
import { painter } from "./terminal.ts";

/** Returns what a version may newly do, at most `most` lines of each kind. */
export function riskLines({ permissions, commands }: TreeDiff, most = Infinity): readonly string[] {
  const paint = painter(process.stdout);
  const firstOf = (lines: readonly string[]): readonly string[] =>
    lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;
  return [
    ...section(paint("red", "permissions:"), firstOf(permissions)),
    ...section(paint("red", "commands and programs:"), firstOf(commands)),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${escapeText(line)}`)];
}

/** Returns what is installed because something requires it, and what each of it may do. */
export function requiredLines(required: readonly AddedSkills[], by?: string): readonly string[] {
  const names = required.flatMap(({ skills }) => skills.map(({ name }) => name));
  const more = `${plural(names.length, "more skill")}: ${names.join(", ")}`;
  const head = by === undefined ? `newly required, ${more}` : `${by} requires ${more}`;
  return [
    escapeText(head),
    ...required.flatMap(({ ref, files }) => {
      const risks = riskLines(diffTrees(new Map(), files), MOST_SHOWN);
      return [
        `  ${escapeText(ref)}${risks.length === 0 ? ": no permissions, commands or programs" : ""}`,
        ...risks.map((line) => `    ${line}`),
      ];
    }),
  ];
}

/** Lines of each kind for a new source. */
export const MOST_SHOWN = 10;

export function diffLines(diff: TreeDiff, withTexts: boolean): readonly string[] {
  const files = [
    ...diff.added.map((path) => `added    ${path}`),
    ...diff.removed.map((path) => `removed  ${path}`),
    ...diff.changed.map((path) => `changed  ${path}`),
  ];
  return [
    ...riskLines(diff),
    ...section("fields:", diff.fields),
    ...section("files:", files),
    ...(withTexts ? diff.texts.flatMap((text) => text.trimEnd().split("\n")).map((line) => escapeText(line)) : []),
  ];
}

export function changeLines(change: UpdateChange, diff: TreeDiff): readonly string[] {
  const { ref, to, movedTag } = change;
  const versions = versionsOf(change);
  const tag = movedTag ? " (the tag was moved)" : "";
  const name = ref === to ? ref : `${ref} -> ${to}`;
  return [`${escapeText(name)}: ${shortId(versions.from)} -> ${shortId(versions.to)}${tag}`, ...diffLines(diff, false)];
}

export function versionsOf({ before, after }: UpdateChange): { readonly from: string; readonly to: string } {
  const versionOf = ({ entry }: UpdateChange["before"]): string => entry.version ?? entry.commit ?? "local";
  return { from: versionOf(before), to: versionOf(after) };
}
