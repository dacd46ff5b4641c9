import {
  type LevelByProfile,
  type RuleRow,
  STANDARD_MUST,
  plural,
  defineRules,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";
import { ANTHROPIC, ERROR, NEEDED, requiredNotString } from "../required-fields.ts";

type NameRow = Pick<RuleRow<{ name: string }>, "args" | "help" | "severe" | "shown">;

const nameForm = (code: `SKC${string}`, what: string, row: NameRow) =>
  rule(code, "correctness", ERROR, {
    ...row,
    title: `Name ${what}`,
    message: ({ name }) => `the name ${quote(name)} ${what}`,
    consequence: "strict clients reject the skill",
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

/** For clients without namespaces. */
export const STARTS_WRONG = "must start with a letter or a digit";

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;

const GOOD = named("tide-tables");

export const nameRules = defineRules({
  "name-missing": rule("SKC201", "correctness", NEEDED, {
    title: "Skill has no name",
    args: { dir: "tide-tables" },
    structural: true,
    message: "the frontmatter has no name",
    consequence: "clients find and load a skill by its name",
    help: ({ dir }) => (dir === "" ? "add the line name: …" : `add the line name: ${dir}`),
    origin: STANDARD_MUST,
    shown: [
      "document",
      "---\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.",
      GOOD,
    ],
  }),
  "name-empty": rule("SKC207", "correctness", NEEDED, {
    title: "Name is empty",
    args: { dir: "tide-tables", isNull: false },
    // Some clients name the skill by its directory if the field has no value.
    milder: { when: ({ isNull }) => isNull, level: NEEDED },
    structural: true,
    message: "the name is empty",
    consequence: "clients find and load a skill by its name",
    help: ({ dir }) => (dir === "" ? "write name: …" : `write name: ${dir}`),
    origin: STANDARD_MUST,
    shown: ["document", named('""'), GOOD],
  }),
  "name-not-string": requiredNotString("SKC208", "name", {
    args: { found: "a number", kept: "8004" },
    shown: ["document", named("8004"), named('"8004"'), { fix: "safe" }],
  }),
  "name-too-long": rule("SKC203", "correctness", ERROR, {
    title: "Name is too long",
    args: { name: "reads-the-tide-tables-of-every-harbour-between-skagen-and-the-north-cape", length: 72, limit: 64 },
    // These systems have no limit.
    levels: { skillkit: "info", cognesy: "info", carnet: "info" },
    message: ({ length, limit }) => `the name has ${plural(length, "character")} (max ${thousands(limit)})`,
    consequence: "strict clients reject the skill",
    help: "shorten it; what the skill does belongs in the description",
    origin: STANDARD_MUST,
    shown: ["document", named("reads-the-tide-tables-of-every-harbour-between-skagen-and-the-north-cape"), GOOD],
  }),
  "name-bad-char": rule("SKC202", "correctness", ERROR, {
    title: "Name contains a character that is not allowed",
    args: { name: "tide_tables", characters: '"_"' },
    message: ({ name, characters }) => `the name ${quote(name)} contains ${characters}`,
    consequence: "strict clients reject the skill",
    help: "use lowercase letters, digits and single hyphens",
    origin: STANDARD_MUST,
    shown: ["document", named("tide_tables"), GOOD, { fix: "unsafe" }],
  }),
  "name-not-lowercase": nameForm("SKC209", "contains uppercase letters", {
    args: { name: "Tide-Tables" },
    help: "write it in lowercase",
    shown: ["document", named("Tide-Tables"), GOOD, { fix: "unsafe" }],
  }),
  "name-edge-hyphen": nameForm("SKC210", "starts or ends with a hyphen", {
    severe: { when: ({ name }) => name.startsWith("-"), level: ERROR },
    args: { name: "tide-tables-" },
    help: "delete the leading or trailing hyphen",
    shown: ["document", named("tide-tables-"), GOOD, { fix: "unsafe" }],
  }),
  "name-double-hyphen": nameForm("SKC216", "contains two hyphens in a row", {
    args: { name: "tide--tables" },
    help: "use single hyphens",
    shown: ["document", named("tide--tables"), GOOD, { fix: "unsafe" }],
  }),
  "name-non-ascii": rule("SKC217", "portability", ASCII_ONLY, {
    title: "Name contains letters outside a-z",
    args: { name: "tidevandstabeller-københavn", letters: "U+00F8" },
    message: ({ name, letters }) => `the name ${quote(name)} contains letters outside a-z: ${letters}`,
    consequence: "the standard allows them, but most clients accept only a-z, 0-9 and hyphens",
    help: "use an ASCII name",
    origin: { source: "MCP SDK, Claude Code, Microsoft, Google, Vercel validators", level: "MUST" },
    shown: ["document", named("tidevand-københavn"), named("tidevand-copenhagen")],
  }),
  "name-not-nfkc": rule("SKC218", "portability", "warning", {
    title: "Unicode normalization changes the name",
    args: { name: "ﬁsh", normal: "fish" },
    levels: { systems: "off" },
    message: ({ name, normal }) => `Unicode normalization changes the name ${quote(name)} to ${quote(normal)}`,
    consequence: "two names that look alike would be two skills",
    help: ({ normal }) => `write ${quote(normal)}`,
    origin: { source: "skills-ref validator.py (agentskills 69ef37e)", level: "MUST" },
    shown: ["document", named("ﬁsh"), named("fish")],
  }),
  "name-mixed-script": rule("SKC206", "security", "warning", {
    title: "Name mixes alphabets",
    args: { name: "tide-tаbles", letters: "U+0430 among Latin letters" },
    message: ({ name, letters }) => `the name ${quote(name)} mixes alphabets: ${letters}`,
    consequence: "people and models can mistake it for another skill's name",
    help: "use letters of one alphabet",
    origin: { source: "Unicode TR 39", level: "SHOULD" },
    shown: ["document", named("tide-tаbles"), GOOD],
  }),
  "name-dir-mismatch": rule("SKC204", "portability", STRICT, {
    title: "Name differs from the directory",
    args: { name: "tides", dir: "tide-tables" },
    levels: { vscode: "error" },
    voidIf: "qualified-name",
    message: ({ name, dir }) => `the name ${quote(name)} differs from its directory ${quote(dir)}`,
    consequence: "clients that go by the directory offer the skill under another name",
    // No directory of every system has such a name.
    help: ({ name, dir }) => {
      if (/[:*?"<>|/\\]/.test(name)) return `rename the skill to ${quote(dir)}`;
      if (isPartOf(dir, name)) return `rename the directory to ${quote(name)}`;
      return `rename the directory to ${quote(name)}, or the skill to ${quote(dir)}`;
    },
    origin: STANDARD_MUST,
    shown: ["document", named("tides"), GOOD, { fix: "unsafe" }],
  }),
  "name-reserved": rule("SKC205", "portability", "off", {
    title: "Name contains a reserved word",
    args: { name: "claude-tides", word: "claude" },
    levels: { spec: "info", portable: "error" },
    message: ({ name, word }) => `the name ${quote(name)} contains the reserved word ${quote(word)}`,
    consequence: "the Anthropic API rejects the upload",
    help: "choose a name without it",
    origin: ANTHROPIC,
    shown: ["document", named("claude-tides"), GOOD, { profile: "portable" }],
  }),
  "name-padded": rule("SKC270", "correctness", "warning", {
    title: "Name starts or ends with whitespace",
    args: { name: " tide-tables ", kept: "tide-tables", trimmed: true },
    severe: { when: ({ trimmed }) => !trimmed, level: ERROR },
    message: ({ name }) => `the name ${quote(name)} starts or ends with whitespace`,
    consequence: "some clients trim it, others reject the skill or cannot find it by its name",
    help: ({ kept }) => `write name: ${kept}`,
    origin: STANDARD_MUST,
    shown: ["document", named('" tide-tables "'), GOOD, { fix: "safe" }],
  }),
  "name-yaml-word": rule("SKC271", "portability", "warning", {
    title: "YAML 1.1 reads the name as another type",
    args: { name: "on", read: "a boolean" },
    message: ({ name, read }) => `YAML 1.1 reads the name ${name} as ${read}`,
    consequence: "clients with such a parser (PyYAML, Ruby, Go yaml.v2) reject the skill or give it another name",
    help: ({ name }) => `quote it: name: "${name}"`,
    origin: { source: "YAML 1.1 type repository", level: "PRACTICE" },
    shown: ["document", named("on"), named('"on"'), { fix: "safe" }],
  }),
  "name-not-portable": rule("SKC272", "portability", "warning", {
    title: "Name is reserved on Windows",
    args: { name: "aux", fault: '"aux" is the device AUX on Windows' },
    message: ({ fault }) => `the name ${fault}`,
    consequence: "Windows cannot create the directory of the skill, so the repository cannot be checked out there",
    help: "rename the skill and its directory",
    shown: ["document", named("aux"), GOOD],
  }),
  "name-segment": rule("SKC219", "correctness", "error", {
    title: "Name has more than one colon",
    args: { name: "sea:tides:north", fault: "has more than one colon" },
    message: ({ name, fault }) => `the name ${quote(name)} ${fault}`,
    consequence: "the client skips the skill",
    help: ({ fault }) =>
      fault === STARTS_WRONG
        ? "start the name with a letter or a digit"
        : "write namespace:name, with each half starting with a letter a-z",
    origin: { source: "SkillKit 0.3.0; the loaders of GitHub Copilot and eve", level: "MUST" },
    shown: ["document", named("sea:tides:north"), named("sea:tides"), { profile: "skillkit" }],
  }),
});

/** In `monitoring/setup`, the name `monitoring-setup` says more. */
export function isPartOf(dir: string, name: string): boolean {
  return dir !== name && `-${name}-`.includes(`-${dir}-`);
}
