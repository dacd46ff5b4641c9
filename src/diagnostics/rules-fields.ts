/** Rules about the values of frontmatter fields. */
import {
  quote,
  rule,
  SKILLC_MUST,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  STANDARD_SHOULD,
  type RuleEntry,
} from "./rule-entry.ts";
import type { LevelByProfile } from "./rule-entry.ts";

const ERROR: LevelByProfile = { standard: "error", lenient: "warning" };
/** Clients that need the field, among those that otherwise warn and load; a system that does without it. */
const NEEDED: LevelByProfile = { ...ERROR, gemini: "error", vscode: "error", mcp: "error", cognesy: "off" };
/** Codex leaves a skill out when a text is longer than its limit. */
const LIMIT: LevelByProfile = { ...ERROR, codex: "error" };
/** A value that readers with types refuse, and readers of texts take as it is written. */
const TYPED: LevelByProfile = {
  standard: "warning",
  portable: "error",
  mcp: "error",
  gemini: "error",
  systems: "info",
  skillkit: "error",
  carnet: "error",
  cognesy: "off",
};
const ASCII_ONLY: LevelByProfile = {
  standard: "warning",
  portable: "error",
  mcp: "error",
  discovery: "error",
  systems: "error",
};
/** An empty value as the text that readers who know only text make of it. */
const EMPTY_TEXT = '""';
const STRICT: LevelByProfile = { standard: "warning", spec: "error", mcp: "error", systems: "off" };
/** PromptKit reads these fields into typed structures. */
const UNUSABLE: LevelByProfile = { ...STRICT, promptkit: "error" };

const nameForm = (code: `SKC${string}`, what: string, help: string): RuleEntry<{ name: string }> =>
  rule<{ name: string }>({
    code,
    category: "correctness",
    level: ERROR,
    message: ({ name }) => `the name ${quote(name)} ${what}`,
    consequence: "strict clients refuse the skill",
    help: () => [help],
    origin: STANDARD_MUST,
  });

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

