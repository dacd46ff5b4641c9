/** Rules about the name of a skill. */
import {
  type LevelByProfile,
  type RuleEntry,
  SKILLC_PRACTICE,
  STANDARD_MUST,
  plural,
  defineRules,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";
import { ANTHROPIC, ERROR, LIMIT, NEEDED, requiredNotString } from "../required-fields.ts";

const nameForm = (code: `SKC${string}`, what: string, help: string): RuleEntry<{ name: string }> =>
  rule<{ name: string }>({
    code,
    category: "correctness",
    level: ERROR,
    message: ({ name }) => `the name ${quote(name)} ${what}`,
    consequence: "strict clients reject the skill",
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

const SKILLKIT = { source: "SkillKit 0.3.0", level: "MUST" } as const;

export const nameRules = defineRules({
  "name-missing": rule<{ dir: string }>({
    code: "SKC201",
    category: "correctness",
    level: NEEDED,
    structural: true,
    message: () => "the frontmatter has no name",
    consequence: "clients find and load a skill by its name",
    help: ({ dir }) => [dir === "" ? "add the line name: …" : `add the line name: ${dir}`],
    origin: STANDARD_MUST,
  }),
  "name-empty": rule<{ dir: string }>({
    code: "SKC207",
    category: "correctness",
    level: NEEDED,
    structural: true,
    message: () => "the name is empty",
    consequence: "clients find and load a skill by its name",
    help: ({ dir }) => [dir === "" ? "write name: …" : `write name: ${dir}`],
    origin: STANDARD_MUST,
  }),
  "name-not-string": requiredNotString("SKC208", "name"),
  "name-too-long": rule<{ name: string; length: number; limit: number }>({
    code: "SKC203",
    category: "correctness",
    // These systems have no limit.
    level: { ...LIMIT, skillkit: "info", cognesy: "info", carnet: "info" },
    message: ({ length, limit }) => `the name has ${plural(length, "character")} (max ${thousands(limit)})`,
    consequence: "strict clients reject the skill",
    help: () => ["shorten it; what the skill does belongs in the description"],
    origin: STANDARD_MUST,
  }),
  "name-bad-char": rule<{ name: string; characters: string }>({
    code: "SKC202",
    category: "correctness",
    level: ERROR,
    message: ({ name, characters }) => `the name ${quote(name)} contains ${characters}`,
    consequence: "strict clients reject the skill",
    help: () => ["use lowercase letters, digits and single hyphens"],
    origin: STANDARD_MUST,
  }),
  "name-not-lowercase": nameForm("SKC209", "contains uppercase letters", "write it in lowercase"),
  "name-edge-hyphen": nameForm("SKC210", "starts or ends with a hyphen", "delete the leading or trailing hyphen"),
  "name-double-hyphen": nameForm("SKC216", "contains two hyphens in a row", "use single hyphens"),
  "name-non-ascii": rule<{ name: string; letters: string }>({
    code: "SKC217",
    category: "portability",
    level: ASCII_ONLY,
    message: ({ name, letters }) => `the name ${quote(name)} contains letters outside a-z: ${letters}`,
    consequence: "the standard allows them, but most clients accept only a-z, 0-9 and hyphens",
    help: () => ["use an ASCII name"],
    origin: { source: "MCP SDK, Claude Code, Microsoft, Google, Vercel validators", level: "MUST" },
  }),
  "name-not-nfkc": rule<{ name: string; normal: string }>({
    code: "SKC218",
    category: "portability",
    level: { standard: "warning", systems: "off" },
    message: ({ name, normal }) => `Unicode normalization changes the name ${quote(name)} to ${quote(normal)}`,
    consequence: "two names that look alike would be two skills",
    help: ({ normal }) => [`write ${quote(normal)}`],
    origin: { source: "skills-ref validator.py (agentskills 69ef37e)", level: "MUST" },
  }),
  "name-mixed-script": rule<{ name: string; letters: string }>({
    code: "SKC206",
    category: "security",
    level: "warning",
    message: ({ name, letters }) => `the name ${quote(name)} mixes alphabets: ${letters}`,
    consequence: "people and models can mistake it for another skill's name",
    help: () => ["use letters of one alphabet"],
    origin: { source: "Unicode TR 39", level: "SHOULD" },
  }),
  "name-dir-mismatch": rule<{ name: string; dir: string }>({
    code: "SKC204",
    category: "portability",
    level: { ...STRICT, vscode: "error" },
    voidIf: "qualified-name",
    message: ({ name, dir }) => `the name ${quote(name)} differs from its directory ${quote(dir)}`,
    consequence: "clients that go by the directory offer the skill under another name",
    // No directory of every system has such a name.
    help: ({ name, dir }) => {
      if (/[:*?"<>|/\\]/.test(name)) return [`rename the skill to ${quote(dir)}`];
      if (isPartOf(dir, name)) return [`rename the directory to ${quote(name)}`];
      return [`rename the directory to ${quote(name)}, or the skill to ${quote(dir)}`];
    },
    origin: STANDARD_MUST,
  }),
  "name-reserved": rule<{ name: string; word: string }>({
    code: "SKC205",
    category: "portability",
    level: { standard: "off", spec: "info", portable: "error" },
    message: ({ name, word }) => `the name ${quote(name)} contains the reserved word ${quote(word)}`,
    consequence: "the Anthropic API rejects the upload",
    help: () => ["choose a name without it"],
    origin: ANTHROPIC,
  }),
  "name-padded": rule<{ name: string; kept: string; trimmed: boolean }>({
    code: "SKC270",
    category: "correctness",
    level: "warning",
    severe: { when: ({ trimmed }) => !trimmed, level: ERROR },
    message: ({ name }) => `the name ${quote(name)} starts or ends with whitespace`,
    consequence: "some clients trim it, others reject the skill or cannot find it by its name",
    help: ({ kept }) => [`write name: ${kept}`],
    origin: STANDARD_MUST,
  }),
  "name-yaml-word": rule<{ name: string; read: string }>({
    code: "SKC271",
    category: "portability",
    level: "warning",
    message: ({ name, read }) => `YAML 1.1 reads the name ${name} as ${read}`,
    consequence: "clients with such a parser (PyYAML, Ruby, Go yaml.v2) reject the skill or give it another name",
    help: ({ name }) => [`quote it: name: "${name}"`],
    origin: { source: "YAML 1.1 type repository", level: "PRACTICE" },
  }),
  "name-not-portable": rule<{ name: string; fault: string }>({
    code: "SKC272",
    category: "portability",
    level: "warning",
    message: ({ fault }) => `the name ${fault}`,
    consequence: "Windows cannot create the directory of the skill, so the repository cannot be checked out there",
    help: () => ["rename the skill and its directory"],
    origin: SKILLC_PRACTICE,
  }),
  "name-segment": rule<{ name: string; fault: string }>({
    code: "SKC219",
    category: "correctness",
    level: "error",
    message: ({ name, fault }) => `the name ${quote(name)} ${fault}`,
    consequence: "SkillKit skips the skill",
    help: () => ["write namespace:name, with each half starting with a letter a-z"],
    origin: SKILLKIT,
  }),
});

/** Whether a directory has a part of the name: in `monitoring/setup`, the name `monitoring-setup` says more. */
export function isPartOf(dir: string, name: string): boolean {
  return dir !== name && `-${name}-`.includes(`-${dir}-`);
}
