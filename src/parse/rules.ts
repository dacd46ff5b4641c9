import {
  type LevelByProfile,
  SKILLC_MUST,
  STANDARD_MUST,
  defineRules,
  quote,
  rule,
  thousands,
} from "../diagnostics/rule.ts";
import { yamlFault } from "./yaml-words.ts";

/** instructor-php silently treats an unreadable frontmatter as part of the body. */
const UNREADABLE: LevelByProfile = {
  standard: "error",
  lenient: "warning",
  cognesy: "info",
};

const KEY_TWICE: LevelByProfile = {
  standard: "error",
  lenient: "warning",
  skillkit: "warning",
  cognesy: "warning",
};

const LOST = "clients with a strict YAML parser silently drop the skill";

const YAML = { source: "YAML 1.2", level: "MUST" } as const;

/** Message and fix; frontmatter.ts chooses the key. */
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

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.";

export const parseRules = defineRules({
  "encoding-invalid": rule("SKC011", "correctness", "error", {
    title: "File is not valid UTF-8",
    args: { offset: 41, guess: "Windows-1252 or Latin-1" },
    structural: true,
    message: ({ offset }) => `the file is not valid UTF-8 (first bad byte at offset ${offset})`,
    consequence: "clients crash on it or show replacement characters; skillc never ships mangled text",
    help: ({ guess }) => `save the file as UTF-8 (it is probably ${guess})`,
    origin: STANDARD_MUST,
    shown: ["words", "SKILL.md saved as Windows-1252: the ø of København is one byte", "SKILL.md saved as UTF-8"],
  }),
  bom: rule("SKC012", "portability", "info", {
    title: "File starts with a byte order mark",
    levels: { spec: "error" },
    message: "the file starts with a byte order mark",
    consequence: 'parsers that require "---" at the very start, such as the reference library, find no frontmatter',
    help: 'save the file as "UTF-8 without BOM"',
    origin: { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" },
    shown: ["document", `\uFEFF${GOOD}`, GOOD, { fix: "safe" }],
  }),
  "yaml-invalid": rule("SKC101", "correctness", UNREADABLE, {
    title: "Frontmatter is not valid YAML",
    args: { cause: "colon", key: "description", detail: "Use when: a landing is planned" },
    // A text without a key is YAML, but no frontmatter, unless a reader takes it for the body.
    severe: { when: ({ cause }) => cause !== "only-text", level: UNREADABLE },
    structural: true,
    without: "frontmatter",
    message: (fault) => yamlFault(fault).message,
    consequence: LOST,
    help: (fault) => yamlFault(fault).help,
    origin: YAML,
    shown: [
      "document",
      "---\nname: tide-tables\ndescription: Use when: a landing is planned\n---\nRead the table.",
      '---\nname: tide-tables\ndescription: "Use when: a landing is planned"\n---\nRead the table.',
      { fix: "safe and unsafe" },
    ],
  }),
  "yaml-repaired": rule("SKC111", "portability", "warning", {
    title: "Invalid frontmatter was read by guessing",
    args: { key: "description" },
    levels: { "claude-code": "off" },
    message: ({ key }) => `the frontmatter is not valid YAML; it was read as if the value of ${quote(key)} were quoted`,
    consequence: LOST,
    help: ({ key }) => `quote it: ${key}: "…"`,
    origin: { source: "Agent Skills client guide, lenient loading", level: "PRACTICE" },
    shown: [
      "document",
      "---\nname: tide-tables\ndescription: Use when: a landing is planned\n---\nRead the table.",
      '---\nname: tide-tables\ndescription: "Use when: a landing is planned"\n---\nRead the table.',
      { profile: "lenient", fix: "safe" },
    ],
  }),
  "frontmatter-missing": rule("SKC102", "correctness", UNREADABLE, {
    title: "Skill has no frontmatter",
    args: { found: "blank-lines" },
    structural: true,
    without: "frontmatter",
    message: ({ found }) => (NEAR_MISSES[found] ?? NO_FRONTMATTER)[0],
    consequence: "clients cannot offer a skill without a name and a description",
    help: ({ found }) => (NEAR_MISSES[found] ?? NO_FRONTMATTER)[1],
    origin: STANDARD_MUST,
    shown: ["document", `\n\n${GOOD}`, GOOD, { fix: "safe and unsafe" }],
  }),
  "frontmatter-unterminated": rule("SKC103", "correctness", UNREADABLE, {
    title: "Frontmatter is not closed",
    args: { found: "" },
    structural: true,
    without: "frontmatter",
    message: "the frontmatter has no closing ---",
    consequence: "strict clients read the whole file as frontmatter and drop the skill",
    help: ({ found }) =>
      found === "" ? "add a line --- after the last key" : "write --- and nothing else on the closing line",
    origin: STANDARD_MUST,
    shown: [
      "document",
      "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n\nRead the table.",
      GOOD,
      { fix: "safe and unsafe" },
    ],
  }),
  "frontmatter-empty": rule("SKC109", "correctness", "warning", {
    title: "Frontmatter is empty",
    message: "the frontmatter is empty",
    help: "add name and description",
    shown: ["document", "---\n# nothing yet\n---\nRead the table.", GOOD],
  }),
  "frontmatter-not-mapping": rule("SKC105", "correctness", UNREADABLE, {
    title: "Frontmatter is not a mapping",
    args: { found: "a list" },
    levels: { copilot: "warning" },
    structural: true,
    without: "frontmatter",
    message: ({ found }) => `the frontmatter is ${found}, not a mapping`,
    consequence: "clients cannot offer a skill without a name and a description",
    help: "write key: value lines",
    origin: STANDARD_MUST,
    shown: ["document", "---\n- name: tide-tables\n- description: Reads tide tables.\n---\nRead the table.", GOOD],
  }),
  "frontmatter-too-large": rule("SKC681", "correctness", UNREADABLE, {
    title: "Frontmatter is too large",
    args: { length: 81_204, limit: 65_536 },
    structural: true,
    message: ({ length, limit }) => `the frontmatter has ${thousands(length)} characters (max ${thousands(limit)})`,
    consequence: "skillc does not read it, so the skill has no name and no description",
    help: "move long values to the body or to a file of the skill",
    origin: SKILLC_MUST,
    shown: ["words", "a frontmatter with a list of 5,000 keywords", "the same list in references/keywords.md"],
  }),
  "yaml-duplicate-key": rule("SKC104", "correctness", KEY_TWICE, {
    title: "Frontmatter has a key twice",
    args: { key: "license" },
    severe: {
      when: ({ key }) => ["name", "description", "metadata"].includes(key),
      level: KEY_TWICE,
    },
    message: ({ key }) => `duplicate key ${quote(key)}`,
    consequence: "parsers disagree on which value counts; most reject the file",
    help: "delete one of them",
    origin: YAML,
    shown: ["frontmatter", "license: MIT\nlicense: MIT", "license: MIT", { fix: "unsafe" }],
  }),
  "yaml-alias-limit": rule("SKC107", "security", "error", {
    title: "Aliases in the frontmatter expand without limit",
    args: { limit: 10000 },
    structural: true,
    message: ({ limit }) =>
      `the aliases in the frontmatter expand to more than ${thousands(limit)} values, or never end`,
    consequence: "expanding them could exhaust the memory of any program that reads the file",
    help: "write the values out, without anchors and aliases",
    origin: SKILLC_MUST,
    shown: ["frontmatter", "metadata: &m\n  all: *m", "metadata:\n  all: none"],
  }),
  "yaml-anchor": rule("SKC108", "portability", "info", {
    title: "YAML reads text as an anchor",
    args: { mark: "&nbsp;Reads", unused: true },
    levels: { portable: "error", mcp: "error" },
    severe: { when: ({ unused }) => unused, level: { standard: "warning", portable: "error", mcp: "error" } },
    message: ({ mark, unused }) =>
      unused
        ? `YAML reads ${quote(mark)} as an unused anchor, not as part of the value`
        : `${quote(mark)} is a YAML ${mark.startsWith("&") ? "anchor" : "alias"}`,
    consequence:
      "the reference library and the MCP SDK reject anchors; Claude Code rejects them in skills from other sources",
    help: ({ unused }) => (unused ? "quote the value if this is part of its text" : "write the value out"),
    origin: { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" },
    shown: ["frontmatter", "compatibility: &nbsp;A boat", 'compatibility: "&nbsp;A boat"', { fix: "safe" }],
  }),
  // The more severe form is a tag that is not part of YAML.
  "yaml-tag": rule("SKC110", "correctness", "info", {
    title: "YAML reads text as a tag",
    args: { tag: "!important", known: false },
    levels: { portable: "error" },
    severe: { when: ({ known }) => !known, level: { standard: "warning", portable: "error" } },
    message: ({ tag, known }) =>
      !known ? `YAML reads ${quote(tag)} as a tag, not as part of the value` : `${quote(tag)} is a YAML tag`,
    consequence: "parsers ignore the tag, drop the value or reject the file",
    help: ({ known }) =>
      !known ? "quote the value if this is part of its text, or delete the tag" : "quote the value instead",
    origin: YAML,
    shown: ["frontmatter", "compatibility: !important A boat", 'compatibility: "!important A boat"', { fix: "unsafe" }],
  }),
});
