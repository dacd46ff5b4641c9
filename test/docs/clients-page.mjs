/** The generated tables of docs/clients.md: agreement with the clients' own loaders, differences, fields, directories. */
import { reasonOf } from "../clients/reasons.mjs";
import { since, sinceInPlugins } from "./field-versions.mjs";
import { inCell } from "./generated.mjs";

/**
 * @param {ReturnType<import("../clients/loaders.d.mts").keptLoaders>} record
 * @param {readonly import("../clients/loaders/table.d.mts").Loader[]} loaders
 * @param {import("./clients-page.d.mts").ClientFacts} facts
 * @returns {Readonly<Record<string, string>>} The tables by the names of their places.
 */
export function clientTables(record, loaders, facts) {
  const { profiles, proofText, fieldTables, standardFields, pluginFields, clientDirectories } = facts;
  return {
    agreement: agreementTable(record, loaders),
    differences: differencesTable(record, loaders),
    portable: portableTable(record, loaders),
    proofs: proofsTable(profiles, proofText),
    fields: fieldsTable(fieldTables, standardFields, profiles),
    "plugin-fields": pluginFieldsTable(pluginFields),
    directories: directoriesTable(clientDirectories),
  };
}

const percent = (same, compared) => (compared === 0 ? "–" : `${((100 * same) / compared).toFixed(2)} % of ${compared}`);
const QUESTIONS = ["loads", "name", "description"];

/**
 * @param {import("../clients/loaders.d.mts").ClientSummary} summary
 * @param {"all" | "mutants"} of
 * @returns {readonly string[]} A cell per question.
 */
function cellsOf({ counts }, of) {
  return QUESTIONS.map((question) => {
    const one = counts[question];
    if (one === undefined) return "–";
    return of === "all" ? percent(one.same, one.compared) : percent(one.sameMutants, one.mutants);
  });
}

/**
 * @param {ReturnType<import("../clients/loaders.d.mts").keptLoaders>} record
 * @param {readonly import("../clients/loaders/table.d.mts").Loader[]} loaders
 */
