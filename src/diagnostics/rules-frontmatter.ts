/** Rules about the frontmatter block and its YAML. */
import { didYouMean, quote, rule, SKILLC_MUST, SKILLC_PRACTICE, STANDARD_MUST } from "./rule-entry.ts";

const YAML = { source: "YAML 1.2", level: "MUST" } as const;
const LOST = "the skill is silently lost in every client that reads strictly";

/** What stands where the frontmatter should be. */
const MISSING_HELP: Readonly<Record<string, string>> = {
  "blank-lines": "delete the blank lines before the opening ---",
  comment: "move what stands before the opening --- below the closing ---",
  "fence-text": "the opening line must be --- and nothing else",
  indented: "delete the blanks before the opening ---",
  "code-fence": "take the frontmatter out of the code fence",
  "more-dashes": "the opening line must be exactly three dashes",
  "bare-keys": "put a line --- before the first key",
  empty: "the file is empty: write a name, a description and instructions",
  bom: "save the file without the byte order mark",
};

/** The words for each cause of a YAML error; the causes are made in 2-parse/yaml-causes.ts. */
const YAML_CAUSES: Readonly<Record<string, (detail: string) => { message: string; help: string }>> = {
  colon: (key) => ({
    message: `the value of ${quote(key)} holds ": " but is not quoted`,
    help: `put the value in double quotes: ${key}: "…"`,
  }),
  tab: () => ({ message: "a tab is used as indentation", help: "use spaces; YAML allows no tab there" }),
  "unclosed-quote": (key) => ({
    message: `the quoted value${key === "" ? "" : ` of ${quote(key)}`} does not end`,
    help: "close the quote; a quote inside a double-quoted value is written \\\"",
  }),
  "unclosed-flow": (key) => ({
    message: `the list or map in brackets${key === "" ? "" : ` at ${quote(key)}`} does not end`,
    help: "close the bracket, or quote the whole value when it is meant as text",
  }),
  "text-after-value": (key) => ({
    message: `there is text after the end of the value${key === "" ? "" : ` of ${quote(key)}`}`,
    help: "quote the whole value",
  }),
  alias: (name) => ({
    message: `${quote(`*${name}`)} is read as an alias, but no anchor has that name`,
    help: 'a value that starts with * must be quoted: "*…"',
  }),
  "reserved-start": (character) => ({
    message: `a plain value cannot start with ${quote(character)}`,
    help: "quote the value",
  }),
  indent: () => ({ message: "the indentation does not fit the lines above", help: "align keys of one map; quote long values" }),
  depth: () => ({ message: "the frontmatter is nested too deeply to be read", help: "use flat keys" }),
  other: (detail) => ({ message: `the frontmatter is not valid YAML: ${detail}`, help: "quote values that hold special characters" }),
};

export const frontmatterRules = {
  "yaml-invalid": rule<{ cause: string; detail: string }>({
    code: "SKC101",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    structural: true,
    message: ({ cause, detail }) => (YAML_CAUSES[cause] ?? YAML_CAUSES["other"]!)(detail).message,
    consequence: LOST,
    help: ({ cause, detail }) => [(YAML_CAUSES[cause] ?? YAML_CAUSES["other"]!)(detail).help],
    origin: YAML,
  }),
  "yaml-repaired": rule<{ key: string }>({
    code: "SKC111",
    category: "portability",
    level: "warning",
    message: ({ key }) => `the frontmatter is not valid YAML; it was read as if the value of ${quote(key)} were quoted`,
    consequence: LOST,
    help: ({ key }) => [`quote it: ${key}: "…"`],
    origin: { source: "Agent Skills client guide, lenient loading", level: "PRACTICE" },
  }),
  "frontmatter-missing": rule<{ found: string }>({
    code: "SKC102",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    structural: true,
    message: () => "the file does not start with a frontmatter block",
    consequence: "without a name and a description no client can offer the skill",
    help: ({ found }) => [
      MISSING_HELP[found] ?? "start the file with ---, name: …, description: … and a closing ---",
    ],
    origin: STANDARD_MUST,
  }),
  "frontmatter-unterminated": rule<{}>({
    code: "SKC103",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    structural: true,
    message: () => "the frontmatter has no closing ---",
    consequence: "the whole file is taken for frontmatter, and the skill is lost",
    help: () => ["add a line --- after the last key"],
    origin: STANDARD_MUST,
  }),
  "frontmatter-empty": rule<{}>({
    code: "SKC109",
    category: "correctness",
    level: "warning",
    message: () => "the frontmatter is empty",
    help: () => ["add name and description"],
    origin: SKILLC_PRACTICE,
  }),
  "frontmatter-not-mapping": rule<{ found: string }>({
    code: "SKC105",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    structural: true,
    message: ({ found }) => `the frontmatter is ${found}, not keys and values`,
    consequence: "without a name and a description no client can offer the skill",
    help: () => ['write "key: value" lines'],
    origin: STANDARD_MUST,
  }),
  "yaml-duplicate-key": rule<{ key: string }>({
    code: "SKC104",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    message: ({ key }) => `the key ${quote(key)} is given twice`,
    consequence: "parsers disagree on which value counts; most refuse the file",
    help: () => ["delete one of them"],
    origin: YAML,
  }),
  "yaml-alias-limit": rule<{ limit: number }>({
    code: "SKC107",
    category: "security",
    level: "error",
    structural: true,
    message: ({ limit }) => `the aliases of the frontmatter expand to more than ${limit} values`,
    consequence: "expanding them could exhaust the memory of whoever reads the file",
    help: () => ["write the values out, without anchors and aliases"],
    origin: SKILLC_MUST,
  }),
  "yaml-anchor": rule<{ name: string }>({
    code: "SKC108",
    category: "portability",
    level: "info",
    message: ({ name }) => `the frontmatter uses the anchor or alias ${quote(name)}`,
    consequence: "the reference library and the MCP SDK refuse anchors; Claude Code refuses them in skills from elsewhere",
    help: () => ["write the value out"],
    origin: { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" },
  }),
  "unknown-field": rule<{ field: string; nearest: string }>({
    code: "SKC221",
    category: "portability",
    level: { standard: "info", spec: "error" },
    message: ({ field, nearest }) =>
      nearest === "" ? `no known client reads the field ${quote(field)}` : `the field ${quote(field)} is not known`,
    consequence: "it is kept in the catalog under extra",
    help: ({ nearest }) => didYouMean(nearest),
    origin: STANDARD_MUST,
  }),
  "field-misspelt": rule<{ field: string; nearest: string }>({
    code: "SKC222",
    category: "correctness",
    level: { standard: "warning", spec: "off" },
    message: ({ field, nearest }) => `the field ${quote(field)} is not known; it looks like ${quote(nearest)}`,
    consequence: "clients ignore it; it is kept in the catalog under extra",
    help: ({ nearest }) => didYouMean(nearest),
    origin: SKILLC_PRACTICE,
  }),
};
