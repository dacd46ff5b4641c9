/** Values as JavaScript source: ASCII only, safe in every engine, bundler and HTML page. */

/**
 * Writes a string literal. Everything outside ASCII is escaped: one wider character doubles the memory of the whole
 * source in V8. `</` and `<!--` are escaped for scripts inlined in HTML.
 */
export function stringLiteral(text: string): string {
  const json = JSON.stringify(text).replace(/<(?=[/!])/g, "\\x3C");
  // The first test is cheap, and most strings pass it.
  if (!/[^\x20-\x7e]/.test(json)) return json;
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes a property key; `__proto__` must be computed, or it would set the prototype. */
export function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key);
}

/** Writes any JSON value on one line, without undefined properties. */
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
