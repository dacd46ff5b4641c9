/**
 * A validator for the JSON Schema keywords that our schemas use, and no others: a keyword that it does not know is an
 * error, so that nothing in a schema goes unchecked.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const ANNOTATIONS = new Set(["$schema", "title", "description"]);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
};

/** What is wrong with a value, each with its place; empty when it is valid. */
export function violations(schema: JsonSchema, value: unknown, at = "$"): string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) =>
    ANNOTATIONS.has(keyword) ? [] : checkKeyword(schema, keyword, rule, value, at),
  );
}

function checkKeyword(schema: JsonSchema, keyword: string, rule: unknown, value: unknown, at: string): string[] {
  const unless = (isFine: boolean): string[] => (isFine ? [] : [`${at}: ${keyword} ${JSON.stringify(rule)}`]);
  const object = TYPES["object"]?.(value) === true ? (value as Readonly<Record<string, unknown>>) : {};
  const known = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  switch (keyword) {
    case "type":
      return unless(TYPES[rule as string]?.(value) === true);
    case "enum":
      return unless((rule as unknown[]).includes(value));
    case "const":
      return unless(value === rule);
    case "pattern":
      return unless(typeof value !== "string" || new RegExp(rule as string, "u").test(value));
    case "minLength":
      return unless(typeof value !== "string" || value.length >= (rule as number));
    case "minItems":
      return unless(!Array.isArray(value) || value.length >= (rule as number));
    case "minimum":
      return unless(typeof value !== "number" || value >= (rule as number));
    case "maximum":
      return unless(typeof value !== "number" || value <= (rule as number));
    case "exclusiveMinimum":
      return unless(typeof value !== "number" || value > (rule as number));
    case "required":
      return unless((rule as string[]).every((key) => Object.hasOwn(object, key)));
    case "anyOf":
      return unless((rule as JsonSchema[]).some((choice) => violations(choice, value).length === 0));
    case "items":
      return Array.isArray(value)
        ? value.flatMap((item, index) => violations(rule as JsonSchema, item, `${at}[${index}]`))
        : [];
    case "properties":
      return Object.entries(known).flatMap(([key, one]) =>
        Object.hasOwn(object, key) ? violations(one, object[key], `${at}.${key}`) : [],
      );
    case "additionalProperties":
      return Object.keys(object)
        .filter((key) => !Object.hasOwn(known, key))
        .flatMap((key) =>
          rule === false ? [`${at}.${key}: unknown key`] : violations(rule as JsonSchema, object[key], `${at}.${key}`),
        );
    default:
      return [`${at}: this check does not know the keyword ${keyword}`];
  }
}

/** Paths of the properties that say nothing about themselves. */
export function undescribed(schema: JsonSchema, at = "$"): string[] {
  const nested = (key: string): JsonSchema[] => [schema[key] ?? []].flat() as JsonSchema[];
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>);
  return [
    ...properties.flatMap(([key, property]) => [
      ...(typeof property["description"] === "string" ? [] : [`${at}.${key}`]),
      ...undescribed(property, `${at}.${key}`),
    ]),
    ...[...nested("items"), ...nested("anyOf")].flatMap((inner) => undescribed(inner, at)),
  ];
}
