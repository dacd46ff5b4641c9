/** The values of a config that name a skill by its path, its pattern or, written in the config, its name. */
import { posix } from "node:path";
import { notationOf } from "../config/file-names.ts";
import { createSourceText, type TextSpan } from "../model/source.ts";
import { findEntry, toJson, type FieldNode, type ScalarNode } from "../model/fields.ts";
import { parseYamlDocument } from "../parse/yaml.ts";

/** What is renamed: a skill, and its directory if it is called so. Paths are relative to the project. */
export interface RenamedSkill {
  readonly name: string;
  readonly dir: string | undefined;
  /** Whether the config itself contains the skill. */
  readonly isInline: boolean;
}

/** Returns where a segment of a path is the name of a directory that the path goes through; undefined if it does not. */
export function segmentOf(path: string, from: string, dir: string): number | undefined {
  const wanted = posix.normalize(dir);
  const name = posix.basename(wanted);
  return segments(path).find(({ text, before }) => text === name && posix.join(from, before) === wanted)?.at;
}

/** The segments of a path, each with the path up to its end. */
function segments(path: string): readonly { readonly at: number; readonly text: string; readonly before: string }[] {
  let at = 0;
  return path.split("/").map((text) => {
    const found = { at, text, before: path.slice(0, at + text.length) };
    at += text.length + 1;
    return found;
  });
}

/**
 * Returns the places of the old name in a config. In code only paths and patterns in quotes are found: what another string
 * is for, only its author knows.
 */
export function placesInConfig(text: string, file: string, skill: RenamedSkill): readonly TextSpan[] {
  const base = posix.dirname(file);
  if (notationOf(file) === "code") return placesInCode(text, base, skill);
  const { node } = parseYamlDocument(createSourceText(file, text));
  if (node?.kind !== "map") return [];
  const valueOf = (key: string): FieldNode | undefined => findEntry(node, key)?.value;
  const written = (value: FieldNode | undefined, from: string, isPattern: boolean): readonly TextSpan[] =>
    scalarsOf(value).flatMap((scalar) => placeIn(scalar, text, { from, isPattern, skill }));
  const ofSource = (source: FieldNode): readonly TextSpan[] => {
    if (source.kind !== "map") return written(source, base, false);
    const part = (key: string): FieldNode | undefined => findEntry(source, key)?.value;
    const dir = part("dir") ?? part("path");
    const below = dir === undefined ? base : posix.join(base, String(toJson(dir)));
    const name = skill.isInline ? scalarsOf(part("name")).flatMap((scalar) => nameIn(scalar, text, skill.name)) : [];
    return [
      ...written(dir, base, false),
      ...["include", "exclude"].flatMap((key) => written(part(key), below, true)),
      ...name,
    ];
  };
  const overrides = itemsOf(valueOf("overrides")).map((row) =>
    row.kind === "map" ? findEntry(row, "files")?.value : undefined,
  );
  const views = valueOf("views");
  return [
    ...itemsOf(valueOf("sources")).flatMap(ofSource),
    ...overrides.flatMap((value) => written(value, base, false)),
    ...(views?.kind === "map" ? views.entries : []).flatMap(({ value }) => written(value, base, true)),
  ];
}

function itemsOf(node: FieldNode | undefined): readonly FieldNode[] {
  return node?.kind === "list" ? node.items : [];
}

function scalarsOf(node: FieldNode | undefined): readonly ScalarNode[] {
  const all = node === undefined ? [] : node.kind === "list" ? node.items : [node];
  return all.filter((each) => each.kind === "scalar");
}

interface WrittenPath {
  /** The directory that the value is relative to. */
  readonly from: string;
  /** Whether a name without a directory means a skill. */
  readonly isPattern: boolean;
  readonly skill: RenamedSkill;
}

/** Returns where the directory of the skill is in a path or a pattern; undefined if it is not. */
function placeOf(value: string, { from, isPattern, skill }: WrittenPath): number | undefined {
  const { dir, name } = skill;
  if (dir === undefined) return undefined;
  const exact = segmentOf(value, from, dir);
  if (exact !== undefined) return exact;
  const named = segments(value).find(({ text }) => text === name);
  // After a wildcard, or at the start of a pattern over skills, it is the directory of any source.
  if (named === undefined) return undefined;
  return value.slice(0, named.at).endsWith("*/") || (isPattern && named.at === 0) ? named.at : undefined;
}

function placeIn(scalar: ScalarNode, text: string, written: WrittenPath): readonly TextSpan[] {
  const at = typeof scalar.value === "string" ? placeOf(scalar.value, written) : undefined;
  return at === undefined ? [] : spanIn(scalar, text, { at, length: written.skill.name.length });
}

function nameIn(scalar: ScalarNode, text: string, name: string): readonly TextSpan[] {
  return scalar.value === name ? spanIn(scalar, text, { at: 0, length: name.length }) : [];
}

/** Returns a part of a value in the text; none of one that is written with escapes. */
function spanIn(scalar: ScalarNode, text: string, { at, length }: { at: number; length: number }): readonly TextSpan[] {
  const { span, source } = scalar;
  const offset = span === undefined ? -1 : text.slice(span.start, span.end).indexOf(source);
  if (span === undefined || offset === -1) return [];
  const start = span.start + offset + at;
  return [{ start, end: start + length }];
}

const STRING = /"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\\n$]*)`/g;

function placesInCode(text: string, from: string, skill: RenamedSkill): readonly TextSpan[] {
  return Array.from(text.matchAll(STRING)).flatMap((found) => {
    const value = found[1] ?? found[2] ?? found[3] ?? "";
    const at = value.includes("/") ? placeOf(value, { from, isPattern: false, skill }) : undefined;
    if (at === undefined) return [];
    const start = found.index + 1 + at;
    return [{ start, end: start + skill.name.length }];
  });
}
