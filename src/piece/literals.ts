/** Values as JavaScript source: ASCII only, safe in every engine, bundler and HTML page. */

/**
 * Returns a string literal. All characters outside ASCII are escaped: one wider character doubles the memory of the whole
 * source. `</` and `<!--` are escaped for scripts inlined in HTML.
 */
export function stringLiteral(text: string): string {
  return asciiOnly(JSON.stringify(text).replace(/<(?=[/!])/g, "\\x3C"));
}

/** Returns a value as JSON in ASCII, to be put between quotes: the escapes are those of JSON, so that engines keep one byte per character. */
export function asciiJson(value: unknown): string {
  return asciiOnly(JSON.stringify(value).replace(/<(?=[/!])/g, "\\u003c"));
}

/**
 * Returns a JSON list as a string literal, one value per line of the source. Single quotes: JSON has few of them.
 *
 * @param items From `listItem`.
 */
export function joinItems(items: readonly string[]): string {
  return `'[\\\n${items.join(",\\\n")}]'`;
}

/**
 * Returns a value as it is in such a list.
 *
 * @param json From `asciiJson`.
 */
export function listItem(json: string): string {
  return json.replace(/[\\']/g, "\\$&");
}

function asciiOnly(json: string): string {
  // The first test is cheap, and most strings pass it.
  if (!/[^\x20-\x7e]/.test(json)) return json;
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns a property key; `__proto__` must be computed, or it would set the prototype. */
export function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key);
}

/** Returns a JSON value on one line, without properties that are undefined. */
export function literal(value: unknown): string {
  if (typeof value === "string") return stringLiteral(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const properties = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .map((key) => `${propertyKey(key)}: ${literal(object[key])}`);
  return properties.length === 0 ? "{}" : `{ ${properties.join(", ")} }`;
}
