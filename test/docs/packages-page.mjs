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

const SAME = "the same";

/** What is not a field. */
const OTHERS = [
  ["the body, its line ends", "kept", "kept", "kept"],
  ["a byte order mark", "kept", "lost, an info", "kept"],
  ["files, of any size", "kept", "kept; above a limit of a service, an error", "embedded or copied"],
  ["executable bits", "kept", "kept", "lost"],
  ["the namespace", "lost, an info; the name of the plugin in a marketplace", SAME, "kept"],
  ["a skill inside another one", "next to it", SAME, "a skill"],
  ["empty directories, symbolic links", "never of a skill", SAME, SAME],
  ["eval files", "left out, unless `evals.ship`", SAME, SAME],
  ["`metadata.internal: true`", "the skill is left out, an info", SAME, "kept"],
  ["`preload`, `mountAs`, views, agents, toolsets, output of `prepare`", "not part of it", SAME, "kept"],
];

/**
 * @param {Record<string, { field: string }>} fields
 * @param {Record<string, string>} fates By key of the catalog.
 * @returns {string}
 */
export function lossesTable(fields, fates) {
  const rows = new Map(Object.entries(fields).map(([key, { field }]) => [field, FATES[fates[key] ?? ""] ?? ["", ""]]));
  const isSame = (verbatim, closed) => (verbatim === closed && verbatim !== "kept" ? SAME : closed);
  return [
    "| | verbatim: `plugin`, `tree`, `well-known`, `zip` | closed: `npm`, `plugin`, `tree`, `zip` for a service | `module`, `json` |",
    "|---|---|---|---|",
    "| `name`, `description` | kept | kept | kept |",
    ...Array.from(
      rows,
      ([field, [verbatim, closed]]) => `| \`${field}\` | ${verbatim} | ${isSame(verbatim, closed)} | kept |`,
    ),
    "| descriptions of `files`, any other field | kept | a text under `metadata` | kept |",
    ...OTHERS.map((row) => `| ${row.join(" | ")} |`),
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
