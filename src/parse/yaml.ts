/** The only importer of `yaml`. Every fault is a value. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parse,
  parseDocument,
  type Alias,
  type Document,
  type Node,
  type YAMLMap,
} from "yaml";
import { yamlFault } from "./yaml-words.ts";
import { toJson, type FieldEntry, type FieldNode, type MapNode } from "../model/fields.ts";
import type { SourceText, TextSpan } from "../model/source.ts";
import { readPlainYaml } from "./fast/plain-yaml.ts";
import { explainIndicator, explainYamlError, type YamlProblem } from "./yaml-causes.ts";

/**
 * Returns the values of a document by the core schema of YAML 1.2, as clients of MCP get them; the catalog keeps texts.
 *
 * @throws the error of `yaml` for anything malformed.
 */
export function coreValues(text: string): unknown {
  return parse(text, { logLevel: "error" }) as unknown;
}

export interface DuplicateKey {
  readonly key: string;
  readonly first: TextSpan;
  readonly second: TextSpan;
  readonly isSame?: boolean;
  /** Up to the end of its value. */
  readonly secondEntry?: TextSpan;
}

export interface YamlReading {
  /** Undefined for an empty document, or one with problems. */
  readonly node?: FieldNode;
  readonly problems: readonly YamlProblem[];
  readonly duplicates: readonly DuplicateKey[];
  readonly anchors: readonly YamlAnchor[];
  /** Not part of YAML 1.2: the values are read without them. */
  readonly tags: readonly YamlTag[];
  readonly knownTags: readonly YamlTag[];
  /** Exceeds `ALIAS_LIMIT` values. */
  readonly overLimit?: TextSpan;
}

interface YamlTag {
  /** As written. */
  readonly tag: string;
  readonly span: TextSpan;
}

interface YamlAnchor {
  /** As written. */
  readonly mark: string;
  /** No alias refers to the anchor. */
  readonly unused: boolean;
  readonly span: TextSpan;
}

/** Alias values and nesting levels, far above what a frontmatter needs. */
export const ALIAS_LIMIT = 10_000;
const DEPTH_LIMIT = 100;

/** One fault can cause an error in every line that follows, and explaining each reads a line: more are not explained. */
const MOST_EXPLAINED = 10;

/** UTF-16 units that all attempts at one text may read together; the parser needs some microseconds for each with a fault. */
const MOST_READ_AGAIN = 128 * 1024;

/** `most` times, a long text fewer times. */
export function attemptsAt(text: string, most: number): number {
  return Math.min(most, Math.floor(MOST_READ_AGAIN / Math.max(1, text.length)));
}

/**
 * Reads YAML 1.2 (core schema). `offset`, the start of the text in its file, is added to every span. Errors before
 * `from`, in UTF-16 units of the text, are not explained. Errors of accepted causes only are none; with `lone-cr`, a CR ends no line.
 */
export function readYaml(written: string, offset = 0, from = 0, accepted: readonly string[] = []): YamlReading {
  const plain = accepted.includes("lone-cr") ? undefined : readPlainYaml(written, offset);
  return plain === undefined ? readAnyYaml(written, offset, from, accepted) : { node: plain, ...NOTHING };
}

/** With the library, whatever the text. */
export function readAnyYaml(
  written: string,
  offset: number,
  from: number,
  accepted: readonly string[] = [],
): YamlReading {
  // A lone CR ends a line in YAML, but not for the parser.
  const isEnd = written.includes("\r") && !accepted.includes("lone-cr");
  const text = isEnd ? written.replaceAll(/\r(?!\n)/g, "\n") : written;
  let document: Document.Parsed;
  try {
    document = withoutStackTraces(() =>
      parseDocument(text, {
        version: "1.2",
        prettyErrors: false,
        uniqueKeys: false,
        strict: true,
        logLevel: "error",
      }),
    );
  } catch {
    // Only deep nesting makes the parser throw: its recursion exceeds the stack.
    return { ...NOTHING, problems: [tooDeep(deepestPlace(text) ?? 0, text, offset)] };
  }
  const { errors, warnings } = document;
  if (errors.length > 0) {
    // The depth at which the parser fails depends on the machine; the bracket limit does not.
    const deep = deepestPlace(text) ?? (errors.some(({ code }) => code === "RESOURCE_EXHAUSTION") ? 0 : undefined);
    const first = errors.filter(({ pos }) => pos[0] >= from).slice(0, MOST_EXPLAINED);
    const problems =
      deep === undefined ? first.map((error) => explainYamlError(error, text, offset)) : [tooDeep(deep, text, offset)];
    const isAccepted = problems.every(({ cause }) => accepted.includes(cause));
    if (!isAccepted || deep !== undefined || errors.length > MOST_EXPLAINED) return { ...NOTHING, problems };
  }
  const conversion = new Conversion(document, text, offset);
  const node = document.contents === null ? undefined : conversion.convert(document.contents, 0);
  const { problems, duplicates, overLimit } = conversion;
  const tags = warnings
    .filter(({ code }) => code === "TAG_RESOLVE_FAILED")
    .map(({ pos: [start, end] }) => ({
      tag: text.slice(start, end),
      span: { start: offset + start, end: offset + end },
    }));
  return {
    ...(node === undefined || problems.length > 0 || overLimit !== undefined ? {} : { node }),
    problems,
    duplicates,
    anchors: conversion.marks(),
    tags,
    knownTags: conversion.knownTags,
    ...(overLimit && { overLimit }),
  };
}

