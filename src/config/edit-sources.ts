/**
 * Changes the sources in the text of a JSON or YAML config. Comments, layout and other values stay: the new text is
 * read again and compared.
 */
import { createSourceText, type TextSpan } from "../model/source.ts";
import { findEntry, toJson, type FieldNode, type JsonValue, type ListNode, type MapNode } from "../model/fields.ts";
import { formatRef, identityOf, isRefFault, parseSkillRef } from "../refs/index.ts";
import type { ParseYaml } from "./parse-text.ts";
import { referenceOf } from "./references.ts";
import type { SourceConfig } from "./user-config.ts";

/** `before` becomes `after`; without `before` a source is added, without `after` removed. */
export interface SourceChange {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface SourcesText {
  readonly text: string;
  readonly notation: "json" | "yaml";
  /** Directories that the config searches by default: written as well if it has no sources. */
  readonly defaults: readonly string[];
  /** Whether a missing source is added; default: true. */
  readonly adds?: boolean | undefined;
  readonly parseYaml: ParseYaml;
}

interface SourceEdit extends TextSpan {
  readonly text: string;
}

const REFERENCE_KEYS = ["ref", "dir", "path"] as const;

/**
 * Returns the same text if nothing is left to do, undefined if only its author can change the layout.
 *
 * @example
 * editSources({ after: "acme/skills@v1" }, { text: '{ "sources": ["skills"] }', notation: "json", defaults: [], parseYaml });
 */
export function editSources(change: SourceChange, config: SourcesText): string | undefined {
  const { text, notation, parseYaml } = config;
  const root = readRoot(config);
  if (root === undefined) return undefined;
  const entry = root === "empty" ? undefined : findEntry(root, "sources");
  const list = entry?.value;
  if (list !== undefined && list.kind !== "list") return undefined;
  const at = list === undefined ? -1 : indexOf(list, change);
  const { after } = change;
  if (at === -1 && (after === undefined || config.adds === false)) return text;
  const edit =
    at !== -1
      ? after === undefined
        ? removal(list as ListNode, at, { text, key: entry?.keySpan })
        : replacement((list as ListNode).items[at] as FieldNode, after, config)
      : list === undefined
        ? newList(root, after as string, config)
        : addition(list, after as string, config);
  if (edit === undefined) return undefined;
  const edited = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  const expected = changedValue(root === "empty" ? {} : toJson(root), at, { change, defaults: config.defaults });
  const found = readRoot({ text: edited, notation, parseYaml });
  const value = found === undefined || found === "empty" ? undefined : toJson(found);
  return JSON.stringify(value) === JSON.stringify(expected) ? edited : undefined;
}

function readRoot({
  text,
  notation,
  parseYaml,
}: Pick<SourcesText, "text" | "notation" | "parseYaml">): MapNode | "empty" | undefined {
  if (notation === "json") {
    try {
      JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch {
      return undefined;
    }
  }
  const { node, errors } = parseYaml(createSourceText("config", text));
  if (notation === "yaml" && errors.length > 0) return undefined;
  if (node === undefined || (node.kind === "scalar" && node.value === null)) return "empty";
  return node.kind === "map" ? node : undefined;
}

/** The source with the reference, else the same source with another pin. */
function indexOf({ items }: ListNode, { before, after }: SourceChange): number {
  const refs = items.map((item) => {
    const value = toJson(item);
    const source = typeof value === "string" ? { dir: value } : ((value ?? {}) as SourceConfig);
    const ref = typeof source === "object" && !Array.isArray(source) ? referenceOf(source)?.ref : undefined;
    return ref === undefined || isRefFault(ref) ? undefined : ref;
  });
  const wanted = [before, after].filter((key) => key !== undefined);
  for (const key of wanted) {
    const exact = refs.findIndex((ref) => ref !== undefined && formatRef(ref) === key);
    if (exact !== -1) return exact;
  }
  for (const key of wanted) {
    const ref = parseSkillRef(key);
    const identity = isRefFault(ref) ? undefined : identityOf(ref);
    const same = refs.findIndex((each) => each !== undefined && identityOf(each) === identity);
    if (same !== -1) return same;
  }
  return -1;
}

function changedValue(
  root: JsonValue,
  at: number,
  { change: { after }, defaults }: { readonly change: SourceChange; readonly defaults: readonly string[] },
): JsonValue {
  const object = root as Readonly<Record<string, JsonValue>>;
  const sources = (object["sources"] ?? defaults) as readonly JsonValue[];
  const key = at === -1 ? undefined : keyOf(sources[at]);
  const item: JsonValue | undefined =
    after === undefined || at === -1
      ? after && { ref: after }
      : key === undefined
        ? after
        : { ...(sources[at] as Readonly<Record<string, JsonValue>>), [key]: after };
  const next = at === -1 ? [...sources, item] : item === undefined ? sources.toSpliced(at, 1) : sources.with(at, item);
  return { ...object, sources: next as readonly JsonValue[] };
}

function keyOf(source: JsonValue | undefined): string | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  return REFERENCE_KEYS.find((key) => typeof (source as Readonly<Record<string, JsonValue>>)[key] === "string");
}

function replacement(item: FieldNode, after: string, { text, notation }: SourcesText): SourceEdit | undefined {
  const key = keyOf(toJson(item));
  const node = key !== undefined && item.kind === "map" ? findEntry(item, key)?.value : item;
  if (node?.kind !== "scalar" || node.span === undefined || node.style === "block") return undefined;
  const quote = text[node.span.start];
  const written = notation === "yaml" && quote === "'" ? `'${after.replaceAll("'", "''")}'` : undefined;
  return { ...node.span, text: written ?? (quote === '"' ? JSON.stringify(after) : scalar(after, notation)) };
}

/** Plain if no reader could mistake it for anything else. */
function scalar(text: string, notation: "json" | "yaml"): string {
  return notation === "yaml" && /^[A-Za-z][\w./@-]*$/.test(text) ? text : JSON.stringify(text);
}

function flowItem(ref: string, notation: "json" | "yaml"): string {
  return notation === "json" ? `{ "ref": ${JSON.stringify(ref)} }` : `{ ref: ${scalar(ref, notation)} }`;
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function newList(root: MapNode | "empty", after: string, config: SourcesText): SourceEdit | undefined {
  const { text, notation, defaults } = config;
  const newline = newlineOf(text);
  if (root !== "empty" && root.span !== undefined && text[root.span.start] === "{") {
    const items = [...defaults.map((dir) => scalar(dir, notation)), flowItem(after, notation)].join(", ");
    return flowAddition(
      root.entries.map(({ keySpan, value }) => spanFrom(keySpan, value.span)),
      `${notation === "json" ? '"sources"' : "sources"}: [${items}]`,
      root.span.start,
      text,
    );
  }
  if (notation === "json") return undefined;
  const items = [...defaults.map((dir) => scalar(dir, notation)), `ref: ${scalar(after, notation)}`];
  const start = text === "" || text.endsWith("\n") ? "" : newline;
  const lines = ["sources:", ...items.map((item) => `  - ${item}`), ""];
  return { start: text.length, end: text.length, text: start + lines.join(newline) };
}

function spanFrom(one: TextSpan | undefined, two: TextSpan | undefined): TextSpan | undefined {
  return one && two && { start: one.start, end: two.end };
}

function addition(list: ListNode, after: string, { text, notation }: SourcesText): SourceEdit | undefined {
  const { span, items } = list;
  if (span === undefined) return undefined;
  const spans = items.map((item) => item.span);
  if (text[span.start] === "[") return flowAddition(spans, flowItem(after, notation), span.start, text);
  const last = spans.at(-1);
  const indent = last && dashBefore(text, last.start);
  if (last === undefined || indent === undefined) return undefined;
  const end = endOfLine(text, lastCharacter(text, last));
  const newline = newlineOf(text);
  return { start: end, end, text: `${newline}${indent}- ref: ${scalar(after, "yaml")}` };
}

/** The node of a block collection can end after its line. */
function lastCharacter(text: string, { start, end }: TextSpan): number {
  return start + text.slice(start, end).trimEnd().length;
}

function endOfLine(text: string, from: number): number {
  const at = text.slice(from).search(/[\r\n]/);
  return at === -1 ? text.length : from + at;
}

/** Undefined if the item does not start on its line. */
function dashBefore(text: string, start: number): string | undefined {
  return /^([ \t]*)-[ \t]+$/.exec(text.slice(lineStart(text, start), start))?.[1];
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

/** Keeps the layout of the items in brackets. */
function flowAddition(
  items: readonly (TextSpan | undefined)[],
  item: string,
  open: number,
  text: string,
): SourceEdit | undefined {
  const [first, last] = [items[0], items.at(-1)];
  if (items.length === 0) {
    const close = open + 1 + (/^\s*/.exec(text.slice(open + 1)) as RegExpExecArray)[0].length;
    return { start: open + 1, end: close, text: text[open] === "{" ? ` ${item} ` : item };
  }
  if (first === undefined || last === undefined) return undefined;
  const before = text.slice(open + 1, first.start);
  const gap = /[\r\n]/.test(before) ? newlineOf(text) + before.slice(lineStart(before, before.length)) : " ";
  return { start: last.end, end: last.end, text: `,${gap}${item}` };
}

function removal(
  { items, span }: ListNode,
  at: number,
  { text, key }: { readonly text: string; readonly key: TextSpan | undefined },
): SourceEdit | undefined {
  const [own, previous, next] = [items[at]?.span, items[at - 1]?.span, items[at + 1]?.span];
  if (own === undefined || span === undefined) return undefined;
  if (text[span.start] === "[") {
    if (items.length === 1) return { ...span, text: "[]" };
    if (next !== undefined) return { start: own.start, end: next.start, text: "" };
    return previous && { start: previous.end, end: own.end, text: "" };
  }
  const start = lineStart(text, own.start);
  const end = endOfLine(text, lastCharacter(text, own));
  if (items.length > 1) {
    const lineEnd = /^(?:\r\n?|\n)?/.exec(text.slice(end))?.[0] ?? "";
    return { start, end: end + lineEnd.length, text: "" };
  }
  if (key === undefined) return undefined;
  // A block list cannot be empty; comments between the key and the item stay.
  const colon = text.indexOf(":", key.end) + 1;
  return { start: colon, end, text: ` []${text.slice(colon, start).trimEnd()}` };
}
