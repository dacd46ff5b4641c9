/** Rules about the frontmatter as text and as YAML. */
import {
  type LevelByProfile,
  SKILLC_MUST,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  defineRules,
  quote,
  rule,
  thousands,
} from "../diagnostics/rule.ts";
import { yamlFault } from "./yaml-words.ts";

/** instructor-php silently treats an unreadable frontmatter as part of the body. */
const UNREADABLE: LevelByProfile = { standard: "error", lenient: "warning", cognesy: "info" };

const LOST = "clients with a strict YAML parser silently drop the skill";

const YAML = { source: "YAML 1.2", level: "MUST" } as const;

/** The message and the fix for what is found instead of a frontmatter; frontmatter.ts chooses the key. */
const NEAR_MISSES: Readonly<Record<string, readonly [message: string, help: string]>> = {
  "blank-lines": ["blank lines precede the opening ---", "delete them: the frontmatter must start on the first line"],
  "text-before": ["text precedes the opening ---", "move it below the closing ---"],
  "comment-before": [
    "a comment precedes the opening ---",
    "move it below the closing ---: the frontmatter must start on the first line",
  ],
  "invisible-before": ["an invisible character precedes the opening ---", "delete it"],
  "odd-fence": ["the opening line is not three hyphens", "write --- on that line and on the closing line"],
  toml: ["the frontmatter is TOML", "write it as YAML: name: … and description: … between two --- lines"],
  "fence-text": ["the opening line contains more than ---", "write --- and nothing else on that line"],
  "fence-blank": [
    "a character that looks like a space follows the opening ---",
    "delete it: only spaces and tabs may follow ---",
  ],
  indented: ["the opening --- is indented", "delete the whitespace before it"],
  "code-fence": ["the frontmatter is inside a code fence", "delete the lines of the code fence"],
  "more-dashes": ["the opening line has more than three hyphens", "write exactly three hyphens"],
  "bare-keys": ["the file starts with keys, but has no opening ---", "add a line --- before the first key"],
  empty: ["the file is empty", "write ---, name: …, description: …, --- and the instructions"],
  bom: ["a byte order mark hides the frontmatter", "save the file without a byte order mark"],
  "line-ends": [
    "the system of the profile finds no frontmatter in a file with CR in its line endings",
    "save the file with LF line endings",
  ],
  "empty-block": ["the frontmatter block is empty", "add name and description"],
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
    consequence: "clients crash on it or show replacement characters; skillc never ships mangled text",
    help: ({ guess }) => [`save the file as UTF-8 (it is probably ${guess})`],
    origin: STANDARD_MUST,
  }),
  bom: rule<{}>({
    code: "SKC012",
    category: "portability",
    level: { standard: "info", spec: "error" },
    message: () => "the file starts with a byte order mark",
    consequence: 'parsers that require "---" at the very start, such as the reference library, find no frontmatter',
    help: () => ['save the file as "UTF-8 without BOM"'],
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" },
  }),
  "yaml-invalid": rule<{ cause: string; key: string; detail: string }>({
    code: "SKC101",
    category: "correctness",
    level: UNREADABLE,
    structural: true,
    without: "frontmatter",
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
    without: "frontmatter",
    message: ({ found }) => (NEAR_MISSES[found] ?? NO_FRONTMATTER)[0],
    consequence: "clients cannot offer a skill without a name and a description",
    help: ({ found }) => [(NEAR_MISSES[found] ?? NO_FRONTMATTER)[1]],
    origin: STANDARD_MUST,
  }),
  "frontmatter-unterminated": rule<{ found: string }>({
    code: "SKC103",
    category: "correctness",
    level: UNREADABLE,
    structural: true,
    without: "frontmatter",
    message: () => "the frontmatter has no closing ---",
    consequence: "strict clients read the whole file as frontmatter and drop the skill",
    help: ({ found }) => [
      found === "" ? "add a line --- after the last key" : "write --- and nothing else on the closing line",
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
    without: "frontmatter",
    message: ({ found }) => `the frontmatter is ${found}, not a mapping`,
    consequence: "clients cannot offer a skill without a name and a description",
    help: () => ["write key: value lines"],
    origin: STANDARD_MUST,
  }),
  "frontmatter-too-large": rule<{ length: number; limit: number }>({
    code: "SKC681",
    category: "correctness",
    level: UNREADABLE,
    structural: true,
    message: ({ length, limit }) => `the frontmatter has ${thousands(length)} characters (max ${thousands(limit)})`,
    consequence: "skillc does not read it, so the skill has no name and no description",
    help: () => ["move long values to the body or to a file of the skill"],
    origin: SKILLC_MUST,
  }),
  "yaml-duplicate-key": rule<{ key: string }>({
    code: "SKC104",
    category: "correctness",
    level: { standard: "error", lenient: "warning", skillkit: "warning", cognesy: "warning" },
    message: ({ key }) => `duplicate key ${quote(key)}`,
    consequence: "parsers disagree on which value counts; most reject the file",
    help: () => ["delete one of them"],
    origin: YAML,
  }),
  "yaml-alias-limit": rule<{ limit: number }>({
    code: "SKC107",
    category: "security",
    level: "error",
    structural: true,
    message: ({ limit }) =>
      `the aliases in the frontmatter expand to more than ${thousands(limit)} values, or never end`,
    consequence: "expanding them could exhaust the memory of any program that reads the file",
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
        ? `YAML reads ${quote(mark)} as an unused anchor, not as part of the value`
        : `${quote(mark)} is a YAML ${mark.startsWith("&") ? "anchor" : "alias"}`,
    consequence:
      "the reference library and the MCP SDK reject anchors; Claude Code rejects them in skills from other sources",
    help: ({ unused }) => [unused ? "quote the value if this is part of its text" : "write the value out"],
    origin: { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" },
  }),
  // The more severe form is a tag that is not part of YAML.
  "yaml-tag": rule<{ tag: string; known: boolean }>({
    code: "SKC110",
    category: "correctness",
    level: { standard: "info", portable: "error" },
    severe: { when: ({ known }) => !known, level: { standard: "warning", portable: "error" } },
    message: ({ tag, known }) =>
      !known ? `YAML reads ${quote(tag)} as a tag, not as part of the value` : `${quote(tag)} is a YAML tag`,
    consequence: "parsers ignore the tag, drop the value or reject the file",
    help: ({ known }) => [
      !known ? "quote the value if this is part of its text, or delete the tag" : "quote the value instead",
    ],
    origin: YAML,
  }),
});
