/**
 * Reads invalid frontmatter as lenient clients do: quotes the value on the line of each error and reads the text again.
 * Spans point into the text as written.
 */
import type { FieldNode } from "../model/fields.ts";
import type { FrontmatterRule } from "../model/profile.ts";
import { lastStartUpTo, type TextSpan } from "../model/source.ts";
import { attemptsAt, readYaml, type YamlReading } from "./yaml.ts";
import { trimEndOf } from "../model/trim.ts";

export interface Repair {
  readonly reading: YamlReading;
  /** The values that were quoted, as written. */
  readonly values: readonly { readonly key: string; readonly span: TextSpan }[];
}

const MOST_ATTEMPTS = 16;

/** Reads only the lines of the name and the description, as text; undefined if one of them is missing. */
export function readLines(text: string, offset: number): Repair | undefined {
  const lines = text.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const starts = startsOf(lines);
  const current = lines.map(() => "");
  const values: Repair["values"][number][] = [];
  for (const [index, line] of lines.entries()) {
    const { head = "", key = "", value = "" } = readWritten(line) ?? {};
    if (key !== "name" && key !== "description") continue;
    current[index] = quoteValue(line);
    const start = offset + (starts[index] as number) + head.length;
    values.push({ key, span: { start, end: start + value.length } });
  }
  if (new Set(values.map(({ key }) => key)).size < 2) return undefined;
  return { reading: moveBack(readYaml(current.join("")), lines, current, offset), values };
}

/** Returns undefined if quoting does not help. */
export function repairYaml(
  text: string,
  offset: number,
  repairs: FrontmatterRule["repairs"] = "any",
): Repair | undefined {
  const lines = text.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const quoted = new Map<number, { key: string; span: TextSpan }>();
  const attempts = attemptsAt(text, MOST_ATTEMPTS);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const current = lines.map((line, index) =>
      quoted.has(index) ? quoteValue(line, REPAIRABLE[repairs].end === "kept") : line,
    );
    const reading = readYaml(current.join(""));
    if (reading.problems.length === 0) {
      if (quoted.size === 0) return undefined;
      return {
        reading: moveBack(reading, lines, current, offset),
        values: [...quoted].sort(([one], [two]) => one - two).map(([, value]) => value),
      };
    }
    const line = lastStartUpTo(startsOf(current), reading.problems[0]?.span.start ?? 0);
    const written = readWritten(lines[line] ?? "");
    if (written === undefined || quoted.has(line) || !isRepairable(written, repairs)) return undefined;
    const { head, key, value } = written;
    const start = offset + lines.slice(0, line).join("").length + head.length;
    quoted.set(line, { key, span: { start, end: start + value.length } });
  }
  return undefined;
}

/** The values that a reader quotes, and whether it looks at the blanks after them, or quotes them too. */
const REPAIRABLE: Readonly<
  Record<FrontmatterRule["repairs"], { readonly value: RegExp; readonly end?: "seen" | "kept" }>
> = {
  any: { value: /^/ },
  colons: { value: /^(?!["']).*:/ },
  "all-colons": { value: /^(?!["']).*:/, end: "kept" },
  "spaced-colons": { value: /^(?!["'|>[{&*!]).*: /, end: "seen" },
  texts: { value: /^(?:[[{@`]|(?!["'*&%?|>!,]).*: )/ },
  unquoted: { value: /^(?!["'?])(?:.*:|(?!- ))/ },
};

function isRepairable({ value, rest }: WrittenLine, repairs: FrontmatterRule["repairs"]): boolean {
  const { value: pattern, end } = REPAIRABLE[repairs];
  return pattern.test(end === undefined ? value : value + rest);
}

interface WrittenLine {
  readonly head: string;
  readonly key: string;
  readonly value: string;
  readonly rest: string;
}

/** A top-level key with the start of a value on its line. */
const HEAD = /^([A-Za-z_][\w-]*):[ \t]+(?=\S)/;

/** Reads a line of a key and a value; `rest` is the white space after the value. */
function readWritten(line: string): WrittenLine | undefined {
  const [head, key] = HEAD.exec(line) ?? [];
  if (head === undefined || key === undefined) return undefined;
  const value = trimEndOf(trimEndOf(line.slice(head.length), "\r\n"), " \t");
  return { head, key, value, rest: line.slice(head.length + value.length) };
}

function quoteValue(line: string, withBlanks = false): string {
  const { head = "", value = "", rest = "" } = readWritten(line) ?? {};
  const blanks = withBlanks ? trimEndOf(rest, "\r\n") : "";
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
