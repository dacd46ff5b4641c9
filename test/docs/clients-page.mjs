/** The generated tables of docs/clients.md: agreement with the clients' own loaders, differences, fields, directories. */
import { inCell } from "./generated.mjs";

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
export function agreementTable({ date, sets, clients }, loaders) {
  const rows = loaders.flatMap(({ name, label, packages, profile, how }) => {
    const summary = clients[name];
    if (summary === undefined) return [];
    const refused = `${((100 * summary.refused) / summary.mutants).toFixed(0)} %`;
    const version = packages[0].slice(packages[0].lastIndexOf("@") + 1);
    const all = cellsOf(summary, "all");
    const mutants = cellsOf(summary, "mutants");
    return [
      `| ${label} ${version} | \`${profile}\` | ${how} | ${refused} | ${all.join(" | ")} | ${mutants.join(" | ")} |`,
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

/** Why clients and profiles differ, by what the differing skill has. The first that fits is written. */
const REASONS = [
  [/1,100,000 bytes/, "the client has a limit for the size of a file that its profile lacks"],
  [/\(only skillc\): name "''|\(only skillc\): name that is/, "its YAML reader gives the value another type"],
  [/leading zero|"012"|1_000|1:30|2026-01-02|that is a date/, "a value that YAML 1.1 and 1.2 read as different types"],
  [
    /no blank after colon|line without colon|stray indent|tab indent|document marker|directive|flow mapping|spaced colons|merge key/,
    "YAML that its reader accepts and YAML 1.2 does not, or the reverse",
  ],
  [
    /broken description|- item|!!str|! bang|&anchor/,
    "invalid YAML, or a tag or anchor: each reader repairs or rejects it in its own way",
  ],
  [/hyphens in/, "the client ends the frontmatter at three hyphens inside a value"],
  [
    /closing|opening|four hyphens|only a mark|empty file|CR|byte order mark/,
    "a fence that the client reads in another way",
  ],
  [
    /no-break space|next line|line separator|control character|NUL/,
    "the client trims or rejects characters that YAML allows",
  ],
  [/One line|two\\n/, "the client drops or keeps the line break at the end of a block"],
  [/description of|code points/, "the client counts the length in other units, or shortens the text in its listing"],
  [
    /metadata|license|compatibility|allowed-tools|argument-hint|invocable|invocation|hooks|model|paths|deferred|version|context/,
    "the client checks, or does not check, the type of this field",
  ],
  [/name/, "the client has another rule for the form of names"],
  [/lines|bytes/, "the client has a limit of its own"],
  [
    /cases|corpus/,
    "skills of the test cases that contain one of the faults of this table, or what skillc itself rejects, such as a secret",
  ],
  [/./, "not examined"],
];

/**
 * @param {ReturnType<import("../clients/loaders.d.mts").keptLoaders>} record
 * @param {readonly import("../clients/loaders/table.d.mts").Loader[]} loaders
 */
export function differencesTable({ clients }, loaders) {
  const rows = loaders.flatMap(({ name, label }) => {
    const groups = new Map();
    for (const [what, count] of Object.entries(clients[name]?.differences ?? {})) {
      const question = what.slice(0, what.indexOf(": "));
      const [, reason] = REASONS.find(([pattern]) => pattern.test(what)) ?? ["", ""];
      const key = `${question}\n${reason}`;
      const group = groups.get(key) ?? {
        question,
        reason,
        count: 0,
        example: what.slice(question.length + 2),
        most: 0,
      };
      group.count += count;
      if (count > group.most) Object.assign(group, { most: count, example: what.slice(question.length + 2) });
      groups.set(key, group);
    }
    return [...groups.values()]
      .sort((one, two) => two.count - one.count)
      .map(
        (one) => `| ${label} | ${one.question} | ${one.count} | ${inCell(one.example.slice(0, 60))} | ${one.reason} |`,
      );
  });
  return ["| client | question | skills | for example | why |", "|---|---|---|---|---|", ...rows].join("\n");
}

/**
 * @param {readonly import("../../src/profiles/fields.ts").FieldTable[]} tables
 * @param {readonly string[]} standardFields
 * @param {readonly import("../../src/model/profile.ts").Profile[]} profiles
 */
export function fieldsTable(tables, standardFields, profiles) {
  const readers = tables.filter(({ reader }) => profiles.some(({ reads }) => reads === reader));
  const names = [...new Set(readers.flatMap(({ fields }) => fields))].sort();
  const row = (field, isStandard) =>
    `| \`${field}\` | ${readers.map(({ fields }) => (isStandard || fields.includes(field) ? "read" : "")).join(" | ")} |`;
  return [
    `| field | ${readers.map(({ label }) => label).join(" | ")} |`,
    `|---|${readers.map(() => "---").join("|")}|`,
    ...standardFields.map((field) => row(field, true)),
    ...names.map((field) => row(field, false)),
    `| source | ${readers.map(({ source, read }) => `${source} (${read})`).join(" | ")} |`,
  ].join("\n");
}

/**
 * @param {readonly import("../../src/model/profile.ts").Profile[]} profiles
 * @param {(name: string) => string} proofText
 */
export function proofsTable(profiles, proofText) {
  return [
    "| profile | proof |",
    "|---|---|",
    ...profiles.map(({ name }) => `| \`${name}\` | ${proofText(name)} |`),
  ].join("\n");
}

/** @param {Readonly<Record<string, string>>} directories */
export function directoriesTable(directories) {
  return [
    "| directory | clients |",
    "|---|---|",
    ...Object.entries(directories).map(
      ([directory, clients]) => `| \`${directory}\` | ${clients.split(" ").join(", ")} |`,
    ),
  ].join("\n");
}
