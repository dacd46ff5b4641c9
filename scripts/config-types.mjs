/** Writes the types of a config as users see them: each key with its text, from the same table as the validator. */

/**
 * What the declarations use of a JSON Schema.
 *
 * @typedef {{ type?: string, enum?: unknown[], const?: unknown, description?: string, required?: string[],
 *   properties?: Record<string, SchemaNode>, additionalProperties?: SchemaNode | boolean, items?: SchemaNode,
 *   anyOf?: SchemaNode[], title?: string }} SchemaNode
 */

/**
 * @param {readonly { readonly name: string, readonly example: string, readonly schema: object }[]} parts A part comes
 *   before those that contain it.
 * @returns {string} A module of declarations.
 */
export function configTypes(parts) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const texts = parts.map(({ name, example, schema }) => {
    const node = /** @type {SchemaNode} */ (schema);
    const text = [
      comment([...sentence(node.description ?? ""), "", "@example", example], ""),
      `export interface ${name} ${body(node, "", names)}`,
    ].join("\n");
    names.set(identity(node), name);
    return text;
  });
  return ["/** The configuration as a user writes it. */", ...texts, ""].join("\n");
}

/** @param {SchemaNode} node */
function identity(node) {
  return JSON.stringify({ ...node, description: undefined, $schema: undefined });
}

/**
 * @param {SchemaNode} node
 * @param {string} indent
 * @param {ReadonlyMap<string, string>} names
 * @returns {string}
 */
function body({ properties = {}, required = [] }, indent, names) {
  const inner = `${indent}  `;
  const rows = Object.entries(properties).flatMap(([key, node]) => {
    const type = typeOf(node, inner, names);
    const isRequired = required.includes(key);
    const written = /^[\w$]+$/.test(key) ? key : JSON.stringify(key);
    return [
      comment(sentence(node.description ?? ""), inner),
      `${inner}${written}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`,
    ];
  });
  return ["{", ...rows, `${indent}}`].join("\n");
}

/**
 * @param {SchemaNode} node
 * @param {string} indent
 * @param {ReadonlyMap<string, string>} names
 * @returns {string}
 */
function typeOf(node, indent, names) {
  const name = names.get(identity(node));
  if (name !== undefined) return name;
  if (node.anyOf !== undefined) return node.anyOf.map((one) => typeOf(one, indent, names)).join(" | ");
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (node.properties !== undefined) return body(node, indent, names);
  switch (node.type) {
    case "string":
    case "boolean":
      return node.type;
    case "integer":
      return "number";
    case "array":
      return listOf(typeOf(node.items ?? {}, indent, names));
    case "object":
      return `Readonly<Record<string, ${typeOf(Object(node.additionalProperties), indent, names)}>>`;
    case undefined:
      return "unknown";
    default:
      throw new Error(`no type is written for ${JSON.stringify(node)}`);
  }
}

/** @param {string} item */
function listOf(item) {
  return `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
}

/** @param {string} text */
function sentence(text) {
  return text.replaceAll("*/", "*\\/").split("\n");
}

/**
 * @param {readonly string[]} lines
 * @param {string} indent
 */
function comment(lines, indent) {
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join("\n");
}
