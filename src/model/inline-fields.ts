/** The fields of an inline skill: the rows of the field table in the spellings that a config may use. */
import { fieldRows, type FieldKey, type FieldRow, type fieldTable } from "./field-table.ts";
import type { FieldNode, JsonValue } from "./fields.ts";

/** The type of a value in a config; YAML notation such as `Read Grep` for a list is accepted there too. */
interface InlineValues {
  readonly text: string;
  readonly texts: string | readonly string[];
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly flag: boolean;
  readonly source: string;
  readonly tools: string | readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

type InlineKey = Exclude<FieldKey, "allowedToolsRaw">;
type InlineRow<Key extends InlineKey> = (typeof fieldTable)[Key];
type Snake<Text extends string> = Text extends `${infer Head}-${infer Tail}` ? `${Head}_${Snake<Tail>}` : Text;

/** The fields by spelling: as in the catalog (`requiredScope`), in frontmatter (`required_scope`), and in snake case. */
export type InlineFields = {
  -readonly [Key in InlineKey as Key | InlineRow<Key>["field"] | Snake<InlineRow<Key>["field"]>]?:
    | InlineValues[InlineRow<Key>["type"]]
    | undefined;
};

interface InlineSpelling extends Pick<FieldRow, "field" | "type" | "about"> {
  readonly spelling: keyof InlineFields;
}

export const inlineSpellings: readonly InlineSpelling[] = fieldRows.flatMap(([key, { field, type, about }]) => {
  if (key === "allowedToolsRaw") return [];
  const spellings = [...new Set([key, field, field.replaceAll("-", "_")])] as (keyof InlineFields)[];
  return spellings.map((spelling) => ({ spelling, field, type, about }));
});

/** A field as it is read: its name in frontmatter, its spelling in the config, and its value. */
export interface InlineField {
  readonly field: string;
  readonly spelling: string;
  readonly value: JsonValue;
}

/** Deeper values are refused: a cycle has no end. */
const MOST_LEVELS = 64;

/** Returns a value as JSON; undefined if it is not JSON, such as a function, a date or a cycle. */
export function jsonOf(value: unknown, levels = MOST_LEVELS): JsonValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items = Array.from(value, (item) => jsonOf(item, levels - 1));
    return items.includes(undefined) ? undefined : (items as JsonValue[]);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return undefined;
  const object: Record<string, JsonValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    // As in the config itself, undefined means absent.
    if (item === undefined) continue;
    const json = jsonOf(item, levels - 1);
    if (json === undefined) return undefined;
    object[key] = json;
  }
  return object;
}

/** Converts JSON to a node, as if it were written in frontmatter. */
export function nodeOf(value: JsonValue): FieldNode {
  if (value === null || typeof value !== "object")
    return { kind: "scalar", value, source: String(value), style: typeof value === "string" ? "quoted" : "plain" };
  const source = JSON.stringify(value);
  if (Array.isArray(value)) return { kind: "list", items: (value as readonly JsonValue[]).map(nodeOf), source };
  const entries = Object.entries(value).map(([key, item]) => ({ key, value: nodeOf(item) }));
  return { kind: "map", entries, source };
}
