import { defineRules, plural, quote, rule } from "../../diagnostics/rule.ts";

const SKILLS_REF = { source: "skills-ref parser.py (agentskills 69ef37e)", level: "MUST" } as const;

const SUBSET = { source: "strictyaml (skills-ref), MCP SDK 2.4.0", level: "MUST" } as const;

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;

const GOOD = named("tide-tables");

const described = (description: string): string =>
  `---\nname: tide-tables\ndescription: ${description}\n---\nRead the table.`;

export const textRules = defineRules({
  "cr-line-endings": rule("SKC021", "portability", "warning", {
    title: "Lines end with a lone carriage return",
    message: "lines in this file end with a lone CR",
    consequence: "most parsers read a single line and find no frontmatter",
    help: "save the file with LF line endings",
    shown: ["document", GOOD.replaceAll("\n", "\r"), GOOD],
  }),
  "replacement-character": rule("SKC022", "correctness", "info", {
    title: "A character was lost in a conversion",
    args: { count: 1 },
    message: ({ count }) =>
      count === 1
        ? "the text contains U+FFFD in place of a lost character"
        : `the text contains U+FFFD in place of ${plural(count, "lost character")}`,
    consequence: "the original was lost when the file was converted",
    help: "restore the character from the original",
    shown: ["body", "Landings in K\uFFFDbenhavn.", "Landings in København."],
  }),
  "control-character": rule("SKC013", "correctness", "warning", {
    title: "Text contains a control character",
    args: { character: "U+0007", where: "body" },
    message: ({ character, where }) => `the ${where} contains the control character ${character}`,
    consequence: "it has no use in YAML or terminals, and some parsers stop there",
    help: "delete it",
    origin: { source: "YAML 1.2, production c-printable", level: "MUST" },
    shown: ["body", "Read the \u0007table.", "Read the table."],
  }),
  "frontmatter-delimiter-in-value": rule("SKC112", "portability", "info", {
    title: "A value contains the delimiter of the frontmatter",
    message: 'a value in the frontmatter contains "---"',
    consequence: "the reference library ends the frontmatter there and silently loses the rest of it",
    help: "write a dash or an arrow instead",
    origin: SKILLS_REF,
    shown: [
      "document",
      described("Reads tide tables --- of every port. Use when a landing is planned."),
      described("Reads tide tables of every port. Use when a landing is planned."),
    ],
  }),
  "yaml-flow": rule("SKC113", "portability", "off", {
    title: "A list is written in brackets",
    args: { written: "[tides, ports]" },
    levels: { spec: "info", portable: "error" },
    message: ({ written }) => `${quote(written)} is written in brackets`,
    consequence: "the reference library rejects lists and mappings in brackets",
    help: "write one item or key per line",
    origin: SUBSET,
    shown: ["frontmatter", "metadata: {port: Nord}", "metadata:\n  port: Nord", { profile: "portable" }],
  }),
  "html-comment": rule("SKC733", "security", "off", {
    title: "Instructions contain an HTML comment",
    levels: { spec: "info", mcp: "info" },
    message: "the instructions contain an HTML comment",
    consequence: "people who read the rendered page do not see it, but the model does",
    help: "write it as text, or delete it",
    origin: { source: "MCP Skills extension, threat model", level: "SHOULD" },
    shown: ["body", "Read the table.\n\n<!-- and the moon -->", "Read the table, and the moon.", { profile: "spec" }],
  }),
  "unfinished-skill": rule("SKC315", "quality", "warning", {
    title: "Skill still contains the text of its template",
    args: { written: "Describe the input and the expected output in one or two sentences." },
    message: ({ written }) => `the instructions still contain the text of the template: ${quote(written)}`,
    consequence: "a model that loads the skill reads how to write a skill, not how to do the work",
    help: "write the instructions, or delete the skill",
    shown: [
      "body",
      "Describe the input and the expected output in one or two sentences.",
      "Takes the name of a port and lists the hours of low water.",
    ],
  }),
});
