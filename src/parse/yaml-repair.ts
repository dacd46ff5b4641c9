/**
 * As lenient clients do, quotes the value on the line of each error and reads the text again. Spans point into the text
 * as written.
 */
import type { FieldEntry, FieldNode } from "../model/fields.ts";
import type { FrontmatterRule } from "../model/profile.ts";
import { lastStartUpTo, type TextSpan } from "../model/source.ts";
import { attemptsAt, readYaml, type YamlReading } from "./yaml.ts";
import { trimEndOf } from "../model/trim.ts";

export interface Repair {
  readonly reading: YamlReading;
  /** As written. */
  readonly values: readonly { readonly key: string; readonly span: TextSpan }[];
  /** Whether lines without a key, and those below a key, are not read. */
  readonly isByLine?: true;
}

const MOST_ATTEMPTS = 16;

/** As text; undefined if the name or the description is missing. */
export function readLines(text: string, offset: number): Repair | undefined {
  const values = new Map<string, WrittenValue>();
  let open: WrittenValue | undefined;
  for (const { line, start } of linesOf(text)) {
    // No dot matches U+2028: a line with it is none.
    const [, key, rest = ""] = /^\s*(name|description):(.*)$/.exec(line) ?? [];
    const value = rest.trim();
    if (key !== undefined) {
      const at = offset + start + line.length - rest.trimStart().length;
      const found = { key, texts: [value], span: { start: at, end: at + value.length } };
      values.set(key, found);
      open = key === "description" ? found : undefined;
    } else if (open !== undefined && /^[ \t]+\S/.test(line)) open.texts.push(line.trim());
    else open = undefined;
  }
  if (values.size < 2) return undefined;
  const entries = [...values.values()].map(({ key, texts, span }) => {
    const source = texts.filter((one) => one !== "").join(" ");
    return { key, value: { kind: "scalar", value: source, source, style: "quoted", span } as const };
  });
  const written = [...values.values()].map(({ key, span }) => ({ key, span }));
  return { reading: readingOf(entries), values: written, isByLine: true };
}

interface WrittenValue {
  readonly key: string;
  readonly texts: string[];
  readonly span: TextSpan;
}

/** Each as YAML if it is that; undefined without any. */
export function readValues(text: string, offset: number): Repair | undefined {
  const entries = linesOf(text).flatMap(({ line, start }): FieldEntry[] => {
    const [head, key = ""] = /^([\w-]+):\s*/.exec(line) ?? [];
    if (head === undefined) return [];
    const source = line.slice(head.length).trim();
    const at = offset + start + head.length;
    const { node } = readYaml(source, at);
    const span = { start: at, end: at + source.length };
    const asText: FieldNode = { kind: "scalar", value: source, source, style: "quoted", span };
    const isNothing = node === undefined || node.kind === "map" || (node.kind === "scalar" && node.value === null);
    return [{ key, value: isNothing ? asText : node }];
  });
  if (entries.length === 0) return undefined;
  const values = entries.flatMap(({ key, value: { span } }) => (span === undefined ? [] : [{ key, span }]));
  return { reading: readingOf(entries), values, isByLine: true };
}

function readingOf(entries: readonly FieldEntry[]): YamlReading {
  const node = { kind: "map", entries, source: "" } as const;
  return { node, problems: [], duplicates: [], anchors: [], tags: [], knownTags: [] };
}

function linesOf(text: string): readonly { readonly line: string; readonly start: number }[] {
  const lines = text.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const starts = startsOf(lines);
  return lines.map((line, index) => ({ line: trimEndOf(line, "\r\n"), start: starts[index] as number }));
}

/** Undefined if quoting does not help. */
export function repairYaml(
  text: string,
  offset: number,
  repairs: FrontmatterRule["repairs"] = "any",
): Repair | undefined {
  const lines = text.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const quoted = new Map<number, { key: string; span: TextSpan }>();
  const attempts = attemptsAt(text, MOST_ATTEMPTS);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const current = quoteLines(lines, quoted, REPAIRABLE[repairs]);
    const reading = readYaml(current.join(""));
    if (reading.problems.length === 0) {
      if (quoted.size === 0) return undefined;
      return {
        reading: moveBack(reading, lines, current, offset),
        values: [...quoted].sort(([one], [two]) => one - two).map(([, value]) => value),
      };
    }
    const at = lastStartUpTo(startsOf(current), reading.problems[0]?.span.start ?? 0);
    const line = REPAIRABLE[repairs].continued === true ? keyLine(lines, at) : at;
    const written = readWritten(lines[line] ?? "", REPAIRABLE[repairs].nested);
    if (written === undefined || quoted.has(line) || !isRepairable(written, repairs)) return undefined;
    const { head, key, value } = written;
    const start = offset + lines.slice(0, line).join("").length + head.length;
    quoted.set(line, { key, span: { start, end: start + value.length } });
  }
  return undefined;
}