function agreementTable({ date, sets, clients }, loaders) {
  const rows = loaders.flatMap(({ name, label, packages, profile, how, shows }) => {
    const summary = clients[name];
    if (summary === undefined) return [];
    const refused = `${((100 * summary.refused) / summary.mutants).toFixed(0)} %`;
    const version = packages[0].slice(packages[0].lastIndexOf("@") + 1);
    const all = cellsOf(summary, "all");
    const mutants = cellsOf(summary, "mutants");
    return [
      `| ${label} ${version} | \`${profile}\` | ${how}${shows === undefined ? "" : `; it shows texts ${shows.as}`} | ${refused} | ${all.join(" | ")} | ${mutants.join(" | ")} |`,
    ];
  });
  return [
    `Run on ${date} on ${sets.corpus} real skills, ${sets.cases} of the test cases and ${sets.mutants} mutants; "refused" is the share of mutants that the client does not load.`,
    "",
    "| client | profile | asked by | refused | loads | same name | same description | mutants: loads | name | description |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/**
 * @param {ReturnType<import("../clients/loaders.d.mts").keptLoaders>} record
 * @param {readonly import("../clients/loaders/table.d.mts").Loader[]} loaders
 */
function differencesTable({ clients }, loaders) {
  const rows = loaders.flatMap(({ name, label }) =>
    (clients[name]?.differences ?? []).map((one) => {
      const at = one.indexOf(": ");
      const [question, key] = [one.slice(0, at), one.slice(at + 2)];
      return `| ${label} | ${question} | ${inCell(key)} | ${reasonOf(name, one) ?? "not examined"} |`;
    }),
  );
  return ["| client | question | skill | why |", "|---|---|---|---|", ...rows].join("\n");
}

/**
 * @param {ReturnType<import("../clients/loaders.d.mts").keptLoaders>} record
 * @param {readonly import("../clients/loaders/table.d.mts").Loader[]} loaders
 */
function portableTable({ clients }, loaders) {
  const rows = loaders.flatMap(({ name, label }) => {
    const one = clients[name];
    return one === undefined ? [] : [`| ${label} | ${one.portable} | ${one.portable - one.notLoaded.length} |`];
  });
  return ["| client | accepted by `portable` | of these loaded |", "|---|---|---|", ...rows].join("\n");
}

/**
 * @param {readonly import("../../src/profiles/fields.ts").FieldTable[]} tables
 * @param {readonly string[]} standardFields
 * @param {readonly import("../../src/model/profile.ts").Profile[]} profiles
 */
function fieldsTable(tables, standardFields, profiles) {
  const readers = tables.filter(({ reader }) =>
    profiles.some(({ reads, name }) => reads === reader || name === reader),
  );
  const names = [...new Set(readers.flatMap(({ fields }) => fields))].sort();
  const profileOf = (reader) => profiles.find(({ reads, name }) => reads === reader || name === reader);
  const cell = ({ reader, fields }, field, isStandard) => {
    const { kinds = {}, fields: accepted = "open" } = profileOf(reader) ?? {};
    const of = kinds[field] === undefined ? "" : ` as ${kinds[field].join(", ")} only`;
    const from = since[reader]?.[field];
    if (isStandard || fields.includes(field)) return `read${from === undefined ? "" : ` since ${from}`}${of}`;
    return accepted === "open" ? `ignored${of}` : accepted === "closed" ? "refused" : "refused if scalar";
  };
  const row = (field, isStandard) =>
    `| \`${field}\` | ${readers.map((reader) => cell(reader, field, isStandard)).join(" | ")} |`;
  return [
    `| field | ${readers.map(({ label }) => label).join(" | ")} |`,
    `|---|${readers.map(() => "---").join("|")}|`,
    ...standardFields.map((field) => row(field, true)),
    ...names.map((field) => row(field, false)),
    `| read or run in | ${readers.map(({ source, read }) => `${source} (${read})`).join(" | ")} |`,
  ].join("\n");
}

/**
 * @param {import("./clients-page.d.mts").ClientFacts["pluginFields"]} manifests
 * @returns {string} A row for each field of a plugin.json.
 */
function pluginFieldsTable({ PLUGIN_READERS, PLUGIN_SCHEMAS, OLDER_FIELDS, portableFields }) {
  const [first, second] = PLUGIN_SCHEMAS.map(portableFields);
  const claude = PLUGIN_READERS.claude.fields ?? [];
  const names = [...new Set([...second, ...claude, ...OLDER_FIELDS])].sort();
  const isIn = (fields, name) => (fields.includes(name) ? "read" : "refused");
  const from = (name) => (sinceInPlugins[name] === undefined ? "" : ` since ${sinceInPlugins[name]}`);
  return [
    "| field | Agent Plugins 1.0.0 | Agent Plugins 1.1.0 | Claude Code 2.1.330 | Codex 0.169.0 | clients from before Agent Plugins |",
    "|---|---|---|---|---|---|",
    ...names.map(
      (name) =>
        `| \`${name}\` | ${isIn(first, name)} | ${isIn(second, name)} | ${isIn(claude, name)}${from(name)} | allowed | ${OLDER_FIELDS.includes(name) ? "read" : "allowed"} |`,
    ),
  ].join("\n");
}

/**
 * @param {readonly import("../../src/model/profile.ts").Profile[]} profiles
 * @param {(name: string) => string} proofText
 */
function proofsTable(profiles, proofText) {
  return [
    "| profile | proof |",
    "|---|---|",
    ...profiles.map(({ name }) => `| \`${name}\` | ${proofText(name)} |`),
  ].join("\n");
}

/** @param {Readonly<Record<string, string>>} directories */
function directoriesTable(directories) {
  return [
    "| directory | clients |",
    "|---|---|",
    ...Object.entries(directories).map(
      ([directory, clients]) => `| \`${directory}\` | ${clients.split(" ").join(", ")} |`,
    ),
  ].join("\n");
}
