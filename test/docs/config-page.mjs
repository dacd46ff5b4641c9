/** The tables of docs/configuration.md, made from the JSON Schema of a config. */

/**
 * What the tables use of the schema.
 *
 * @typedef {{ description?: string, properties?: Record<string, SchemaNode>, items?: SchemaNode, anyOf?: SchemaNode[] }} SchemaNode
 */

/**
 * @param {SchemaNode} schema Schema of a config.
 * @returns {{ keys: string, sources: string, outputs: string }} A table each.
 */
export function configPage(schema) {
  const { sources, outputs, ...keys } = schema.properties ?? {};
  const source = Object.entries(sources?.items?.anyOf?.find(({ properties }) => properties)?.properties ?? {});
  const isField = ([, { description = "" }]) => description.startsWith("Inline skill: ");
  const own = new Set(["name", "description", "instructions"]);
  const fields = source.filter(([key, node]) => isField([key, node]) && !own.has(key)).map(([key]) => `\`${key}\``);
  const rest = source.filter(([key, node]) => !isField([key, node]) || own.has(key));
  const spellings = `| ${fields.join(", ")} | | Inline skill: the fields of a SKILL.md, in either spelling. |`;
  return {
    keys: table(rowsOf([["sources", sources], ["outputs", outputs], ...Object.entries(keys)], "")),
    sources: table([...rowsOf(rest, ""), spellings]),
    outputs: table(
      rowsOf(Object.entries(outputs?.items?.properties ?? {}), "").filter(
        (row) => !/^\| `(?:module|package|plugin|tree)\./.test(row),
      ),
    ),
  };
}

/**
 * @param {[string, SchemaNode | undefined][]} properties
 * @param {string} prefix Of the keys, such as `files.`.
 * @returns {string[]} A row for each key; a key with keys of its own stands for them.
 */
function rowsOf(properties, prefix) {
  return properties.flatMap(([key, node]) => {
    if (node === undefined || key === "$schema") return [];
    if (node.properties !== undefined) return rowsOf(Object.entries(node.properties), `${prefix}${key}.`);
    const [, meaning, preset = ""] = /^(.*?)(?: Default: (.+)\.)?$/s.exec(node.description ?? "") ?? [];
    return [`| \`${prefix}${key}\` | ${preset} | ${meaning} |`];
  });
}

/** @param {string[]} rows */
function table(rows) {
  return ["| key | default | meaning |", "|---|---|---|", ...rows].join("\n");
}
