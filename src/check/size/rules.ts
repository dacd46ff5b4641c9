import { SKILLC_MUST, STANDARD_SHOULD, plural, defineRules, quote, rule, thousands } from "../../diagnostics/rule.ts";

const EXT_SKILLS = { source: "MCP Skills extension, stable (0682b7b)", level: "MUST" } as const;

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.";

export const sizeRules = defineRules({
  "reference-too-many-tokens": rule("SKC503", "budget", "info", {
    title: "A reference has too many tokens",
    args: { path: "references/ports.md", tokens: 14000, limit: 10000 },
    severe: { when: ({ tokens, limit }) => tokens > 2.5 * limit, level: { standard: "warning", lenient: "info" } },
    message: ({ path, tokens, limit }) =>
      `${quote(path)} has about ${plural(tokens, "token")} (max ${thousands(limit)})`,
    consequence: "a model that reads it loads all of it into its context",
    help: "split it by topic, and say in the SKILL.md when to read which part",
    origin: STANDARD_SHOULD,
    shown: [
      "words",
      "references/ports.md with about 14,000 tokens",
      "references/ports-north.md and references/ports-south.md",
    ],
  }),
  "references-too-many-tokens": rule("SKC504", "budget", "info", {
    title: "References have too many tokens in total",
    args: { tokens: 31000, limit: 25000, files: 9 },
    message: ({ tokens, limit, files }) =>
      `the ${plural(files, "text file")} next to the SKILL.md total about ${plural(tokens, "token")} (max ${thousands(limit)})`,
    consequence: "a model that follows every reference fills its context",
    help: "keep what is needed often; have a script look up the rest",
    shown: ["words", "nine references that total about 31,000 tokens", "scripts/find-port.py, which looks up one port"],
  }),
  "file-large": rule("SKC508", "budget", "info", {
    title: "A file is large",
    args: { path: "assets/chart.png", bytes: 4200000, limit: 1048576 },
    message: ({ path, bytes, limit }) => `${quote(path)} has ${plural(bytes, "byte")} (max ${thousands(limit)})`,
    consequence: "it becomes part of the deployed program, and binary data grows by a third",
    help: [
      "host it elsewhere, and name its address in the skill",
      "leave it out with files.exclude or files.maxBytes",
      'set module: { assets: "copy" } to write files that are not text next to the module',
    ],
    shown: ["words", "assets/chart.png with 4.2 MB", "the SKILL.md names https://charts.example/nord.png"],
  }),
  "body-too-many-lines": rule("SKC501", "budget", "info", {
    title: "SKILL.md has too many lines",
    args: { lines: 812, limit: 500 },
    message: ({ lines, limit }) => `the SKILL.md has ${plural(lines, "line")} (recommended max ${thousands(limit)})`,
    consequence: "all of it enters the model's context each time the skill is loaded",
    help: "move details into files under references/ that the model reads when needed",
    origin: STANDARD_SHOULD,
    shown: ["words", "a SKILL.md of 812 lines", "a SKILL.md of 200 lines that names references/harbours.md"],
  }),
  "body-too-many-tokens": rule("SKC502", "budget", "info", {
    title: "Instructions have too many tokens",
    args: { tokens: 7400, limit: 5000 },
    severe: { when: ({ tokens, limit }) => tokens > 2 * limit, level: { standard: "warning", lenient: "info" } },
    message: ({ tokens, limit }) =>
      `the instructions have about ${plural(tokens, "token")} (recommended max ${thousands(limit)})`,
    consequence: "all of it enters the model's context each time the skill is loaded",
    help: "move details into files under references/ that the model reads when needed",
    origin: STANDARD_SHOULD,
    shown: [
      "words",
      "instructions of about 7,400 tokens",
      "instructions of about 2,000 tokens that name references/harbours.md",
    ],
  }),
  "body-empty": rule("SKC311", "quality", "warning", {
    title: "Skill has no instructions",
    message: "the skill has no instructions after its frontmatter",
    consequence: "loading the skill gives the model nothing to follow",
    help: "write the steps below the closing ---",
    shown: [
      "document",
      "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\n",
      GOOD,
    ],
  }),
  "mcp-too-many-files": rule("SKC520", "budget", "off", {
    title: "Skill has too many files for MCP",
    args: { files: 1400, limit: 1000 },
    levels: { mcp: "error" },
    message: ({ files, limit }) => `the skill has ${plural(files, "file")} (max ${thousands(limit)})`,
    consequence: "hosts of the MCP Skills extension reject the skill",
    help: "leave files out with files.exclude or a .skillignore, or split the skill",
    origin: EXT_SKILLS,
    shown: ["words", "a skill of 1,400 files", "a skill of 40 files"],
  }),
  "mcp-too-large": rule("SKC521", "budget", "off", {
    title: "Skill is too large for MCP",
    args: { bytes: 60000000, limit: 52428800 },
    levels: { mcp: "error" },
    message: ({ bytes, limit }) => `the files of the skill total ${plural(bytes, "byte")} (max ${thousands(limit)})`,
    consequence: "hosts of the MCP Skills extension reject the skill",
    help: "leave files out with files.exclude or a .skillignore",
    origin: EXT_SKILLS,
    shown: ["words", "a skill of 60 MB", "a skill of 2 MB"],
  }),
  "upload-too-large": rule("SKC522", "budget", "error", {
    title: "Skill is too large to upload",
    args: { what: "bytes in total", amount: 41000000, limit: 31457280, whose: "the Anthropic API" },
    message: ({ what, amount, limit, whose }) =>
      `the upload has ${thousands(amount)} ${what} (max ${thousands(limit)} for ${whose})`,
    consequence: "the API rejects the upload",
    help: "leave files out with files.exclude or a .skillignore",
    origin: SKILLC_MUST,
    shown: ["words", "a skill of 41 MB under the profile anthropic-api", "a skill of 2 MB"],
  }),
  "document-too-large": rule("SKC523", "budget", "error", {
    title: "SKILL.md is larger than the client reads",
    args: { bytes: 1200000, limit: 1048576, client: "GitHub Copilot CLI" },
    message: ({ bytes, limit, client }) =>
      `SKILL.md has ${plural(bytes, "byte")} (max ${thousands(limit)} for ${client})`,
    consequence: "the client leaves the skill out",
    help: "move parts of it into files of their own, and link them",
    origin: { source: "the clients' own loaders (docs/clients.md)", level: "MUST" },
    shown: ["words", "a SKILL.md of 1.2 MB under the profile copilot", "a SKILL.md of 20 KB"],
  }),
});