/** Only the place of each of the parser's errors is used, and stack traces are most of their cost. */
function withoutStackTraces<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function deepestPlace(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[" || text[at] === "{") depth++;
    else if ((text[at] === "]" || text[at] === "}") && depth > 0) depth--;
    if (depth > DEPTH_LIMIT) return at;
  }
  return undefined;
}

function tooDeep(at: number, text: string, offset: number): YamlProblem {
  const span = { start: offset + at, end: offset + Math.min(at + 1, text.length) };
  return { cause: "depth", key: "", detail: String(DEPTH_LIMIT), span };
}

export function parseYamlDocument(source: SourceText): {
  node?: FieldNode;
  errors: { message: string; span: TextSpan }[];
} {
  const reading = readYaml(source.text);
  const errors = [
    ...reading.problems.map((problem) => ({ message: yamlFault(problem).message, span: problem.span })),
    ...reading.duplicates.map(({ key, second }) => ({
      message: `duplicate key ${JSON.stringify(key)}`,
      span: second,
    })),
  ];
  return reading.node === undefined ? { errors } : { node: reading.node, errors };
}

const NOTHING = { problems: [], duplicates: [], anchors: [], tags: [], knownTags: [] } as const;

/** A class because it collects findings as well as the result. */
class Conversion {
  readonly problems: YamlProblem[] = [];
  readonly duplicates: DuplicateKey[] = [];
  readonly knownTags: YamlTag[] = [];
  overLimit: TextSpan | undefined;
  private readonly anchors: { name: string; span: TextSpan }[] = [];
  private readonly aliases: { name: string; span: TextSpan }[] = [];
  /** The outermost alias being expanded, and the number of values from aliases. */
  private expanding: TextSpan | undefined;
  private made = 0;
  private readonly document: Document.Parsed;
  private readonly text: string;
  private readonly offset: number;

  constructor(document: Document.Parsed, text: string, offset: number) {
    this.document = document;
    this.text = text;
    this.offset = offset;
  }

  /** As written, each once, in order. */
  marks(): readonly YamlAnchor[] {
    const used = new Set(this.aliases.map(({ name }) => name));
    const marks = [
      ...this.anchors.map(({ name, span }) => ({ mark: `&${name}`, unused: !used.has(name), span })),
      ...this.aliases.map(({ name, span }) => ({ mark: `*${name}`, unused: false, span })),
    ];
    return [...new Map(marks.map((mark) => [mark.span.start, mark])).values()].sort(
      (one, two) => one.span.start - two.span.start,
    );
  }

  convert(node: Node | null | undefined, depth: number): FieldNode {
    const span = this.spanOf(node);
    this.guard(node, depth);
    const empty = { kind: "scalar", value: null, source: "", style: "plain", ...(span && { span }) } as const;
    if (node === null || node === undefined || this.overLimit !== undefined || this.problems.length > 0) return empty;
    const source = this.sourceOf(node);
    if (isAlias(node)) return this.expand(node, depth) ?? empty;
    if ("anchor" in node && typeof node.anchor === "string") this.noteAnchor(node.anchor, node);
    if (/^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/.test(node.tag ?? "")) this.noteTag(node);
    if (isMap(node)) return { kind: "map", entries: this.entriesOf(node, depth), source, ...(span && { span }) };
    if (isSeq(node))
      return {
        kind: "list",
        items: node.items.map((item) => this.convert(item as Node, depth + 1)),
        source,
        ...(span && { span }),
      };
    if (!isScalar(node)) return empty;
    const isBlock = node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL";
    const { value } = node;
    return {
      kind: "scalar",
      value: typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null,
      source: typeof value === "string" ? value : (node.source ?? ""),
      style: isBlock ? "block" : node.type === "PLAIN" ? "plain" : "quoted",
      ...(span && { span }),
    };
  }

  /** Ends the conversion before it gets expensive. */
  private guard(node: Node | null | undefined, depth: number): void {
    if (this.expanding !== undefined && (++this.made > ALIAS_LIMIT || depth > DEPTH_LIMIT))
      this.overLimit ??= this.expanding;
    else if (depth > DEPTH_LIMIT && this.problems.length === 0)
      this.problems.push({
        cause: "depth",
        key: "",
        detail: String(DEPTH_LIMIT),
        span: this.spanOf(node) ?? { start: this.offset, end: this.offset },
      });
  }

  private expand(alias: Alias, depth: number): FieldNode | undefined {
    const span = this.spanOf(alias) ?? { start: this.offset, end: this.offset };
    this.aliases.push({ name: alias.source, span });
    const target = alias.resolve(this.document);
    if (target === undefined) {
      const problem = explainIndicator(this.text, span.start - this.offset);
      this.problems.push({
        ...problem,
        span: { start: problem.span.start + this.offset, end: problem.span.end + this.offset },
      });
      return undefined;
    }
    const outer = this.expanding;
    this.expanding ??= span;
    const value = this.convert(target, depth + 1);
    this.expanding = outer;
    return value;
  }

  /** The parser gives only the place of the value. */
  private noteAnchor(name: string, { range }: Node): void {
    if (!range) return;
    const start = this.text.lastIndexOf(`&${name}`, range[0]);
    if (start !== -1)
      this.anchors.push({ name, span: { start: this.offset + start, end: this.offset + start + name.length + 1 } });
  }

  /** Once for a value that aliases repeat. */
  private noteTag({ range }: Node): void {
    if (!range || this.expanding !== undefined) return;
    const start = this.text.lastIndexOf("!!", range[0]);
    const tag = start === -1 ? "" : (/^!!\w+/.exec(this.text.slice(start, range[0]))?.[0] ?? "");
    if (tag !== "")
      this.knownTags.push({ tag, span: { start: this.offset + start, end: this.offset + start + tag.length } });
  }

  private entriesOf(map: YAMLMap, depth: number): FieldEntry[] {
    const seen = new Map<string, FieldEntry>();
    return map.items.map((pair): FieldEntry => {
      const keyNode = pair.key as Node | null;
      // A list or a mapping is named by its text: without comments, so that it is the same key if one is deleted.
      const key = isScalar(keyNode)
        ? typeof keyNode.value === "string"
          ? keyNode.value
          : (keyNode.source ?? "")
        : this.sourceOf(keyNode).replaceAll(/(?:^|\n)[ \t]*#.*/g, "");
      const keySpan = this.spanOf(keyNode);
      const entry = { key, value: this.convert(pair.value as Node, depth + 1), ...(keySpan && { keySpan }) };
      const first = seen.get(key);
      if (first === undefined) seen.set(key, entry);
      else this.noteDuplicate(first, entry);
      return entry;
    });
  }

  private noteDuplicate(one: FieldEntry, two: FieldEntry): void {
    if (one.keySpan === undefined || two.keySpan === undefined) return;
    const isSame = JSON.stringify(toJson(one.value)) === JSON.stringify(toJson(two.value));
    const secondEntry = { start: two.keySpan.start, end: two.value.span?.end ?? two.keySpan.end };
    this.duplicates.push({ key: one.key, first: one.keySpan, second: two.keySpan, isSame, secondEntry });
  }

  private spanOf(node: Node | null | undefined): TextSpan | undefined {
    const range = node?.range;
    if (!range) return undefined;
    // A value of several lines ends at the end of the text in its last line.
    const [start] = range;
    let [, end] = range;
    while (end > start && " \t\r\n".includes(this.text[end - 1] as string)) end--;
    return { start: this.offset + start, end: this.offset + end };
  }

  private sourceOf(node: Node | null | undefined): string {
    const range = node?.range;
    return range ? this.text.slice(range[0], range[1]).trim() : "";
  }
}

export function isMapNode(node: FieldNode | undefined): node is MapNode {
  return node?.kind === "map";
}
