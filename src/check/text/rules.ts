/** Rules about characters and notations that some parsers misread. */
import { SKILLC_PRACTICE, defineRules, plural, quote, rule } from "../../diagnostics/rule.ts";

const SKILLS_REF = { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" } as const;

const SUBSET = { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" } as const;

export const textRules = defineRules({
  "cr-line-endings": rule<{}>({
    code: "SKC021",
    category: "portability",
    level: "warning",
    message: () => "lines in this file end with a lone CR",
    consequence: "most parsers read a single line and find no frontmatter",
    help: () => ["save the file with LF line endings"],
    origin: SKILLC_PRACTICE,
  }),
  "replacement-character": rule<{ count: number }>({
    code: "SKC022",
    category: "correctness",
    level: "info",
    message: ({ count }) =>
      count === 1
        ? "the text contains U+FFFD in place of a lost character"
        : `the text contains U+FFFD in place of ${plural(count, "lost character")}`,
    consequence: "the original was lost when the file was converted",
    help: () => ["restore the character from the original"],
    origin: SKILLC_PRACTICE,
  }),
  "control-character": rule<{ character: string; where: string }>({
    code: "SKC013",
    category: "correctness",
    level: "warning",
    message: ({ character, where }) => `the ${where} contains the control character ${character}`,
    consequence: "it has no use in YAML or terminals, and some parsers stop there",
    help: () => ["delete it"],
    origin: { source: "YAML 1.2, production c-printable", level: "MUST" },
  }),
  "frontmatter-delimiter-in-value": rule<{}>({
    code: "SKC112",
    category: "portability",
    level: "info",
    message: () => 'a value in the frontmatter contains "---"',
    consequence: "the reference library ends the frontmatter there and silently loses the rest of it",
    help: () => ["write a dash or an arrow instead"],
    origin: SKILLS_REF,
  }),
  "yaml-flow": rule<{ written: string }>({
    code: "SKC113",
    category: "portability",
    level: { standard: "off", spec: "info", portable: "error" },
    message: ({ written }) => `${quote(written)} is written in brackets`,
    consequence: "the reference library rejects lists and mappings in brackets",
    help: () => ["write one item or key per line"],
    origin: SUBSET,
  }),
  "html-comment": rule<{}>({
    code: "SKC733",
    category: "security",
    level: { standard: "off", spec: "info", mcp: "info" },
    message: () => "the instructions contain an HTML comment",
    consequence: "people who read the rendered page do not see it, but the model does",
    help: () => ["write it as text, or delete it"],
    origin: { source: "MCP Skills extension, threat model", level: "SHOULD" },
  }),
  "unfinished-skill": rule<{ written: string }>({
    code: "SKC315",
    category: "quality",
    level: "warning",
    message: ({ written }) => `the instructions still contain the text of the template: ${quote(written)}`,
    consequence: "a model that loads the skill reads how to write a skill, not how to do the work",
    help: () => ["write the instructions, or delete the skill"],
    origin: SKILLC_PRACTICE,
  }),
});
