/** Examples for the rules that some standard, client or system has and others do not. */
import type { ExamplesOf } from "./rule-example.ts";
import type { companionRules } from "./rules-companions.ts";
import type { profileRules } from "./rules-profiles.ts";

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;
const described = (description: string): string =>
  `---\nname: tide-tables\ndescription: ${description}\n---\nRead the table.`;
const GOOD = named("tide-tables");
const FILES = "files:\n  - path: ports.md\n    description: Names of the ports";

export const profileExamples: ExamplesOf<typeof profileRules> = {
  "skill-md-lowercase": {
    args: { found: "skill.md" },
    kind: "files",
    profile: "spec",
    bad: "skills/tide-tables/skill.md",
    good: "skills/tide-tables/SKILL.md",
  },
  "place-not-searched": {
    args: { places: "*" },
    kind: "files",
    profile: "cognesy",
    bad: "skills/tide-tables/SKILL.md\nskills/sea/north/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/north/SKILL.md",
  },
  "cr-line-endings": { args: {}, kind: "document", bad: GOOD.replaceAll("\n", "\r"), good: GOOD },
  "replacement-character": {
    args: { count: 1 },
    kind: "body",
    bad: "Landings in K\uFFFDbenhavn.",
    good: "Landings in København.",
  },
  "control-character": {
    args: { character: "U+0007", where: "body" },
    kind: "body",
    bad: "Read the \u0007table.",
    good: "Read the table.",
  },
  "frontmatter-delimiter-in-value": {
    args: {},
    kind: "document",
    bad: described("Reads tide tables --- of every port. Use when a landing is planned."),
    good: described("Reads tide tables of every port. Use when a landing is planned."),
  },
  "yaml-flow": {
    args: { written: "[tides, ports]" },
    kind: "frontmatter",
    profile: "portable",
    bad: "metadata: {port: Nord}",
    good: "metadata:\n  port: Nord",
  },
  "name-reserved": {
    args: { name: "claude-tides", word: "claude" },
    kind: "document",
    profile: "portable",
    bad: named("claude-tides"),
    good: GOOD,
  },
  "name-segment": {
    args: { name: "sea:tides:north", fault: "has more than one colon" },
    kind: "document",
    profile: "skillkit",
    bad: named("sea:tides:north"),
    good: named("sea:tides"),
  },
  "description-short": {
    args: { length: 6 },
    kind: "document",
    profile: "spec",
    bad: described("Tides."),
    good: described("Reads tide tables. Use when a landing is planned."),
  },
  "description-person": {
    args: { word: "I can" },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: I can read tide tables when a landing is planned.\n---\nRead the table.",
    good: "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.",
  },
  "description-near-limit": {
    args: { length: 1010, limit: 1024 },
    kind: "words",
    bad: "a description of 1,010 characters",
    good: "a description of 300 characters; the rest stands in the body",
  },
  "description-no-trigger": {
    args: {},
    kind: "document",
    profile: "portable",
    bad: described("Reads the tide table of a port."),
    good: described("Reads the tide table of a port. Use when a landing is planned."),
  },
  "description-keywords": {
    args: { keywords: 12 },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: tides, ports, boats, harbours, sea, moon, sun, wind, waves, hours, tables, landing\n---\nRead the table.",
    good: "---\nname: tide-tables\ndescription: Reads tide tables of ports. Use when a landing is planned.\n---\nRead the table.",
  },
  "description-angle-brackets": {
    args: { written: "<port>" },
    kind: "document",
    bad: described("Reads the tide table of <port>. Use when a landing is planned."),
    good: described("Reads the tide table of a port. Use when a landing is planned."),
  },
  "description-multiline": {
    args: { lines: 2 },
    kind: "document",
    profile: "portable",
    bad: described("|\n  Reads tide tables.\n  Use when a landing is planned."),
    good: described(">-\n  Reads tide tables.\n  Use when a landing is planned."),
  },
  "description-placeholder": {
    args: { word: "TODO" },
    kind: "document",
    bad: described('"TODO: describe the skill"'),
    good: described("Reads tide tables. Use when a landing is planned."),
  },
  "metadata-reserved-key": {
    args: { key: "io.modelcontextprotocol/kind" },
    kind: "frontmatter",
    bad: "metadata:\n  io.modelcontextprotocol/kind: tides",
    good: "metadata:\n  com.example/kind: tides",
  },
  "field-not-read": {
    args: { field: "toolsets", reader: "Claude Code", readers: "Carnet" },
    kind: "frontmatter",
    profile: "claude-code",
    bad: "toolsets: [clocks]",
    good: "license: MIT",
  },
  "shell-unknown-value": {
    args: { value: "fish", nearest: "" },
    kind: "frontmatter",
    bad: "shell: fish",
    good: "shell: bash",
  },
  "context-unknown-value": {
    args: { value: "forked", nearest: "fork" },
    kind: "frontmatter",
    bad: "context: forked",
    good: "context: fork",
  },
  "effort-unknown-value": {
    args: { value: "huge", nearest: "" },
    kind: "frontmatter",
    bad: "effort: huge",
    good: "effort: high",
  },
  "version-not-semver": {
    args: { version: "1.10" },
    kind: "frontmatter",
    bad: 'version: "1.10"',
    good: "version: 1.10.0",
  },
  "license-long": {
    args: { length: 1070, limit: 200 },
    kind: "words",
    bad: "the whole text of a licence",
    good: "license: MIT",
  },
  "boolean-unparseable": {
    args: { field: "user-invocable", source: "maybe" },
    kind: "frontmatter",
    bad: "user-invocable: maybe",
    good: "user-invocable: true",
  },
  "executes-code": {
    args: { what: "hooks" },
    kind: "frontmatter",
    profile: "mcp",
    bad: "hooks:\n  PreToolUse: []",
    good: "license: MIT",
  },
  "html-comment": {
    args: {},
    kind: "body",
    profile: "spec",
    bad: "Read the table.\n\n<!-- and the moon -->",
    good: "Read the table, and the moon.",
  },
  "ref-too-deep": {
    args: { target: "references/north/ports.md", levels: 2 },
    kind: "body",
    profile: "spec",
    bad: "See [ports](references/north/ports.md).",
    good: "See [ports](references/ports.md).",
    beside: ["references/north/ports.md", "references/ports.md"],
  },
  "ref-chain": {
    args: { from: "references/ports.md", target: "references/nord.md" },
    kind: "words",
    bad: "only references/ports.md links to references/nord.md",
    good: "the SKILL.md links to references/nord.md as well",
  },
  "files-description-missing": {
    args: { path: "ports.md" },
    kind: "frontmatter",
    profile: "carnet",
    bad: "files:\n  - path: ports.md",
    good: FILES,
    beside: ["ports.md"],
  },
  "view-path-missing": {
    args: { view: "sea", path: "skills/sea" },
    kind: "words",
    bad: 'views: { "sea": "skills/sea" } under the profile promptkit, without such a skill',
    good: 'views: { "sea": "skills/tide-tables" }',
  },
  "mcp-too-many-files": {
    args: { files: 1400, limit: 1000 },
    kind: "words",
    bad: "a skill of 1,400 files",
    good: "a skill of 40 files",
  },
  "mcp-too-large": {
    args: { bytes: 60000000, limit: 52428800 },
    kind: "words",
    bad: "a skill of 60 MB",
    good: "a skill of 2 MB",
  },
  "upload-too-large": {
    args: { what: "bytes of all files", amount: 41000000, limit: 31457280, whose: "the Anthropic API" },
    kind: "words",
    bad: "a skill of 41 MB under the profile anthropic-api",
    good: "a skill of 2 MB",
  },
};

export const companionExamples: ExamplesOf<typeof companionRules> = {
  "agent-invalid": {
    args: { kind: "agent", field: "name", found: "" },
    kind: "words",
    bad: "an AGENT.md without a name",
    good: "name: mate",
  },
  "agent-shadowed": {
    args: { kind: "agent", name: "mate", kept: "fleet/ship/AGENT.md", lost: "fleet/boat/AGENT.md" },
    kind: "words",
    bad: "two files AGENT.md with name: mate",
    good: "name: mate in one, name: first-mate in the other",
  },
  "agent-skill-unknown": {
    args: { agent: "mate", name: "tide-table", nearest: "tide-tables" },
    kind: "words",
    bad: "skills: [tide-table] in an AGENT.md",
    good: "skills: [tide-tables]",
  },
  "toolset-unknown": {
    args: { name: "clock", nearest: "clocks" },
    kind: "frontmatter",
    profile: "carnet",
    bad: "toolsets: [clock]",
    good: "license: MIT",
  },
};
