/** Rules about characters and notations that some readers trip over. */
import { SKILLC_PRACTICE, defineRules, quote, rule } from "../../../diagnostics/rule.ts";

const SKILLS_REF = { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" } as const;

const SUBSET = { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" } as const;

export const textRules = defineRules({
  "cr-line-endings": rule<{}>({
    code: "SKC021",
    category: "portability",
    level: "warning",
    message: () => "a lone CR ends lines of this file",
    consequence: "most parsers see a single line and no frontmatter",
    help: () => ["save the file with LF line endings"],
    origin: SKILLC_PRACTICE,
  }),
  "replacement-character": rule<{ count: number }>({
    code: "SKC022",
    category: "correctness",
    level: "info",
    message: ({ count }) =>
      count === 1
        ? "the text holds U+FFFD, which stands for a lost character"
        : `the text holds U+FFFD, which stands for a lost character, ${count} times`,
    consequence: "what stood there was lost when the file was converted",
    help: () => ["restore the character from the original"],
    origin: SKILLC_PRACTICE,
  }),
  "control-character": rule<{ character: string; where: string }>({
    code: "SKC013",
    category: "correctness",
    level: "warning",
    message: ({ character, where }) => `the ${where} holds the control character ${character}`,
    consequence: "YAML and terminals have no use for it; some parsers stop there",
    help: () => ["delete it"],
    origin: { source: "YAML 1.2, production c-printable", level: "MUST" },
  }),
  "frontmatter-delimiter-in-value": rule<{}>({
    code: "SKC112",
    category: "portability",
    level: "info",
    message: () => 'a value of the frontmatter holds "---"',
    consequence: "the reference library ends the frontmatter there and loses the rest of it without a word",
    help: () => ["write a dash or an arrow instead"],
    origin: SKILLS_REF,
  }),
  "yaml-flow": rule<{ written: string }>({
    code: "SKC113",
    category: "portability",
    level: { standard: "off", spec: "info", portable: "error" },
    message: ({ written }) => `${quote(written)} is written in brackets`,
    consequence: "the reference library refuses lists and maps in brackets",
    help: () => ["write one item or key per line"],
    origin: SUBSET,
  }),
  "html-comment": rule<{}>({
    code: "SKC733",
    category: "security",
    level: { standard: "off", spec: "info", mcp: "info" },
    message: () => "the instructions hold an HTML comment",
    consequence: "people who read the rendered page do not see it, and the model does",
    help: () => ["write it as text, or delete it"],
    origin: { source: "MCP Skills extension, threat model", level: "SHOULD" },
  }),
});
