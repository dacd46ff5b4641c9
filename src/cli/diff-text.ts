/** The difference between two versions of skills, for people: what may do harm comes first. */
import type { TreeDiff } from "../api/tree-diff.ts";
import { escapeText } from "../formats/display-text.ts";
import { painter } from "./terminal.ts";

/** Returns the lines of a difference; unified diffs only if they are wanted. */
export function diffLines(diff: TreeDiff, withTexts: boolean): readonly string[] {
  const paint = painter(process.stdout);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${escapeText(line)}`)];
  const files = [
    ...diff.added.map((path) => `added    ${path}`),
    ...diff.removed.map((path) => `removed  ${path}`),
    ...diff.changed.map((path) => `changed  ${path}`),
  ];
  return [
    ...section(paint("red", "permissions:"), diff.permissions),
    ...section(paint("red", "commands and programs:"), diff.commands),
    ...section("fields:", diff.fields),
    ...section("files:", files),
    ...(withTexts ? diff.texts.flatMap((text) => text.trimEnd().split("\n")).map((line) => escapeText(line)) : []),
  ];
}
