/** Rules about the frontmatter as text and as YAML. */
import {
  type LevelByProfile,
  SKILLC_MUST,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  defineRules,
  quote,
  rule,
} from "../../diagnostics/rule.ts";
import { yamlFault } from "./yaml-words.ts";

/** instructor-php takes what it cannot read for a part of the body, and says nothing. */
const UNREADABLE: LevelByProfile = { standard: "error", lenient: "warning", cognesy: "info" };

const LOST = "the skill is silently lost in every client that reads strictly";

const YAML = { source: "YAML 1.2", level: "MUST" } as const;

/** What stands where the frontmatter should be, and the way out; the keys are made in 2-parse/frontmatter.ts. */
const NEAR_MISSES: Readonly<Record<string, readonly [message: string, help: string]>> = {
  "blank-lines": [
    "blank lines stand before the opening ---",
    "delete them: the frontmatter starts on the first line or not at all",
  ],
  "text-before": ["text stands before the opening ---", "move it below the closing ---"],
  "comment-before": [
    "a comment stands before the opening ---",
    "move it below the closing ---: the frontmatter starts on the first line or not at all",
  ],
  "invisible-before": ["an invisible character stands before the opening ---", "delete it"],
  "odd-fence": ["the opening line is not made of three hyphens", "write --- there and on the line that ends the block"],
  toml: ["the frontmatter is TOML", "write it as YAML: name: … and description: … between two lines of ---"],
  "fence-text": ["the opening line holds more than ---", "write --- and nothing else on that line"],
  "fence-blank": [
    "a character that looks like a blank follows the opening ---",
    "delete it: only spaces and tabs are blanks there",
  ],
  indented: ["the opening --- is indented", "delete the blanks before it"],
  "code-fence": ["the frontmatter stands inside of a code fence", "delete the lines of the code fence"],
  "more-dashes": ["the opening line has more than three dashes", "write exactly three dashes"],
  "bare-keys": ["the file starts with keys, but without an opening ---", "put a line --- before the first key"],
  empty: ["the file is empty", "write ---, name: …, description: …, --- and the instructions"],
  bom: ["a byte order mark hides the frontmatter", "save the file without the byte order mark"],
  "line-ends": [
    "the system of this profile finds no frontmatter in a file with CR in its line endings",
    "save the file with LF line endings",
  ],
  "empty-block": ["there is nothing between the opening and the closing ---", "add name and description"],
};

const NO_FRONTMATTER = [
  "the file does not start with a frontmatter block",
  "start it with the lines ---, name: …, description: … and ---",
] as const;

export const parseRules = defineRules({
  "encoding-invalid": rule<{ offset: number; guess: string }>({
    code: "SKC011",
    category: "correctness",
    level: "error",
    structural: true,
    message: ({ offset }) => `the file is not valid UTF-8 (first bad byte at offset ${offset})`,
    consequence: "clients either crash on it or show replacement characters; skillc never ships mangled text",
    help: ({ guess }) => [`save the file as UTF-8 (it was probably written as ${guess})`],
    origin: STANDARD_MUST,
  }),
  bom: rule<{}>({
    code: "SKC012",
    category: "portability",
    level: { standard: "info", spec: "error" },
    message: () => "the file starts with a byte order mark",
    consequence: 'parsers that look for "---" at the very start find no frontmatter, among them the reference library',
    help: () => ['save the file as "UTF-8 without BOM"'],
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" },
  }),
  "yaml-invalid": rule<{ cause: string; key: string; detail: string }>({
    code: "SKC101",
    category: "correctness",
    level: UNREADABLE,
    structural: true,
    message: (fault) => yamlFault(fault).message,
    consequence: LOST,
    help: (fault) => yamlFault(fault).help,
    origin: YAML,
  }),
  "yaml-repaired": rule<{ key: string }>({
    code: "SKC111",
    category: "portability",
    level: { standard: "warning", "claude-code": "off" },
    message: ({ key }) => `the frontmatter is not valid YAML; it was read as if the value of ${quote(key)} were quoted`,
    consequence: LOST,
    help: ({ key }) => [`quote it: ${key}: "…"`],
    origin: { source: "Agent Skills client guide, lenient loading", level: "PRACTICE" },
  }),
  "frontmatter-missing": rule<{ found: string }>({
    code: "SKC102",
    category: "correctness",
    level: UNREADABLE,
    structural: true,
    message: ({ found }) => (NEAR_MISSES[found] ?? NO_FRONTMATTER)[0],
    consequence: "without a name and a description no client can offer the skill",
    help: ({ found }) => [(NEAR_MISSES[found] ?? NO_FRONTMATTER)[1]],
    origin: STANDARD_MUST,
  }),
  "frontmatter-unterminated": rule<{ found: string }>({
    code: "SKC103",
    category: "correctness",
    level: UNREADABLE,
    structural: true,
    message: () => "the frontmatter has no closing ---",
    consequence: "the whole file is frontmatter to those who read strictly, and the skill is lost",
    help: ({ found }) => [
      found === "" ? "add a line --- after the last key" : "write --- and nothing else on the line that ends it",
    ],
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
    level: UNREADABLE,
    structural: true,
    message: ({ found }) => `the frontmatter is ${found}, not keys and values`,
    consequence: "without a name and a description no client can offer the skill",
    help: () => ['write "key: value" lines'],
    origin: STANDARD_MUST,
  }),
  "yaml-duplicate-key": rule<{ key: string }>({
    code: "SKC104",
    category: "correctness",
    level: { standard: "error", lenient: "warning", skillkit: "warning", cognesy: "warning" },
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
    message: ({ limit }) => `expanding the aliases of the frontmatter makes more than ${limit} values, or never ends`,
    consequence: "expanding them could exhaust the memory of whoever reads the file",
    help: () => ["write the values out, without anchors and aliases"],
    origin: SKILLC_MUST,
  }),
  "yaml-anchor": rule<{ mark: string; unused: boolean }>({
    code: "SKC108",
    category: "portability",
    level: { standard: "info", portable: "error", mcp: "error" },
    severe: { when: ({ unused }) => unused, level: { standard: "warning", portable: "error", mcp: "error" } },
    message: ({ mark, unused }) =>
      unused
        ? `${quote(mark)} is read as an anchor that nothing refers to; it is not part of the value`
        : `${quote(mark)} is an ${mark.startsWith("&") ? "anchor" : "alias"} of YAML`,
    consequence:
      "the reference library and the MCP SDK refuse anchors; Claude Code refuses them in skills from elsewhere",
    help: ({ unused }) => [unused ? "quote the value, when this is part of its text" : "write the value out"],
    origin: { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" },
  }),
  // The graver form is a tag that YAML does not know.
  "yaml-tag": rule<{ tag: string; known: boolean }>({
    code: "SKC110",
    category: "correctness",
    level: { standard: "info", portable: "error" },
    severe: { when: ({ known }) => !known, level: { standard: "warning", portable: "error" } },
    message: ({ tag, known }) =>
      !known ? `${quote(tag)} is read as a tag of YAML; it is not part of the value` : `${quote(tag)} is a tag of YAML`,
    consequence: "readers ignore the tag, drop the value or refuse the file",
    help: ({ known }) => [
      !known ? "quote the value, when this is part of its text, or delete the tag" : "quote the value instead",
    ],
    origin: YAML,
  }),
});
