/** Rules about frontmatter fields other than the name, the description and the tools. */
import {
  type LevelByProfile,
  type RuleEntry,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  STANDARD_SHOULD,
  defineRules,
  didYouMean,
  quote,
  rule,
} from "../../../diagnostics/rule.ts";

/** A number or a word such as `true` keeps the text as written; a list or a map (`kept` is empty) cannot be used. */
const notString = (
  code: `SKC${string}`,
  field: string,
  level: LevelByProfile,
  severe: LevelByProfile,
  use: "required" | "optional" = "required",
): RuleEntry<{ found: string; kept: string }> =>
  rule<{ found: string; kept: string }>({
    code,
    category: "correctness",
    level,
    severe: { when: ({ kept }) => kept === "", level: severe },
    ...(use === "required" && { structural: true as const }),
    message: ({ found }) => `${field} must be text, but YAML reads it as ${found}`,
    consequence: "clients that check types refuse the skill or show something else than what is written",
    help: ({ kept }) => [kept === "" ? `write ${field} as one line of text` : `quote it: ${field}: "${kept}"`],
    origin: STANDARD_MUST,
  });

const STRICT: LevelByProfile = { standard: "warning", spec: "error", mcp: "error", systems: "off" };

/** PromptKit reads these fields into typed structures. */
const UNUSABLE: LevelByProfile = { ...STRICT, promptkit: "error" };

/** An empty value as the text that readers who know only text make of it. */
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
    message: ({ value }) => `${field} is ${quote(value)}, which Claude Code does not know`,
    consequence: effect,
    help: ({ nearest }) => [...didYouMean(nearest), `use ${known}`],
    origin: CLAUDE,
  });

const CLAUDE_CODE = { source: "Claude Code 2.1.330", level: "PRACTICE" } as const;