/** Which values a reader quotes; whether it looks at the blanks after them, or quotes them too; whether only at the top level. */
interface Repairable {
  readonly value: RegExp;
  readonly end?: "seen" | "kept";
  readonly nested?: true;
  /** The lines that continue the value are part of it, each after a line end. */
  readonly continued?: true;
}

const REPAIRABLE: Readonly<Record<FrontmatterRule["repairs"], Repairable>> = {
  any: { value: /^/ },
  colons: { value: /^(?!["']).*:/, continued: true },
  "all-colons": { value: /^(?!["']).*:/, end: "kept" },
  "spaced-colons": { value: /^(?!["'|>[{&*!]).*: /, end: "seen" },
  texts: { value: /^(?:[[{@`]|(?!["'*&%?|>!,]).*: )/, nested: true },
  unquoted: { value: /^(?:(?!["'?])(?!.*:$)(?:.*:|(?!- ))|(["']).*\1: )/, end: "seen" },
};

function isRepairable({ value, rest }: WrittenLine, repairs: FrontmatterRule["repairs"]): boolean {
  const { value: pattern, end } = REPAIRABLE[repairs];
  return pattern.test(end === undefined ? value : value + trimEndOf(rest, "\r\n"));
}

interface WrittenLine {
  readonly head: string;
  readonly key: string;
  readonly value: string;
  readonly rest: string;
}

/** At the top level, or at any. */
const HEAD = /^([A-Za-z_][\w-]*):[ \t]+(?=\S)/;
const NESTED_HEAD = /^[ \t]*([A-Za-z_][\w-]*):[ \t]+(?=\S)/;

/** `rest` is the white space after the value. */
function readWritten(line: string, isNested = false): WrittenLine | undefined {
  const [head, key] = (isNested ? NESTED_HEAD : HEAD).exec(line) ?? [];
  if (head === undefined || key === undefined) return undefined;
  const value = trimEndOf(trimEndOf(line.slice(head.length), "\r\n"), " \t");
  return { head, key, value, rest: line.slice(head.length + value.length) };
}

/** Lines that continue the quoted ones become empty. */
function quoteLines(
  lines: readonly string[],
  quoted: ReadonlyMap<number, unknown>,
  rule: Repairable,
): readonly string[] {
  const current = [...lines];
  for (const index of quoted.keys()) {
    const more: string[] = [];
    for (let next = index + 1; rule.continued === true && /^[ \t]+\S/.test(lines[next] ?? ""); next++) {
      more.push((lines[next] as string).trim());
      current[next] = "\n";
    }
    const { head = "", value = "" } = readWritten(lines[index] as string) ?? {};
    const whole = JSON.stringify([value, ...more].join("\n"));
    current[index] = more.length === 0 ? quoteValue(lines[index] as string, rule) : `${head}${whole}\n`;
  }
  return current;
}

/** The line itself, or the nearest above it that is not indented. */
function keyLine(lines: readonly string[], at: number): number {
  let line = at;
  while (line > 0 && /^[ \t]+\S/.test(lines[line] as string)) line--;
  return line;
}

function quoteValue(line: string, { end, nested }: Repairable): string {
  const { head = "", value = "", rest = "" } = readWritten(line, nested) ?? {};
  const blanks = end === "kept" ? trimEndOf(rest, "\r\n") : "";
  return `${head}${JSON.stringify(value + blanks)}${rest.slice(blanks.length)}`;
}

function startsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return lines.map((line) => (at += line.length) - line.length);
}

/** Maps spans of the repaired text to the written one: exact outside quoted values, to their line inside. */
function moveBack(
  reading: YamlReading,
  written: readonly string[],
  repaired: readonly string[],
  offset: number,
): YamlReading {
  const from = startsOf(repaired);
  const to = startsOf(written);
  const point = (at: number): number => {
    const line = lastStartUpTo(from, at);
    const inLine = at - (from[line] as number);
    return offset + (to[line] as number) + Math.min(inLine, trimEndOf(written[line] as string, "\r\n").length);
  };
  const span = ({ start, end }: TextSpan): TextSpan => ({ start: point(start), end: point(end) });
  const move = (node: FieldNode): FieldNode => {
    const moved = node.span === undefined ? node : { ...node, span: span(node.span) };
    if (moved.kind === "list") return { ...moved, items: moved.items.map(move) };
    if (moved.kind !== "map") return moved;
    const entries = moved.entries.map((entry) => ({
      ...entry,
      value: move(entry.value),
      ...(entry.keySpan && { keySpan: span(entry.keySpan) }),
    }));
    return { ...moved, entries };
  };
  return {
    ...reading,
    ...(reading.node === undefined ? {} : { node: move(reading.node) }),
    duplicates: reading.duplicates.map(({ key, first, second }) => ({ key, first: span(first), second: span(second) })),
    anchors: reading.anchors.map((anchor) => ({ ...anchor, span: span(anchor.span) })),
    tags: reading.tags.map((tag) => ({ ...tag, span: span(tag.span) })),
    knownTags: reading.knownTags.map((tag) => ({ ...tag, span: span(tag.span) })),
  };
}
