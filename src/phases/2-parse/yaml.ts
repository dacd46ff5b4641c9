/** The only importer of `yaml`: text in, nodes with exact spans out, every fault as a value. */
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Node, type YAMLMap } from "yaml";
import type { FieldEntry, FieldNode, MapNode } from "../../model/fields.ts";
import type { SourceText, TextSpan } from "../../model/source.ts";
import { explainYamlError, type YamlProblem } from "./yaml-causes.ts";

export interface DuplicateKey {
  readonly key: string;
  readonly first: TextSpan;
  readonly second: TextSpan;
}

export interface YamlReading {
  /** Undefined for an empty document and when there are problems. */
  readonly node?: FieldNode;
  readonly problems: readonly YamlProblem[];
  readonly duplicates: readonly DuplicateKey[];
  readonly anchors: readonly { readonly name: string; readonly span: TextSpan }[];
  /** The values after expanding aliases are more than `ALIAS_LIMIT`. */
  readonly overLimit: boolean;
}

/** Values that aliases may expand to, and the depth of nesting: what a frontmatter never needs. */
export const ALIAS_LIMIT = 10_000;
const DEPTH_LIMIT = 100;

/** Reads YAML 1.2 (core schema). `offset` is added to every span: where the text starts in its file. */
export function readYaml(text: string, offset = 0): YamlReading {
  let document: Document.Parsed;
  try {
    document = parseDocument(text, { version: "1.2", prettyErrors: false, uniqueKeys: false, strict: true, logLevel: "silent" });
  } catch {
    // Only deep nesting makes the parser throw: its recursion ends before the document does.
    return { ...NOTHING, problems: [{ cause: "depth", detail: "", span: { start: offset, end: offset + text.length } }] };
  }
  if (document.errors.length > 0)
    return { ...NOTHING, problems: document.errors.map((error) => explainYamlError(error, text, offset)) };
  const conversion = new Conversion(document, text, offset);
  const node = document.contents === null ? undefined : conversion.convert(document.contents, 0);
  return {
    ...(node === undefined || conversion.problems.length > 0 || conversion.overLimit ? {} : { node }),
    problems: conversion.problems,
    duplicates: conversion.duplicates,
    anchors: conversion.anchors,
    overLimit: conversion.overLimit,
  };
}

/** Reads a whole YAML or JSON file, for configs. */
export function parseYamlDocument(source: SourceText): {
  node?: FieldNode;
  errors: { message: string; span: TextSpan }[];
} {
  const reading = readYaml(source.text);
  const errors = [
    ...reading.problems.map(({ cause, detail, span }) => ({ message: detail === "" ? cause : detail, span })),
    ...reading.duplicates.map(({ key, second }) => ({ message: `the key ${JSON.stringify(key)} is given twice`, span: second })),
  ];
  return reading.node === undefined ? { errors } : { node: reading.node, errors };
}

const NOTHING = { problems: [], duplicates: [], anchors: [], overLimit: false } as const;

/** State of one conversion; a class because everything found on the way is collected beside the result. */
class Conversion {
  readonly problems: YamlProblem[] = [];
  readonly duplicates: DuplicateKey[] = [];
  readonly anchors: { name: string; span: TextSpan }[] = [];
  overLimit = false;
  private made = 0;
  private readonly document: Document.Parsed;
  private readonly text: string;
  private readonly offset: number;

  constructor(document: Document.Parsed, text: string, offset: number) {
    this.document = document;
    this.text = text;
    this.offset = offset;
  }

  convert(node: Node | null | undefined, depth: number): FieldNode {
    this.made++;
    if (this.made > ALIAS_LIMIT || depth > DEPTH_LIMIT) this.overLimit = true;
    const span = this.spanOf(node);
    const empty = { kind: "scalar", value: null, source: "", style: "plain", ...(span && { span }) } as const;
    if (node === null || node === undefined || this.overLimit) return empty;
    const source = this.sourceOf(node);
    if (isAlias(node)) {
      this.anchors.push({ name: node.source, span: span ?? { start: this.offset, end: this.offset } });
      const target = node.resolve(this.document);
      if (target !== undefined) return this.convert(target, depth + 1);
      this.problems.push({ cause: "alias", detail: node.source, span: span ?? { start: this.offset, end: this.offset } });
      return empty;
    }
    if ("anchor" in node && typeof node.anchor === "string" && span) this.anchors.push({ name: node.anchor, span });
    if (isMap(node)) return { kind: "map", entries: this.entriesOf(node, depth), source, ...(span && { span }) };
    if (isSeq(node))
      return { kind: "list", items: node.items.map((item) => this.convert(item as Node, depth + 1)), source, ...(span && { span }) };
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

  private entriesOf(map: YAMLMap, depth: number): FieldEntry[] {
    const seen = new Map<string, TextSpan | undefined>();
    return map.items.map((pair): FieldEntry => {
      const keyNode = pair.key as Node | null;
      const key = isScalar(keyNode) ? (typeof keyNode.value === "string" ? keyNode.value : (keyNode.source ?? "")) : this.sourceOf(keyNode);
      const keySpan = this.spanOf(keyNode);
      const first = seen.get(key);
      if (first !== undefined && keySpan !== undefined) this.duplicates.push({ key, first, second: keySpan });
      else seen.set(key, keySpan);
      return { key, value: this.convert(pair.value as Node, depth + 1), ...(keySpan && { keySpan }) };
    });
  }

  private spanOf(node: Node | null | undefined): TextSpan | undefined {
    const range = node?.range;
    return range ? { start: this.offset + range[0], end: this.offset + range[1] } : undefined;
  }

  private sourceOf(node: Node | null | undefined): string {
    const range = node?.range;
    return range ? this.text.slice(range[0], range[1]).trim() : "";
  }
}

/** A map, or what else a document is, in words for messages. */
export function describeNode(node: FieldNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a map";
  if (node.value === null) return "empty";
  return typeof node.value === "string" ? "text" : typeof node.value === "number" ? "a number" : "a boolean";
}

/** True for a node that is a map. */
export function isMapNode(node: FieldNode | undefined): node is MapNode {
  return node?.kind === "map";
}