export const fieldRules = {
  "name-missing": rule<{ dir: string }>({
    code: "SKC201",
    category: "correctness",
    level: NEEDED,
    structural: true,
    message: () => "the frontmatter has no name",
    consequence: "a skill is found and loaded by its name",
    help: ({ dir }) => [dir === "" ? "add a line name: …" : `add a line name: ${dir}`],
    origin: STANDARD_MUST,
  }),
  "name-empty": rule<{ dir: string }>({
    code: "SKC207",
    category: "correctness",
    level: NEEDED,
    structural: true,
    message: () => "the name is empty",
    consequence: "a skill is found and loaded by its name",
    help: ({ dir }) => [dir === "" ? "write name: …" : `write name: ${dir}`],
    origin: STANDARD_MUST,
  }),
  "name-not-string": notString("SKC208", "name", TYPED, { ...ERROR, gemini: "error" }),
  "name-too-long": rule<{ name: string; length: number; limit: number }>({
    code: "SKC203",
    category: "correctness",
    level: LIMIT,
    message: ({ length, limit }) => `the name has ${length} characters, more than ${limit}`,
    consequence: "strict clients refuse the skill",
    help: () => ["shorten it; what the skill does belongs in the description"],
    origin: STANDARD_MUST,
  }),
  "name-bad-char": rule<{ name: string; characters: string }>({
    code: "SKC202",
    category: "correctness",
    level: ERROR,
    message: ({ name, characters }) => `the name ${quote(name)} holds ${characters}`,
    consequence: "strict clients refuse the skill",
    help: () => ["use lower-case letters, digits and single hyphens"],
    origin: STANDARD_MUST,
  }),
  "name-not-lowercase": nameForm("SKC209", "holds upper-case letters", "write it in lower case"),
  "name-edge-hyphen": nameForm("SKC210", "starts or ends with a hyphen", "delete the hyphen at the edge"),
  "name-double-hyphen": nameForm("SKC216", "holds two hyphens in a row", "use single hyphens"),
  "name-non-ascii": rule<{ name: string; letters: string }>({
    code: "SKC217",
    category: "portability",
    level: ASCII_ONLY,
    message: ({ name, letters }) => `the name ${quote(name)} holds letters outside of a-z: ${letters}`,
    consequence: "the standard allows them, but most clients accept only a-z, 0-9 and hyphens",
    help: () => ["use an ASCII name"],
    origin: { source: "MCP SDK, Claude Code, Microsoft, Google, Vercel validators", level: "MUST" },
  }),
  "name-not-nfkc": rule<{ name: string; normal: string }>({
    code: "SKC218",
    category: "portability",
    level: { standard: "warning", systems: "off" },
    message: ({ name, normal }) =>
      `the name ${quote(name)} is another text after Unicode normalisation: ${quote(normal)}`,
    consequence: "two spellings that look alike would be two skills",
    help: ({ normal }) => [`write ${quote(normal)}`],
    origin: { source: "skills-ref validator.py (agentskills 69ef37e)", level: "MUST" },
  }),
  "name-mixed-script": rule<{ name: string; letters: string }>({
    code: "SKC206",
    category: "security",
    level: "warning",
    message: ({ name, letters }) => `the name ${quote(name)} mixes alphabets: ${letters}`,
    consequence: "it can pass for another skill's name",
    help: () => ["use letters of one alphabet"],
    origin: { source: "Unicode TR 39", level: "SHOULD" },
  }),
  "name-dir-mismatch": rule<{ name: string; dir: string }>({
    code: "SKC204",
    category: "portability",
    level: { ...STRICT, vscode: "error" },
    message: ({ name, dir }) => `the name ${quote(name)} differs from its directory ${quote(dir)}`,
    consequence: "clients that go by the directory know the skill under another name",
    help: ({ name, dir }) => [`rename the directory to ${quote(name)}, or the skill to ${quote(dir)}`],
    origin: STANDARD_MUST,
  }),
  "description-missing": rule<{}>({
    code: "SKC211",
    category: "correctness",
    level: NEEDED,
    structural: true,
    message: () => "the frontmatter has no description",
    consequence: "the model has nothing to choose the skill by",
    help: () => ["say what the skill does and when to use it"],
    origin: STANDARD_MUST,
  }),
  "description-empty": rule<{ block: string }>({
    code: "SKC212",
    category: "correctness",
    level: NEEDED,
    structural: true,
    message: () => "the description is empty",
    consequence: "the model has nothing to choose the skill by",
    help: ({ block }) => [
      ...(block === "" ? [] : [`indent the lines of the text that belong to the ${quote(block)}`]),
      "say what the skill does and when to use it",
    ],
    origin: STANDARD_MUST,
  }),
  "description-not-string": notString("SKC214", "description", TYPED, { ...ERROR, gemini: "error" }),
  "description-too-long": rule<{ length: number; limit: number }>({
    code: "SKC213",
    category: "correctness",
    level: LIMIT,
    message: ({ length, limit }) => `the description has ${length} characters, more than ${limit}`,
    consequence: "strict clients refuse the skill; others cut the text",
    help: () => ["keep what the skill does and when to use it; move the rest into the body"],
    origin: STANDARD_MUST,
  }),
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
  "boolean-as-text": rule<{ field: string; source: string; taken: string }>({
    code: "SKC225",
    category: "portability",
    level: "warning",
    message: ({ field, source, taken }) =>
      `${field} must be true or false, but it is ${quote(source)}; it is taken for ${taken}`,
    consequence: "clients that do not look closely take every text for true",
    help: ({ field, taken }) => [`write ${field}: ${taken}`],
    origin: SKILLC_PRACTICE,
  }),
  "files-invalid": rule<{ found: string }>({
    code: "SKC247",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    message: ({ found }) => `files must be a list of paths with descriptions, but it ${found}`,
    consequence: "the declared files cannot be found",
    help: () => ["write each entry as - path: references/method.md, with description: … below it"],
    origin: { source: "Carnet SKILL.md", level: "MUST" },
  }),
  "files-path-invalid": rule<{ path: string; fixed: string }>({
    code: "SKC242",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    message: ({ path }) => `the declared file ${quote(path)} is not a plain path inside the skill`,
    consequence: "it can never be read",
    help: ({ fixed }) => (fixed === "" ? ["use a relative path without . and .."] : [`write ${quote(fixed)}`]),
    origin: { source: "Carnet SKILL.md", level: "MUST" },
  }),
  "files-missing": rule<{ path: string; nearest: string }>({
    code: "SKC243",
    category: "correctness",
    level: { standard: "error", lenient: "warning" },
    message: ({ path }) => `the declared file ${quote(path)} is not among the files of the skill`,
    consequence: "the run-time read of it would fail",
    help: ({ nearest }) =>
      nearest === "" ? ["add the file, or delete the entry"] : [`did you mean ${quote(nearest)}?`],
    origin: { source: "Carnet SKILL.md", level: "MUST" },
  }),
  "skill-dropped": rule<{ reason: string }>({
    code: "SKC690",
    category: "correctness",
    level: "warning",
    message: ({ reason }) => `the skill is left out: ${reason}`,
    consequence: 'loading it at run time fails with "unknown-skill"',
    help: () => ["mend what else is reported about it"],
    origin: SKILLC_MUST,
  }),
  "skill-as-body": rule<{ reason: string }>({
    code: "SKC691",
    category: "correctness",
    level: "warning",
    message: ({ reason }) => `the skill is kept with its text as a bare body: ${reason}`,
    consequence: "its name is that of its directory, and it has no description to be chosen by",
    help: () => ["mend what else is reported about it"],
    origin: { source: "instructor-php SkillLibrary", level: "PRACTICE" },
  }),
};
