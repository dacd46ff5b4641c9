import {
  type LevelByProfile,
  type RuleRow,
  STANDARD_MUST,
  STANDARD_SHOULD,
  plural,
  defineRules,
  didYouMean,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";
import { notStringRule } from "../not-string-rule.ts";

const STRICT: LevelByProfile = { standard: "warning", spec: "error", mcp: "error", systems: "off" };

/** PromptKit reads these fields into typed structures. */
const UNUSABLE: LevelByProfile = { ...STRICT, promptkit: "error" };

/** As read by clients that support only strings. */
const EMPTY_TEXT = '""';

const EXT_SKILLS = { source: "MCP Skills extension, stable (0682b7b)", level: "MUST" } as const;

const CLAUDE = { source: "Claude Code 2.1.330", level: "PRACTICE" } as const;

type ValueRow = Pick<RuleRow<{ value: string; nearest: string }>, "title" | "args" | "consequence" | "shown">;

const unknownValue = (code: `SKC${string}`, field: string, known: string, row: ValueRow) =>
  rule(code, "correctness", "info", {
    ...row,
    message: ({ value }) => `${field} is ${quote(value)}, which Claude Code does not support`,
    help: ({ nearest }) => [...didYouMean(nearest), `use ${known}`],
    origin: CLAUDE,
  });

export const fieldRules = defineRules({
  "index-tier-invalid": rule("SKC534", "correctness", "warning", {
    title: "Index tier is unknown, or has no effect",
    args: { value: "later", hidden: false },
    milder: { when: ({ hidden }) => hidden, level: "info" },
    message: ({ value, hidden }) =>
      hidden
        ? `the index tier ${quote(value)} has no effect: no model sees the skill`
        : `${quote(value)} is not pinned, listed, name-only or deferred`,
    consequence: "the skill is listed as if it had no tier, or not at all",
    help: ({ hidden }) =>
      hidden ? "delete the tier, or disable-model-invocation" : "write pinned, listed, name-only or deferred",
    shown: ["frontmatter", "metadata:\n  index: later", "metadata:\n  index: deferred"],
  }),
  "argument-hint-not-string": rule("SKC926", "portability", "off", {
    title: "Argument hint is not a string",
    args: { found: "a list", written: "[port]" },
    levels: { vscode: "warning" },
    message: ({ found }) => `argument-hint must be a string, but YAML reads it as ${found}`,
    consequence: "Copilot CLI drops the skill",
    help: ({ written }) => `quote it: argument-hint: "${written}"`,
    origin: { source: "Copilot CLI 1.0.102", level: "MUST" },
    shown: ["frontmatter", "argument-hint: [port]", 'argument-hint: "[port]"', { profile: "copilot", fix: "safe" }],
  }),
  "compatibility-not-string": notStringRule("SKC256", "compatibility", {
    level: { standard: "warning", mcp: "error", portable: "error", systems: "off" },
    severe: UNUSABLE,
    args: { found: "a number", kept: "18" },
    shown: ["frontmatter", "compatibility: 18", 'compatibility: "18"', { fix: "safe" }],
  }),
  "compatibility-empty": rule("SKC257", "correctness", STRICT, {
    title: "Compatibility is empty",
    message: "compatibility is empty",
    consequence: "strict clients reject the skill",
    help: "say what the skill needs, or delete the field",
    origin: STANDARD_MUST,
    shown: ["frontmatter", 'compatibility: ""', "compatibility: Needs a boat."],
  }),
  "compatibility-too-long": rule("SKC258", "correctness", STRICT, {
    title: "Compatibility is too long",
    args: { length: 620, limit: 500 },
    message: ({ length, limit }) => `compatibility has ${plural(length, "character")} (max ${thousands(limit)})`,
    consequence: "strict clients reject the skill",
    help: "name only what is required; move the rest into the body",
    origin: STANDARD_MUST,
    shown: ["words", "compatibility of 620 characters", "compatibility: Needs a boat."],
  }),
  "license-not-string": notStringRule("SKC259", "license", {
    level: { standard: "warning", systems: "off" },
    severe: { standard: "warning", systems: "off", promptkit: "error" },
    args: { found: "a number", kept: "2.0" },
    shown: ["frontmatter", "license: 2.0", 'license: "2.0"', { fix: "safe" }],
  }),
  "license-empty": rule("SKC260", "quality", "warning", {
    title: "License is empty",
    message: "license is empty",
    consequence: "no one can tell under which terms the skill may be used",
    help: "name a license or a file, or delete the field",
    origin: STANDARD_SHOULD,
    shown: ["frontmatter", 'license: ""', "license: MIT"],
  }),
  "metadata-not-map": rule("SKC227", "correctness", UNUSABLE, {
    title: "Metadata is not a mapping",
    args: { found: "a string" },
    message: ({ found }) => `metadata must be a mapping, but it is ${found}`,
    consequence: "the catalog keeps it under extra, not under metadata",
    help: "write it as indented key: value lines",
    origin: STANDARD_MUST,
    shown: ["frontmatter", "metadata: Station Nord", "metadata:\n  author: Station Nord"],
  }),
  "metadata-empty": rule("SKC274", "quality", "info", {
    title: "Metadata has no value",
    levels: { mcp: "error", systems: "off" },
    message: "metadata has no value",
    consequence: "it is an empty mapping in the catalog; strict readers expect keys below it",
    help: "add indented key: value lines, or delete the field",
    origin: STANDARD_MUST,
    shown: ["frontmatter", "metadata:", "metadata:\n  station: Nord"],
  }),
  "metadata-not-indented": rule("SKC275", "correctness", "warning", {
    title: "Keys after metadata are not indented",
    args: { first: "station", keys: 2 },
    levels: { spec: "error" },
    message: ({ first, keys }) =>
      keys === 1
        ? `${quote(first)} follows the empty metadata without indentation`
        : `${quote(first)} and ${plural(keys - 1, "more key")} follow the empty metadata without indentation`,
    consequence: "they are fields of the skill, which clients ignore or strict clients reject, and metadata is empty",
    help: "indent them by two spaces, so that they belong to metadata",
    origin: STANDARD_MUST,
    shown: [
      "frontmatter",
      "metadata:\nstation: Nord\nharbour: Sund",
      "metadata:\n  station: Nord\n  harbour: Sund",
      { fix: "safe" },
    ],
  }),
  "metadata-value-not-string": rule("SKC226", "portability", "info", {
    title: "A metadata value is not a string",
    args: { key: "version", found: "a number", kept: "1.10" },
    levels: { spec: "warning", portable: "error", mcp: "error", systems: "off" },
    severe: {
      when: ({ kept }) => kept === "",
      level: { standard: "info", spec: "error", mcp: "error", systems: "off", promptkit: "error" },
    },
    message: ({ key, found }) => `the metadata value ${quote(key)} is ${found}, not a string`,
    consequence: "clients that follow the standard reject the skill or change the value (1.10 becomes 1.1)",
    help: ({ key, kept, found }) => {
      if (found === "a list" && /[-_]skills$/.test(key)) return `write ${key}: "forms, charts"`;
      if (kept === "") return "write it as one line of text, or move it to a separate field";
      return kept === EMPTY_TEXT ? `write ${key}: "", or delete the key` : `quote it: ${key}: "${kept}"`;
    },
    origin: STANDARD_MUST,
    shown: ["frontmatter", "metadata:\n  version: 1.10", 'metadata:\n  version: "1.10"', { fix: "safe" }],
  }),
  "field-type": rule("SKC223", "correctness", "warning", {
    title: "Value of a field has the wrong type",
    args: { field: "hooks", expected: "a mapping of events", found: "a string", refused: "" },
    // The system of the profile rejects the skill because of it.
    severe: { when: ({ refused }) => refused !== "", level: "error" },
    message: ({ field, expected, found }) => `${field} must be ${expected}, but it is ${found}`,
    consequence: "the catalog keeps the value under extra, and it has no effect",
    help: ({ field, expected }) => `write ${field} as ${expected}`,
    shown: ["frontmatter", "hooks: none", "hooks: {}"],
  }),
  "model-invalid": rule("SKC251", "correctness", "warning", {
    title: "Model cannot be read",
    args: { field: "model", written: "anthropic://", fault: "names no model after ://" },
    message: ({ field, written, fault }) => `${field} ${written === "" ? "" : `${quote(written)} `}${fault}`,
    consequence: "the skill runs with the model of the conversation",
    help: "write a model name or provider://model?key=value, or delete the field to use the model of the conversation",
    origin: { source: "SkillKit 0.3.0, metadata.model", level: "PRACTICE" },
    shown: ["frontmatter", "model: anthropic://", "model: anthropic://claude-sonnet"],
  }),
  "hook-invalid": rule("SKC253", "correctness", "warning", {
    title: "A hook cannot be read",
    args: { event: "PreToolUze", nearest: "PreToolUse", found: "" },
    message: ({ event, nearest, found }) =>
      nearest === ""
        ? `the hooks of ${quote(event)} must be a list, but they are ${found}`
        : `unknown hook event ${quote(event)}`,
    consequence: "the hook would never run; the skill is left out",
    help: ({ nearest }) => (nearest === "" ? "write the handlers as a list: - matcher: …" : `write ${nearest}`),
    origin: { source: "Claude Code 2.1.330, SkillKit 0.3.0", level: "PRACTICE" },
    shown: ["frontmatter", "hooks:\n  PreToolUze: []", "hooks:\n  PreToolUse: []"],
  }),
  "hook-entry-invalid": rule("SKC886", "correctness", "warning", {
    title: "An entry of a hook cannot be read",
    args: { event: "PreToolUse", found: "is a string, not a mapping" },
    message: ({ event, found }) => `an entry of the hooks of ${quote(event)} ${found}`,
    consequence: "the hook would never run; the skill is left out",
    help: "write the entry as - matcher: …, with a list hooks of mappings that each have a type",
    origin: { source: "Claude Code 2.1.330, SkillKit 0.3.0", level: "PRACTICE" },
    shown: [
      "frontmatter",
      "hooks:\n  PreToolUse:\n    - ./check.sh",
      "hooks:\n  PreToolUse:\n    - hooks: [{ type: command, command: ./check.sh }]",
    ],
  }),
  "boolean-as-text": rule("SKC225", "portability", "warning", {
    title: "A boolean is written as text",
    args: { field: "user-invocable", source: "false", taken: false },
    message: ({ field, source, taken }) =>
      `${field} must be true or false, but it is ${quote(source)} (read as ${taken})`,
    consequence: "clients that do not check types read every string as true",
    help: ({ field, taken }) => `write ${field}: ${taken}`,
    shown: ["frontmatter", 'user-invocable: "false"', "user-invocable: false", { fix: "safe" }],
  }),
  "unknown-field": rule("SKC221", "portability", "info", {
    title: "Frontmatter has an unknown field",
    args: { field: "tide-station", nearest: "", known: false },
    levels: { spec: "error" },
    message: ({ field, nearest, known }) => {
      if (known) return `the field ${quote(field)} is not part of the standard, although some clients read it`;
      return nearest === "" ? `no known client reads the field ${quote(field)}` : `unknown field ${quote(field)}`;
    },
    consequence: "strict clients reject the skill, others ignore the field; the catalog keeps it under extra",
    help: ({ nearest }) =>
      nearest === "" ? "move it under metadata, where the standard allows other keys" : didYouMean(nearest),
    origin: STANDARD_MUST,
    shown: ["frontmatter", "tide-station: Nord", "metadata:\n  tide-station: Nord", { fix: "safe" }],
  }),
  "field-misspelt": rule("SKC222", "correctness", "warning", {
    title: "Name of a field is misspelled",
    args: { field: "licence", nearest: "license" },
    levels: { spec: "off" },
    message: ({ field }) => `unknown field ${quote(field)}`,
    consequence: "clients ignore it; the catalog keeps it under extra",
    help: ({ nearest }) => didYouMean(nearest),
    shown: ["frontmatter", "licence: MIT", "license: MIT", { fix: "safe" }],
  }),
  "tags-two-forms": rule("SKC616", "portability", "info", {
    title: "Tags are given twice, differently",
    args: { tags: "tides", metadataTags: "sea" },
    message: ({ tags, metadataTags }) => `tags is ${quote(tags)}, but metadata.tags is ${quote(metadataTags)}`,
    consequence: "the catalog uses the top-level list; PromptKit reads only metadata.tags, fizeau only the list",
    help: "write the same tags in both places, or delete one of them",
    origin: { source: "PromptKit 1.5, fizeau (40c5732)", level: "PRACTICE" },
    shown: ["frontmatter", "tags: [tides]\nmetadata:\n  tags: sea", "tags: [tides]"],
  }),
  "metadata-reserved-key": rule("SKC228", "portability", "warning", {
    title: "A metadata key is reserved",
    args: { key: "io.modelcontextprotocol/kind" },
    message: ({ key }) => `the metadata key ${quote(key)} is reserved for the MCP Skills extension`,
    consequence: "servers and hosts may overwrite it or treat it as their own",
    help: "use your own prefix, such as com.example/",
    origin: EXT_SKILLS,
    shown: ["frontmatter", "metadata:\n  io.modelcontextprotocol/kind: tides", "metadata:\n  com.example/kind: tides"],
  }),
  "field-not-read": rule("SKC229", "portability", "off", {
    title: "The client does not read this field",
    args: { field: "toolsets", reader: "Claude Code", readers: "Carnet" },
    levels: { lenient: "info", systems: "info" },
    message: ({ field, reader }) => `${reader} does not read the field ${quote(field)}`,
    consequence: "the field has no effect there, but stays in the catalog",
    help: ({ readers }) => (readers === "" ? [] : `keep it only for clients that read it: ${readers}`),
    shown: ["frontmatter", "toolsets: [clocks]", "license: MIT", { profile: "claude-code" }],
  }),
  "shell-unknown-value": unknownValue("SKC261", "shell", "bash or powershell", {
    title: "Shell is not supported",
    args: { value: "fish", nearest: "" },
    consequence: "Claude Code falls back to bash",
    shown: ["frontmatter", "shell: fish", "shell: bash"],
  }),
  "context-unknown-value": unknownValue("SKC262", "context", "fork or inline", {
    title: "Context is not supported",
    args: { value: "forked", nearest: "fork" },
    consequence: "the skill runs inline",
    shown: ["frontmatter", "context: forked", "context: fork"],
  }),
  "effort-unknown-value": unknownValue("SKC263", "effort", "low, medium, high, max or a whole number", {
    title: "Effort is not supported",
    args: { value: "huge", nearest: "" },
    consequence: "the effort of the conversation does not change",
    shown: ["frontmatter", "effort: huge", "effort: high"],
  }),
  "version-not-semver": rule("SKC266", "quality", "info", {
    title: "Version is not a semantic version",
    args: { version: "1.10" },
    levels: { spec: "off", systems: "off" },
    message: ({ version }) => `${quote(version)} is not a semantic version`,
    consequence: "tools that compare versions cannot tell which of two is newer",
    help: "write three numbers, such as 1.2.0",
    shown: ["frontmatter", 'version: "1.10"', "version: 1.10.0"],
  }),
  "license-long": rule("SKC265", "quality", "info", {
    title: "License contains a whole text",
    args: { length: 1070, limit: 200 },
    levels: { systems: "off" },
    message: ({ length, limit }) => `license has ${plural(length, "character")} (max ${thousands(limit)})`,
    consequence: "lists of skills show all of it, and tools that search for a known license find none",
    help: "name the license, such as MIT, or the file with its text, such as LICENSE.txt",
    origin: STANDARD_SHOULD,
    shown: ["words", "the whole text of a license", "license: MIT"],
  }),
  "boolean-unparseable": rule("SKC264", "correctness", "warning", {
    title: "A boolean is neither true nor false",
    args: { field: "user-invocable", source: "maybe" },
    message: ({ field, source }) => `${field} must be true or false, but it is ${quote(source)}`,
    consequence: "clients read it as false, as true or as nothing",
    help: ({ field }) => `write ${field}: true or ${field}: false`,
    origin: CLAUDE,
    shown: ["frontmatter", "user-invocable: maybe", "user-invocable: true"],
  }),
  "executes-code": rule("SKC732", "security", "off", {
    title: "Skill runs programs on the user's machine",
    args: { what: "hooks" },
    levels: { "claude-code": "info", mcp: "warning", portable: "info" },
    message: ({ what }) => `${what} run programs on the user's machine`,
    consequence: "hosts never run them in skills from other sources; the catalog lists what the skill requires",
    help: "tell the user about them",
    origin: EXT_SKILLS,
    shown: ["frontmatter", "hooks:\n  PreToolUse: []", "license: MIT", { profile: "mcp" }],
  }),
  "never-invocable": rule("SKC254", "correctness", "warning", {
    title: "No one can invoke the skill",
    message:
      "neither a model nor a user can invoke the skill: disable-model-invocation is true and user-invocable is false",
    consequence: "it is in the catalog, but no one can load it",
    help: "allow at least one of the two",
    origin: CLAUDE,
    shown: ["frontmatter", "disable-model-invocation: true\nuser-invocable: false", "disable-model-invocation: true"],
  }),
  "agent-without-fork": rule("SKC255", "correctness", "warning", {
    title: "Agent has no effect without a fork",
    args: { agent: "Explore" },
    message: ({ agent }) => `the agent ${quote(agent)} has no effect without context: fork`,
    consequence: "the skill runs in the agent that loads it",
    help: "add the line context: fork, or delete agent",
    origin: CLAUDE,
    shown: ["frontmatter", "agent: Explore", "context: fork\nagent: Explore"],
  }),
  "field-twice": rule("SKC671", "correctness", "warning", {
    title: "A field is given twice",
    args: { field: "argument-hint", first: "argument-hint", last: "argument_hint" },
    message: ({ first, last }) => `${quote(first)} and ${quote(last)} are the same field`,
    consequence:
      "clients disagree on which applies; the catalog takes the last, and leaves out a skill if the field restricts it",
    help: ({ field }) => `write ${field} once`,
    shown: ["frontmatter", "argument-hint: port\nargument_hint: hour", "argument-hint: port"],
  }),
  "field-kind-refused": rule("SKC276", "portability", "error", {
    title: "The client refuses such a value of a field",
    args: { field: "license", found: "a number", client: "Google ADK", accepted: "a string" },
    message: ({ field, found, client, accepted }) =>
      `${client} reads ${field} as ${found}, and accepts only ${accepted}`,
    consequence: "the client leaves the skill out",
    help: ({ field, accepted }) => `write ${field} as ${accepted}, or delete the field`,
    origin: { source: "the clients' own loaders (docs/clients.md)", level: "MUST" },
    shown: ["frontmatter", "license: 2.0", 'license: "2.0"', { profile: "adk", fix: "safe" }],
  }),
});