export const fieldRules = defineRules({
  "compatibility-not-string": notString(
    "SKC256",
    "compatibility",
    { standard: "warning", mcp: "error", portable: "error", systems: "off" },
    UNUSABLE,
    "optional",
  ),
  "compatibility-empty": rule<{}>({
    code: "SKC257",
    category: "correctness",
    level: STRICT,
    message: () => "compatibility is empty",
    consequence: "strict clients refuse the skill",
    help: () => ["say what the skill needs, or delete the field"],
    origin: STANDARD_MUST,
  }),
  "compatibility-too-long": rule<{ length: number; limit: number }>({
    code: "SKC258",
    category: "correctness",
    level: STRICT,
    message: ({ length, limit }) => `compatibility has ${length} characters, more than ${limit}`,
    consequence: "strict clients refuse the skill",
    help: () => ["name only what must be there; move the rest into the body"],
    origin: STANDARD_MUST,
  }),
  "license-not-string": notString(
    "SKC259",
    "license",
    { standard: "warning", systems: "off" },
    { standard: "warning", systems: "off", promptkit: "error" },
    "optional",
  ),
  "license-empty": rule<{}>({
    code: "SKC260",
    category: "quality",
    level: "warning",
    message: () => "license is empty",
    consequence: "nobody can tell under which terms the skill may be used",
    help: () => ["name a licence or a file, or delete the field"],
    origin: STANDARD_SHOULD,
  }),
  "metadata-not-map": rule<{ found: string }>({
    code: "SKC227",
    category: "correctness",
    level: UNUSABLE,
    message: ({ found }) => `metadata must be keys and values, but it is ${found}`,
    consequence: "it is kept in the catalog under extra, not under metadata",
    help: () => ["write it as indented key: value lines"],
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
    message: ({ key, found }) => `the metadata value ${quote(key)} is ${found}, not text`,
    consequence: "clients that follow the standard refuse the skill, or lose what is written (1.10 becomes 1.1)",
    help: ({ key, kept }) => {
      if (kept === "") return ["write it as one line of text, or move it to a field of its own"];
      return [kept === EMPTY_TEXT ? `write ${key}: "", or delete the key` : `quote it: ${key}: "${kept}"`];
    },
    origin: STANDARD_MUST,
  }),
  "field-type": rule<{ field: string; expected: string; found: string; refused: string }>({
    code: "SKC223",
    category: "correctness",
    level: "warning",
    // The system of the profile refuses the skill because of it.
    severe: { when: ({ refused }) => refused !== "", level: "error" },
    message: ({ field, expected, found }) => `${field} must be ${expected}, but it is ${found}`,
    consequence: "the value is kept in the catalog under extra and has no effect",
    help: ({ field, expected }) => [`write ${field} as ${expected}`],
    origin: SKILLC_PRACTICE,
  }),
  "model-invalid": rule<{ field: string; written: string; fault: string }>({
    code: "SKC251",
    category: "correctness",
    level: "warning",
    message: ({ field, written, fault }) => `${field} ${written === "" ? "" : `${quote(written)} `}${fault}`,
    consequence: "the skill runs with the model of the conversation",
    help: () => ["write the name of a model, or provider://model?key=value; delete the field for the usual model"],
    origin: { source: "SkillKit 0.3.0, metadata.model", level: "PRACTICE" },
  }),
  "hook-invalid": rule<{ event: string; nearest: string; found: string }>({
    code: "SKC253",
    category: "correctness",
    level: "warning",
    message: ({ event, nearest, found }) =>
      nearest === ""
        ? `the hooks of ${quote(event)} must be a list, but they are ${found}`
        : `hooks names the event ${quote(event)}; it looks like ${quote(nearest)}`,
    consequence: "such a hook never runs, and nobody says so",
    help: ({ nearest }) => [nearest === "" ? "write the handlers as a list: - matcher: …" : `write ${nearest}`],
    origin: { source: "Claude Code 2.1.330, SkillKit 0.3.0", level: "PRACTICE" },
  }),
  "boolean-as-text": rule<{ field: string; source: string; taken: boolean }>({
    code: "SKC225",
    category: "portability",
    level: "warning",
    message: ({ field, source, taken }) =>
      `${field} must be true or false, but it is ${quote(source)}; it is taken for ${taken}`,
    consequence: "clients that do not look closely take every text for true",
    help: ({ field, taken }) => [`write ${field}: ${taken}`],
    origin: SKILLC_PRACTICE,
  }),
  "unknown-field": rule<{ field: string; nearest: string; known: boolean }>({
    code: "SKC221",
    category: "portability",
    level: { standard: "info", spec: "error" },
    message: ({ field, nearest, known }) => {
      if (known) return `the field ${quote(field)} is not one of the standard, although some clients read it`;
      return nearest === ""
        ? `no known client reads the field ${quote(field)}`
        : `the field ${quote(field)} is not known`;
    },
    consequence: "strict clients refuse the skill, others ignore the field; it is kept in the catalog under extra",
    help: ({ nearest }) =>
      nearest === "" ? ["move it under metadata, where the standard leaves room for it"] : didYouMean(nearest),
    origin: STANDARD_MUST,
  }),
  "field-misspelt": rule<{ field: string; nearest: string }>({
    code: "SKC222",
    category: "correctness",
    level: { standard: "warning", spec: "off" },
    message: ({ field, nearest }) => `the field ${quote(field)} is not known; it looks like ${quote(nearest)}`,
    consequence: "clients ignore it; it is kept in the catalog under extra",
    help: ({ nearest }) => didYouMean(nearest),
    origin: SKILLC_PRACTICE,
  }),
  "tags-two-forms": rule<{ tags: string; metadataTags: string }>({
    code: "SKC616",
    category: "portability",
    level: "info",
    message: ({ tags, metadataTags }) => `tags says ${quote(tags)}, metadata.tags says ${quote(metadataTags)}`,
    consequence: "the catalog takes the top-level list; PromptKit reads metadata.tags only, fizeau the list only",
    help: () => ["write the same tags in both places, or keep one of them"],
    origin: { source: "PromptKit 1.5, fizeau (40c5732)", level: "PRACTICE" },
  }),
  "metadata-reserved-key": rule<{ key: string }>({
    code: "SKC228",
    category: "portability",
    level: "warning",
    message: ({ key }) => `the metadata key ${quote(key)} is reserved for the MCP Skills extension`,
    consequence: "servers and hosts may overwrite it or read it as theirs",
    help: () => ["use a prefix of your own, such as com.example/"],
    origin: EXT_SKILLS,
  }),
  "field-not-read": rule<{ field: string; reader: string; readers: string }>({
    code: "SKC229",
    category: "portability",
    level: { standard: "off", lenient: "info", systems: "info" },
    message: ({ field, reader }) => `${reader} does not read the field ${quote(field)}`,
    consequence: "it has no effect there; it stays in the catalog",
    help: ({ readers }) => (readers === "" ? [] : [`it is read by ${readers}`]),
    origin: SKILLC_PRACTICE,
  }),
  "shell-unknown-value": unknownValue("SKC261", "shell", "bash or powershell", "it falls back to bash"),
  "context-unknown-value": unknownValue("SKC262", "context", "fork or inline", "the skill runs inline"),
  "effort-unknown-value": unknownValue(
    "SKC263",
    "effort",
    "low, medium, high, max or a whole number",
    "the effort of the conversation stays as it is",
  ),
  "version-not-semver": rule<{ version: string }>({
    code: "SKC266",
    category: "quality",
    level: { standard: "info", spec: "off", systems: "off" },
    message: ({ version }) => `the version ${quote(version)} is no semantic version`,
    consequence: "tools that compare versions cannot tell which of two is newer",
    help: () => ["write three numbers, such as 1.2.0"],
    origin: SKILLC_PRACTICE,
  }),
  "license-long": rule<{ length: number; limit: number }>({
    code: "SKC265",
    category: "quality",
    level: { standard: "info", systems: "off" },
    message: ({ length, limit }) => `license has ${length} characters, more than ${limit}`,
    consequence: "whoever lists skills shows all of it, and tools that look for a known licence find none",
    help: () => ["name the licence, such as MIT, or the file with its text, such as LICENSE.txt"],
    origin: STANDARD_SHOULD,
  }),
  "boolean-unparseable": rule<{ field: string; source: string }>({
    code: "SKC264",
    category: "correctness",
    level: "warning",
    message: ({ field, source }) => `${field} must be true or false, but it is ${quote(source)}`,
    consequence: "clients take it for false, for true or for nothing",
    help: ({ field }) => [`write ${field}: true or ${field}: false`],
    origin: CLAUDE,
  }),
  "executes-code": rule<{ what: string }>({
    code: "SKC732",
    category: "security",
    level: { standard: "off", "claude-code": "info", mcp: "warning", portable: "info" },
    message: ({ what }) => `${what} run programs on the machine of whoever uses the skill`,
    consequence: "hosts of skills from elsewhere never run them; the catalog lists what the skill requires",
    help: () => ["make sure that the user knows"],
    origin: EXT_SKILLS,
  }),
  "never-invocable": rule<{}>({
    code: "SKC254",
    category: "correctness",
    level: "warning",
    message: () =>
      "neither a model nor a user can invoke the skill: disable-model-invocation is true and user-invocable is false",
    consequence: "it is in the catalog and nobody can load it",
    help: () => ["allow one of the two"],
    origin: CLAUDE_CODE,
  }),
  "agent-without-fork": rule<{ agent: string }>({
    code: "SKC255",
    category: "correctness",
    level: "warning",
    message: ({ agent }) => `the agent ${quote(agent)} has no effect without context: fork`,
    consequence: "the skill runs in the agent that loads it",
    help: () => ["add a line context: fork, or delete agent"],
    origin: CLAUDE_CODE,
  }),
});
