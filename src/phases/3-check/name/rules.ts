/** Rules about the name of a skill. */
import {
  type LevelByProfile,
  type RuleEntry,
  STANDARD_MUST,
  defineRules,
  quote,
  rule,
} from "../../../diagnostics/rule.ts";

const ERROR: LevelByProfile = { standard: "error", lenient: "warning" };

/** Clients that need the field, among those that otherwise warn and load; a system that does without it. */
const NEEDED: LevelByProfile = { ...ERROR, gemini: "error", vscode: "error", mcp: "error", cognesy: "off" };

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

/** Codex leaves a skill out when a text is longer than its limit. */
const LIMIT: LevelByProfile = { ...ERROR, codex: "error" };

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

const ASCII_ONLY: LevelByProfile = {
  standard: "warning",
  portable: "error",
  mcp: "error",
  discovery: "error",
  systems: "error",
};

const STRICT: LevelByProfile = { standard: "warning", spec: "error", mcp: "error", systems: "off" };

const ANTHROPIC = {
  source: "Anthropic platform documentation; anthropics/skills quick_validate.py (9d2f1ae)",
  level: "MUST",
} as const;

const SKILLKIT = { source: "SkillKit 0.3.0", level: "MUST" } as const;

export const nameRules = defineRules({
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
  "name-reserved": rule<{ name: string; word: string }>({
    code: "SKC205",
    category: "portability",
    level: { standard: "off", spec: "info", portable: "error" },
    message: ({ name, word }) => `the name ${quote(name)} holds the reserved word ${quote(word)}`,
    consequence: "the Anthropic API refuses the upload",
    help: () => ["choose a name without it"],
    origin: ANTHROPIC,
  }),
  "name-segment": rule<{ name: string; fault: string }>({
    code: "SKC219",
    category: "correctness",
    level: "error",
    message: ({ name, fault }) => `the name ${quote(name)} ${fault}`,
    consequence: "SkillKit skips the skill",
    help: () => ["write namespace:name, each half starting with a letter a-z"],
    origin: SKILLKIT,
  }),
});
