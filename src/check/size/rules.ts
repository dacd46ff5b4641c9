/** Rules about the size of a skill and its parts. */
import {
  SKILLC_MUST,
  SKILLC_PRACTICE,
  STANDARD_SHOULD,
  plural,
  defineRules,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";

const EXT_SKILLS = { source: "MCP Skills extension, stable (0682b7b)", level: "MUST" } as const;

export const sizeRules = defineRules({
  "reference-too-many-tokens": rule<{ path: string; tokens: number; limit: number }>({
    code: "SKC503",
    category: "budget",
    level: "info",
    severe: { when: ({ tokens, limit }) => tokens > 2.5 * limit, level: { standard: "warning", lenient: "info" } },
    message: ({ path, tokens, limit }) =>
      `${quote(path)} has about ${plural(tokens, "token")} (max ${thousands(limit)})`,
    consequence: "a model that reads it loads all of it into its context",
    help: () => ["split it by topic, and say in the SKILL.md when to read which part"],
    origin: STANDARD_SHOULD,
  }),
  "references-too-many-tokens": rule<{ tokens: number; limit: number; files: number }>({
    code: "SKC504",
    category: "budget",
    level: "info",
    message: ({ tokens, limit, files }) =>
      `the ${plural(files, "text file")} next to the SKILL.md total about ${plural(tokens, "token")} (max ${thousands(limit)})`,
    consequence: "a model that follows every reference fills its context",
    help: () => ["keep what is needed often; have a script look up the rest"],
    origin: SKILLC_PRACTICE,
  }),
  "file-large": rule<{ path: string; bytes: number; limit: number }>({
    code: "SKC508",
    category: "budget",
    level: "info",
    message: ({ path, bytes, limit }) => `${quote(path)} has ${plural(bytes, "byte")} (max ${thousands(limit)})`,
    consequence: "it becomes part of the deployed program, and binary data grows by a third",
    help: () => [
      "host it elsewhere, and name its address in the skill",
      "leave it out with files.exclude or files.maxBytes",
      'set module: { assets: "copy" } to write files that are not text next to the module',
    ],
    origin: SKILLC_PRACTICE,
  }),
  "body-too-many-lines": rule<{ lines: number; limit: number }>({
    code: "SKC501",
    category: "budget",
    level: "info",
    message: ({ lines, limit }) => `the SKILL.md has ${plural(lines, "line")} (recommended max ${thousands(limit)})`,
    consequence: "all of it enters the model's context each time the skill is loaded",
    help: () => ["move details into files under references/ that the model reads when needed"],
    origin: STANDARD_SHOULD,
  }),
  "body-too-many-tokens": rule<{ tokens: number; limit: number }>({
    code: "SKC502",
    category: "budget",
    level: "info",
    severe: { when: ({ tokens, limit }) => tokens > 2 * limit, level: { standard: "warning", lenient: "info" } },
    message: ({ tokens, limit }) =>
      `the instructions have about ${plural(tokens, "token")} (recommended max ${thousands(limit)})`,
    consequence: "all of it enters the model's context each time the skill is loaded",
    help: () => ["move details into files under references/ that the model reads when needed"],
    origin: STANDARD_SHOULD,
  }),
  "body-empty": rule<{}>({
    code: "SKC311",
    category: "quality",
    level: "warning",
    message: () => "the skill has no instructions after its frontmatter",
    consequence: "loading the skill gives the model nothing to follow",
    help: () => ["write the steps below the closing ---"],
    origin: SKILLC_PRACTICE,
  }),
  "mcp-too-many-files": rule<{ files: number; limit: number }>({
    code: "SKC520",
    category: "budget",
    level: { standard: "off", mcp: "error" },
    message: ({ files, limit }) => `the skill has ${plural(files, "file")} (max ${thousands(limit)})`,
    consequence: "hosts of the MCP Skills extension reject the skill",
    help: () => ["leave files out with files.exclude or a .skillignore, or split the skill"],
    origin: EXT_SKILLS,
  }),
  "mcp-too-large": rule<{ bytes: number; limit: number }>({
    code: "SKC521",
    category: "budget",
    level: { standard: "off", mcp: "error" },
    message: ({ bytes, limit }) => `the files of the skill total ${plural(bytes, "byte")} (max ${thousands(limit)})`,
    consequence: "hosts of the MCP Skills extension reject the skill",
    help: () => ["leave files out with files.exclude or a .skillignore"],
    origin: EXT_SKILLS,
  }),
  "upload-too-large": rule<{ what: string; amount: number; limit: number; whose: string }>({
    code: "SKC522",
    category: "budget",
    level: "error",
    message: ({ what, amount, limit, whose }) =>
      `the upload has ${thousands(amount)} ${what} (max ${thousands(limit)} for ${whose})`,
    consequence: "the API rejects the upload",
    help: () => ["leave files out with files.exclude or a .skillignore"],
    origin: SKILLC_MUST,
  }),
});
