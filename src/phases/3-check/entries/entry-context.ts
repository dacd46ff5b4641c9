/** Shared by the checks of distribution files: a function that reports, and the fields of a skill in JSON. */
import type { ArgsOf, Report, RuleName } from "../../../diagnostics/index.ts";
import { findEntry, type FieldNode, type MapNode } from "../../../model/fields.ts";
import type { ParsedSkill } from "../../../model/skill.ts";
import type { SourceText, TextSpan } from "../../../model/source.ts";
import type { Profile } from "../../../profiles/index.ts";
import { checkFrontmatter } from "../index.ts";

export interface EntryContext {
  readonly source: SourceText;
  readonly profile: Profile;
  readonly report: Report;
  readonly at: <R extends RuleName>(rule: R, span: TextSpan | undefined, args: ArgsOf<R>) => void;
}

export function createEntryContext(source: SourceText, profile: Profile, report: Report): EntryContext {
  return {
    source,
    profile,
    report,
    at: (rule, span, args) => void report.report(rule, { file: source.file, source, span }, args),
  };
}

/** Checks fields in JSON against the rules of a SKILL.md; spans point into the JSON. */
export function checkSkillFields(fields: MapNode, { source, profile, report }: EntryContext): void {
  const skill: ParsedSkill = {
    origin: { kind: "directory", index: 0 },
    dir: source.file,
    realDir: "",
    dirName: undefined,
    file: source.file,
    catalogFile: source.file,
    path: "",
    preload: false,
    bytes: new Uint8Array(),
    files: [],
    leftOut: [],
    nested: [],
    source,
    fields,
    body: { start: source.text.length, byteOffset: 0, line: 1, text: "" },
    links: [],
    placeholders: [],
    hasShellCommands: false,
  };
  checkFrontmatter(skill, { profile, report, key: source.file });
}

/** Returns a string in a mapping; undefined if it is missing or not a string. */
export function textAt(
  map: MapNode,
  key: string,
): { readonly text: string; readonly span: TextSpan | undefined } | undefined {
  const value = findEntry(map, key)?.value;
  return value?.kind === "scalar" && typeof value.value === "string"
    ? { text: value.value, span: value.span }
    : undefined;
}

export const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Describes a value for messages. */
export function describeJson(node: FieldNode | undefined): string {
  if (node === undefined) return "nothing";
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "an object";
  return node.value === null ? "null" : JSON.stringify(node.value);
}
