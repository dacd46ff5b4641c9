import type { TextSpan } from "./source.ts";

/**
 * A parsed YAML value with its place and its source text. It does not depend on the YAML library, so that only one
 * module imports that library. Aliases are already expanded.
 */
export type FieldNode = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: "scalar";
  /** The value by the YAML 1.2 core schema. */
  readonly value: string | number | boolean | null;
  /** The text as written, without quotes or block indicators; equals `value` for strings. */
  readonly source: string;
  readonly style: "plain" | "quoted" | "block";
  readonly span?: TextSpan;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly FieldNode[];
  /** The list as written, such as `[issue-number]`. */
  readonly source: string;
  readonly span?: TextSpan;
}

export interface MapNode {
  readonly kind: "map";
  readonly entries: readonly FieldEntry[];
  readonly source: string;
  readonly span?: TextSpan;
}

export interface FieldEntry {
  readonly key: string;
  readonly value: FieldNode;
  readonly keySpan?: TextSpan;
}

/** Any JSON value. Objects have no prototype, so that `__proto__` and `constructor` are plain keys. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Converts a node to JSON. A number whose YAML text differs from its JSON text (`1.10`, `007`, `1e3`, `.nan`, beyond
 * 2^53) is kept as written, as a string; the last of duplicate keys wins.
 */
export function toJson(node: FieldNode): JsonValue {
  switch (node.kind) {
    case "scalar":
      if (typeof node.value !== "number") return node.value;
      return String(node.value) === node.source && Number.isFinite(node.value) ? node.value : node.source;
    case "list":
      return node.items.map(toJson);
    case "map": {
      const object: Record<string, JsonValue> = Object.create(null);
      for (const entry of node.entries) object[entry.key] = toJson(entry.value);
      return object;
    }
  }
}

export function findEntry(map: MapNode, key: string): FieldEntry | undefined {
  return map.entries.findLast((entry) => entry.key === key);
}
