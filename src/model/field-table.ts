/**
 * The frontmatter fields with their own key in the catalog, one row each. Reading, defaults, the rows of the module,
 * the JSON Schema and the generators of the property tests come from it; the type `Skill` is checked against it.
 */
import { parseModelReference } from "../runtime/model-reference.ts";
import type { JsonValue } from "./fields.ts";
import type { SkillFields } from "./unit.ts";

/**
 * How a value is read. `text`: a scalar as written. `texts`: a list, or a string split at `separator`. `mapping`: as it
 * is. `model`: a model reference. `flag`: true or false, also in words. `source`: the value as written, whatever it is.
 * `tools`: a list of tools in any form. `metadata`: a mapping with the profile's reading of its values.
 */
export type FieldType = "text" | "texts" | "mapping" | "model" | "flag" | "source" | "tools" | "metadata";

interface FieldRowOf<Value> {
  /** The field in the frontmatter; its other spellings follow from it. */
  readonly field: string;
  readonly type: FieldType;
  /** Required type in messages. */
  readonly expected: string;
  /** Separates the items of a list that is written as one string. */
  readonly separator?: RegExp;
  readonly default?: Value;
  /** For the JSON Schema. */
  readonly about: string;
}

/** Keys of the catalog that come from one field each. */
export type FieldKey = Exclude<keyof SkillFields, "name" | "namespace" | "description" | "extra">;

/** A row by key; a key that every skill has needs a default of its type. */
type CatalogFields = {
  readonly [Key in FieldKey]-?: undefined extends SkillFields[Key]
    ? FieldRowOf<never>
    : FieldRowOf<SkillFields[Key]> & { readonly default: SkillFields[Key] };
};

/** A row with the type of its value forgotten. */
export type FieldRow = FieldRowOf<JsonValue>;

const COMMA = /,/;

/** In the order of the catalog's schema. */
export const fieldTable = {
  license: { field: "license", type: "text", expected: "a string", about: "License as written." },
  compatibility: {
    field: "compatibility",
    type: "text",
    expected: "a string",
    about: "Requirements of the skill, as written.",
  },
  metadata: {
    field: "metadata",
    type: "metadata",
    expected: "a mapping",
    default: {},
    about: "The frontmatter's metadata.",
  },
  allowedTools: {
    field: "allowed-tools",
    type: "tools",
    expected: "a string",
    default: [],
    about: "Tools that the skill may use, such as Bash(git add:*).",
  },
  allowedToolsRaw: {
    field: "allowed-tools",
    type: "source",
    expected: "a string",
    about: "allowed-tools as written.",
  },
  disallowedTools: {
    field: "disallowed-tools",
    type: "tools",
    expected: "a string",
    about: "Tools that the skill may not use.",
  },
  tags: {
    field: "tags",
    type: "texts",
    expected: "a list of strings",
    separator: COMMA,
    default: [],
    about: "The list tags, else metadata.tags split at commas.",
  },
  version: { field: "version", type: "text", expected: "a string", about: "Version as written." },
  whenToUse: {
    field: "when_to_use",
    type: "text",
    expected: "a string",
    about: "when_to_use: an addition to the description.",
  },
  toolsets: {
    field: "toolsets",
    type: "texts",
    expected: "a list of strings",
    separator: COMMA,
    default: [],
    about: "Names of the toolsets that the skill requests.",
  },
  requiredScope: {
    field: "required_scope",
    type: "texts",
    expected: "a string or a list of strings",
    separator: COMMA,
    default: [],
    about: "Permissions that a caller must have.",
  },
  hooks: {
    field: "hooks",
    type: "mapping",
    expected: "a mapping of events",
    default: {},
    about: "Hooks as written.",
  },
  model: { field: "model", type: "model", expected: "a string", about: "Model that the skill requests." },
  context: { field: "context", type: "text", expected: "a string", about: "Where the skill runs, such as fork." },
  agent: { field: "agent", type: "text", expected: "a string", about: "Agent that runs the skill." },
  effort: { field: "effort", type: "text", expected: "a string", about: "Effort that the skill requests." },
  argumentHint: {
    field: "argument-hint",
    type: "source",
    expected: "a string",
    about: "Hint for the arguments, as written.",
  },
  arguments: {
    field: "arguments",
    type: "texts",
    expected: "a list of names",
    separator: /[\s,]+/,
    about: "Names of the arguments.",
  },
  paths: {
    field: "paths",
    type: "texts",
    expected: "a string or a list of globs",
    separator: /[,\s]+(?![^{]*\})/,
    about: "Patterns of the files that the skill is for.",
  },
  shell: { field: "shell", type: "text", expected: "a string", about: "Shell that runs the commands of the body." },
  disableModelInvocation: {
    field: "disable-model-invocation",
    type: "flag",
    expected: "true or false",
    default: false,
    about: "Only the user may invoke the skill.",
  },
  userInvocable: {
    field: "user-invocable",
    type: "flag",
    expected: "true or false",
    default: true,
    about: "The user may invoke the skill.",
  },
} as const satisfies CatalogFields;

export const fieldRows: readonly (readonly [FieldKey, FieldRow])[] = Object.entries(fieldTable).map(([key, row]) => [
  key as FieldKey,
  row as FieldRow,
]);

/** The values of a skill without any of the fields. */
export const fieldDefaults = Object.fromEntries(
  fieldRows.flatMap(([key, row]) => (row.default === undefined ? [] : [[key, row.default]])),
) as Pick<SkillFields, { [Key in FieldKey]: undefined extends SkillFields[Key] ? never : Key }[FieldKey]>;

/** The key that a field's own value goes to; undefined for a field without a row. */
export function fieldKeyOf(field: string): FieldKey | undefined {
  return fieldRows.find(([, row]) => row.field === field)?.[0];
}

/**
 * Reads a value as the type of a row; undefined if it has another type. Flags, tools and metadata depend on the
 * profile and are read by their checks.
 *
 * @example
 * readFieldValue(fieldTable.tags, "sea, ice") // ["sea", "ice"]
 */
export function readFieldValue({ type, separator = COMMA }: FieldRow, value: JsonValue): JsonValue | undefined {
  switch (type) {
    case "text":
      return textOf(value);
    case "texts":
      return textsOf(value, separator);
    case "mapping":
      return value === null || typeof value !== "object" || Array.isArray(value) ? undefined : value;
    case "model": {
      const text = textOf(value);
      return text === undefined ? undefined : { ...parseModelReference(text) };
    }
    default:
      return undefined;
  }
}

/** A scalar as written: `version: 1.10` is "1.10". */
function textOf(value: JsonValue): string | undefined {
  return value === null || typeof value === "object" ? undefined : String(value);
}

function textsOf(value: JsonValue, separator: RegExp): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).flatMap((item) => textOf(item) ?? []);
    return items.length === value.length ? [...new Set(items)] : undefined;
  }
  const text = textOf(value);
  const words = text
    ?.split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  // Separators alone are not an empty list: as scopes they would make a skill public.
  return words?.length === 0 && text?.trim() !== "" ? undefined : words && [...new Set(words)];
}
