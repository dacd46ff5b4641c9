/** The tables of docs/packages.md, made from what the targets decide by. */

/**
 * What a package makes of a field: in the verbatim form, and in the closed one.
 *
 * @type {Record<string, [string, string]>}
 */
const FATES = {
  kept: ["kept", "kept"],
  metadata: ["kept", "a text under `metadata`"],
  unread: ["kept", "a text under `metadata`; `target-loss`"],
  restricts: ["kept", "the skill is left out; `target-skill-left-out`"],
  never: ["the skill is left out; `target-skill-left-out`", "the skill is left out; `target-skill-left-out`"],
};

/**
 * @param {Record<string, { field: string }>} fields
 * @param {Record<string, string>} fates By key of the catalog.
 * @returns {string}
 */
export function lossesTable(fields, fates) {
  const rows = new Map(Object.entries(fields).map(([key, { field }]) => [field, FATES[fates[key] ?? ""] ?? ["", ""]]));
  return [
    "| field | verbatim | closed |",
    "|---|---|---|",
    "| `name`, `description` | kept | kept |",
    ...Array.from(rows, ([field, [verbatim, closed]]) => `| \`${field}\` | ${verbatim} | ${closed} |`),
    "| descriptions of `files`, any other field | kept | a text under `metadata` |",
  ].join("\n");
}

/**
 * @typedef {{ name: string, status: string, writes: string, source: string, options: readonly OptionRow[] }} TargetRow
 * @typedef {{ name: string, values?: readonly (string | boolean)[], about: string }} OptionRow
 */

/**
 * @param {readonly TargetRow[]} targets
 * @returns {string}
 */
export function targetsTable(targets) {
  return [
    "| `emit` | status | writes | format |",
    "|---|---|---|---|",
    ...targets.map(({ name, status, writes, source }) => `| \`${name}\` | ${status} | \`${writes}\` | ${source} |`),
  ].join("\n");
}

/**
 * @param {readonly TargetRow[]} targets
 * @returns {string} The options of packages.
 */
export function optionTables(targets) {
  const packages = targets.filter(({ name }) => name !== "module");
  return [
    "| option | values | meaning |",
    "|---|---|---|",
    ...packages.flatMap(({ name, options }) =>
      options.map(
        (option) =>
          `| \`${name}.${option.name}\` | ${(option.values ?? ["text"]).map((value) => `\`${value}\``).join(", ")} | ${option.about} |`,
      ),
    ),
  ].join("\n");
}
