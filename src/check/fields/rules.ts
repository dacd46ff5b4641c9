/** Rules about frontmatter fields other than the name, the description and the tools. */
import {
  type LevelByProfile,
  type RuleEntry,
  SKILLC_PRACTICE,
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

/** An empty value as read by clients that support only strings. */
const EMPTY_TEXT = '""';

const EXT_SKILLS = { source: "MCP Skills extension, stable (0682b7b)", level: "MUST" } as const;

const CLAUDE = { source: "Claude Code 2.1.330", level: "PRACTICE" } as const;

const unknownValue = (
  code: `SKC${string}`,
  field: string,
  known: string,
  effect: string,
): RuleEntry<{ value: string; nearest: string }> =>
  rule<{ value: string; nearest: string }>({
    code,
    category: "correctness",
    level: "info",
    message: ({ value }) => `${field} is ${quote(value)}, which Claude Code does not support`,
    consequence: effect,
    help: ({ nearest }) => [...didYouMean(nearest), `use ${known}`],
    origin: CLAUDE,
  });

const CLAUDE_CODE = { source: "Claude Code 2.1.330", level: "PRACTICE" } as const;

export const fieldRules = defineRules({
  "index-tier-invalid": rule<{ value: string; hidden: boolean }>({
    code: "SKC534",
    category: "correctness",
    level: "warning",
    milder: { when: ({ hidden }) => hidden, level: "info" },
    message: ({ value, hidden }) =>
      hidden
        ? `the index tier ${quote(value)} has no effect: no model sees the skill`
        : `${quote(value)} is not pinned, listed, name-only or deferred`,
    consequence: "the skill is listed as if it had no tier, or not at all",
    help: ({ hidden }) =>
      hidden ? ["delete the tier, or disable-model-invocation"] : ["write pinned, listed, name-only or deferred"],
    origin: SKILLC_PRACTICE,
  }),
  "compatibility-not-string": notStringRule({
    code: "SKC256",
    field: "compatibility",
    level: { standard: "warning", mcp: "error", portable: "error", systems: "off" },
    severe: UNUSABLE,
  }),
  "compatibility-empty": rule<{}>({
    code: "SKC257",
    category: "correctness",
    level: STRICT,
    message: () => "compatibility is empty",
    consequence: "strict clients reject the skill",
    help: () => ["say what the skill needs, or delete the field"],
    origin: STANDARD_MUST,
  }),
  "compatibility-too-long": rule<{ length: number; limit: number }>({
    code: "SKC258",
    category: "correctness",
    level: STRICT,
    message: ({ length, limit }) => `compatibility has ${plural(length, "character")} (max ${thousands(limit)})`,
    consequence: "strict clients reject the skill",
    help: () => ["name only what is required; move the rest into the body"],
    origin: STANDARD_MUST,
  }),
  "license-not-string": notStringRule({
    code: "SKC259",
    field: "license",
    level: { standard: "warning", systems: "off" },
    severe: { standard: "warning", systems: "off", promptkit: "error" },
  }),
  "license-empty": rule<{}>({
    code: "SKC260",
    category: "quality",
    level: "warning",
    message: () => "license is empty",
    consequence: "no one can tell under which terms the skill may be used",
    help: () => ["name a license or a file, or delete the field"],
    origin: STANDARD_SHOULD,
  }),
  "metadata-not-map": rule<{ found: string }>({
    code: "SKC227",
    category: "correctness",
    level: UNUSABLE,
    message: ({ found }) => `metadata must be a mapping, but it is ${found}`,
    consequence: "the catalog keeps it under extra, not under metadata",
    help: () => ["write it as indented key: value lines"],
    origin: STANDARD_MUST,
  }),
  "metadata-empty": rule<{}>({
    code: "SKC274",
    category: "quality",
    level: { standard: "info", systems: "off" },
    message: () => "metadata has no value",
    consequence: "it is an empty mapping in the catalog; strict readers expect keys below it",
    help: () => ["add indented key: value lines, or delete the field"],
    origin: STANDARD_MUST,
  }),
  "metadata-not-indented": rule<{ first: string; keys: number }>({
    code: "SKC275",
    category: "correctness",
    level: { standard: "warning", spec: "error" },
    message: ({ first, keys }) =>
      keys === 1
        ? `${quote(first)} follows the empty metadata without indentation`
        : `${quote(first)} and ${plural(keys - 1, "more key")} follow the empty metadata without indentation`,
    consequence: "they are fields of the skill, which clients ignore or strict clients reject, and metadata is empty",
    help: () => ["indent them by two spaces, so that they belong to metadata"],
    origin: STANDARD_MUST,
  }),
  "metadata-value-not-string": rule<{ key: string; found: string; kept: string }>({
    code: "SKC226",
    category: "portability",
    level: { standard: "info", spec: "warning", portable: "error", mcp: "error", systems: "off" },
    severe: {
      when: ({ kept }) => kept === "",
      level: { standard: "info", spec: "error", mcp: "error", systems: "off", promptkit: "error" },
    },
    message: ({ key, found }) => `the metadata value ${quote(key)} is ${found}, not a string`,
    consequence: "clients that follow the standard reject the skill or change the value (1.10 becomes 1.1)",
    help: ({ key, kept }) => {
      if (kept === "") return ["write it as one line of text, or move it to a separate field"];
      return [kept === EMPTY_TEXT ? `write ${key}: "", or delete the key` : `quote it: ${key}: "${kept}"`];
    },
    origin: STANDARD_MUST,
  }),
  "field-type": rule<{ field: string; expected: string; found: string; refused: string }>({
    code: "SKC223",
    category: "correctness",
    level: "warning",
    // The system of the profile rejects the skill because of it.
    severe: { when: ({ refused }) => refused !== "", level: "error" },
    message: ({ field, expected, found }) => `${field} must be ${expected}, but it is ${found}`,
    consequence: "the catalog keeps the value under extra, and it has no effect",
    help: ({ field, expected }) => [`write ${field} as ${expected}`],
    origin: SKILLC_PRACTICE,
  }),
  "model-invalid": rule<{ field: string; written: string; fault: string }>({
    code: "SKC251",
    category: "correctness",
    level: "warning",
    message: ({ field, written, fault }) => `${field} ${written === "" ? "" : `${quote(written)} `}${fault}`,
    consequence: "the skill runs with the model of the conversation",
    help: () => [
      "write a model name or provider://model?key=value, or delete the field to use the model of the conversation",
    ],
    origin: { source: "SkillKit 0.3.0, metadata.model", level: "PRACTICE" },
  }),
  "hook-invalid": rule<{ event: string; nearest: string; found: string }>({
    code: "SKC253",
    category: "correctness",
    level: "warning",
    message: ({ event, nearest, found }) =>
      nearest === ""
        ? `the hooks of ${quote(event)} must be a list, but they are ${found}`
        : `unknown hook event ${quote(event)}`,
    consequence: "the hook would never run; the skill is left out",
    help: ({ nearest }) => [nearest === "" ? "write the handlers as a list: - matcher: …" : `write ${nearest}`],
    origin: { source: "Claude Code 2.1.330, SkillKit 0.3.0", level: "PRACTICE" },
  }),
  "hook-entry-invalid": rule<{ event: string; found: string }>({
    code: "SKC886",
    category: "correctness",
    level: "warning",
    message: ({ event, found }) => `an entry of the hooks of ${quote(event)} ${found}`,
    consequence: "the hook would never run; the skill is left out",
    help: () => ["write the entry as - matcher: …, with a list hooks of mappings that each have a type"],
    origin: { source: "Claude Code 2.1.330, SkillKit 0.3.0", level: "PRACTICE" },
  }),
  "boolean-as-text": rule<{ field: string; source: string; taken: boolean }>({
    code: "SKC225",
    category: "portability",
    level: "warning",
    message: ({ field, source, taken }) =>
      `${field} must be true or false, but it is ${quote(source)} (read as ${taken})`,
    consequence: "clients that do not check types read every string as true",
    help: ({ field, taken }) => [`write ${field}: ${taken}`],
    origin: SKILLC_PRACTICE,
  }),
  "unknown-field": rule<{ field: string; nearest: string; known: boolean }>({
    code: "SKC221",
    category: "portability",
    level: { standard: "info", spec: "error" },
    message: ({ field, nearest, known }) => {
      if (known) return `the field ${quote(field)} is not part of the standard, although some clients read it`;
      return nearest === "" ? `no known client reads the field ${quote(field)}` : `unknown field ${quote(field)}`;
    },
    consequence: "strict clients reject the skill, others ignore the field; the catalog keeps it under extra",
    help: ({ nearest }) =>
      nearest === "" ? ["move it under metadata, where the standard allows other keys"] : didYouMean(nearest),
    origin: STANDARD_MUST,
  }),
  "field-misspelt": rule<{ field: string; nearest: string }>({
    code: "SKC222",
    category: "correctness",
    level: { standard: "warning", spec: "off" },
    message: ({ field }) => `unknown field ${quote(field)}`,
    consequence: "clients ignore it; the catalog keeps it under extra",
    help: ({ nearest }) => didYouMean(nearest),
    origin: SKILLC_PRACTICE,
  }),
  "tags-two-forms": rule<{ tags: string; metadataTags: string }>({
    code: "SKC616",
    category: "portability",
    level: "info",
    message: ({ tags, metadataTags }) => `tags is ${quote(tags)}, but metadata.tags is ${quote(metadataTags)}`,
    consequence: "the catalog uses the top-level list; PromptKit reads only metadata.tags, fizeau only the list",
    help: () => ["write the same tags in both places, or delete one of them"],
    origin: { source: "PromptKit 1.5, fizeau (40c5732)", level: "PRACTICE" },
  }),
  "metadata-reserved-key": rule<{ key: string }>({
    code: "SKC228",
    category: "portability",
    level: "warning",
    message: ({ key }) => `the metadata key ${quote(key)} is reserved for the MCP Skills extension`,
    consequence: "servers and hosts may overwrite it or treat it as their own",
    help: () => ["use your own prefix, such as com.example/"],
    origin: EXT_SKILLS,
  }),
  "field-not-read": rule<{ field: string; reader: string; readers: string }>({
    code: "SKC229",
    category: "portability",
    level: { standard: "off", lenient: "info", systems: "info" },
    message: ({ field, reader }) => `${reader} does not read the field ${quote(field)}`,
    consequence: "the field has no effect there, but stays in the catalog",
    help: ({ readers }) => (readers === "" ? [] : [`keep it only for clients that read it: ${readers}`]),
    origin: SKILLC_PRACTICE,
  }),
  "shell-unknown-value": unknownValue("SKC261", "shell", "bash or powershell", "Claude Code falls back to bash"),
  "context-unknown-value": unknownValue("SKC262", "context", "fork or inline", "the skill runs inline"),
  "effort-unknown-value": unknownValue(
    "SKC263",
    "effort",
    "low, medium, high, max or a whole number",
    "the effort of the conversation does not change",
  ),
  "version-not-semver": rule<{ version: string }>({
    code: "SKC266",
    category: "quality",
    level: { standard: "info", spec: "off", systems: "off" },
    message: ({ version }) => `${quote(version)} is not a semantic version`,
    consequence: "tools that compare versions cannot tell which of two is newer",
    help: () => ["write three numbers, such as 1.2.0"],
    origin: SKILLC_PRACTICE,
  }),
  "license-long": rule<{ length: number; limit: number }>({
    code: "SKC265",
    category: "quality",
    level: { standard: "info", systems: "off" },
    message: ({ length, limit }) => `license has ${plural(length, "character")} (max ${thousands(limit)})`,
    consequence: "lists of skills show all of it, and tools that search for a known license find none",
    help: () => ["name the license, such as MIT, or the file with its text, such as LICENSE.txt"],
    origin: STANDARD_SHOULD,
  }),
  "boolean-unparseable": rule<{ field: string; source: string }>({
    code: "SKC264",
    category: "correctness",
    level: "warning",
    message: ({ field, source }) => `${field} must be true or false, but it is ${quote(source)}`,
    consequence: "clients read it as false, as true or as nothing",
    help: ({ field }) => [`write ${field}: true or ${field}: false`],
    origin: CLAUDE,
  }),
  "executes-code": rule<{ what: string }>({
    code: "SKC732",
    category: "security",
    level: { standard: "off", "claude-code": "info", mcp: "warning", portable: "info" },
    message: ({ what }) => `${what} run programs on the user's machine`,
    consequence: "hosts never run them in skills from other sources; the catalog lists what the skill requires",
    help: () => ["tell the user about them"],
    origin: EXT_SKILLS,
  }),
  "never-invocable": rule<{}>({
    code: "SKC254",
    category: "correctness",
    level: "warning",
    message: () =>
      "neither a model nor a user can invoke the skill: disable-model-invocation is true and user-invocable is false",
    consequence: "it is in the catalog, but no one can load it",
    help: () => ["allow at least one of the two"],
    origin: CLAUDE_CODE,
  }),
  "agent-without-fork": rule<{ agent: string }>({
    code: "SKC255",
    category: "correctness",
    level: "warning",
    message: ({ agent }) => `the agent ${quote(agent)} has no effect without context: fork`,
    consequence: "the skill runs in the agent that loads it",
    help: () => ["add the line context: fork, or delete agent"],
    origin: CLAUDE_CODE,
  }),
  "field-twice": rule<{ field: string; first: string; last: string }>({
    code: "SKC671",
    category: "correctness",
    level: "warning",
    message: ({ first, last }) => `${quote(first)} and ${quote(last)} are the same field`,
    consequence:
      "clients disagree on which applies; the catalog takes the last, and leaves out a skill if the field restricts it",
    help: ({ field }) => [`write ${field} once`],
    origin: SKILLC_PRACTICE,
  }),
});
