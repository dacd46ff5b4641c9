import { STANDARD_MUST, STANDARD_SHOULD, plural, defineRules, quote, rule, thousands } from "../../diagnostics/rule.ts";
import { ANTHROPIC, ERROR, NEEDED, requiredNotString } from "../required-fields.ts";

const YAML = { source: "YAML 1.2", level: "MUST" } as const;

const ANTHROPIC_PRACTICE = { source: "Anthropic platform documentation, best practices", level: "SHOULD" } as const;

const described = (description: string): string => `---\nname: tide-tables\n${description}---\nRead the table.`;

const withDescription = (text: string): string => described(`description: ${text}\n`);

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;

const GOOD = named("tide-tables");

export const descriptionRules = defineRules(
  {
    "description-missing": rule("SKC211", "correctness", NEEDED, {
      title: "Skill has no description",
      structural: true,
      message: "the frontmatter has no description",
      consequence: "the model has nothing to choose the skill by",
      help: "say what the skill does and when to use it",
      origin: STANDARD_MUST,
      shown: ["document", described(""), GOOD],
    }),
    "description-empty": rule("SKC212", "correctness", NEEDED, {
      title: "Description is empty",
      args: { block: "", isNull: false },
      severe: { when: ({ isNull }) => isNull, level: NEEDED },
      structural: true,
      message: "the description is empty",
      consequence: "the model has nothing to choose the skill by",
      help: ({ block }) => [
        ...(block === "" ? [] : [`indent the lines that belong to the ${quote(block)}`]),
        "say what the skill does and when to use it",
      ],
      origin: STANDARD_MUST,
      shown: ["document", described('description: ""\n'), GOOD],
    }),
    "description-not-string": requiredNotString("SKC214", "description", {
      args: { found: "a number", kept: "2026" },
      shown: [
        "document",
        described("description: 2026\n"),
        described("description: Reads the tide tables of 2026. Use when a landing is planned.\n"),
        { fix: "safe" },
      ],
    }),
    "description-too-long": rule("SKC213", "correctness", ERROR, {
      title: "Description is too long",
      args: { length: 1450, limit: 1024 },
      message: ({ length, limit }) => `the description has ${plural(length, "character")} (max ${thousands(limit)})`,
      consequence: "strict clients reject the skill; others truncate the description",
      help: "keep what the skill does and when to use it; move the rest into the body",
      origin: STANDARD_MUST,
      shown: ["words", "a description of 1,450 characters", "a description of 300 characters; the rest is in the body"],
    }),
    "value-cut-by-comment": rule("SKC114", "correctness", "warning", {
      title: "A value is cut off by a comment",
      args: { field: "description", comment: "# files" },
      message: ({ field, comment }) => `${field} ends before ${quote(comment)}, which YAML reads as a comment`,
      consequence: "no client sees the rest of the line",
      help: ["quote the value if this is part of its text", "put the comment on its own line"],
      origin: YAML,
      shown: [
        "document",
        "---\nname: tide-tables\ndescription: Reads tables from C # files. Use when a landing is planned.\n---\nRead the table.",
        '---\nname: tide-tables\ndescription: "Reads tables from C # files. Use when a landing is planned."\n---\nRead the table.',
        { fix: "unsafe" },
      ],
    }),
    "description-short": rule("SKC215", "quality", "off", {
      title: "Description is too short to choose the skill by",
      args: { length: 6 },
      levels: { spec: "info", portable: "info" },
      message: ({ length }) => `the description has only ${plural(length, "character")}`,
      consequence: "the model has little to choose the skill by",
      help: "say what the skill does and when to use it",
      origin: STANDARD_SHOULD,
      shown: [
        "document",
        withDescription("Tides."),
        withDescription("Reads tide tables. Use when a landing is planned."),
        { profile: "spec" },
      ],
    }),
    "description-person": rule("SKC801", "quality", "info", {
      title: "Description uses the first or second person",
      args: { word: "I can" },
      levels: { systems: "off" },
      message: ({ word }) => `the description uses the first or second person: ${quote(word)}`,
      consequence: "it becomes part of a prompt, where the model reads I as itself and you as the user",
      help: "write in the third person: Reads tide tables. Use when …",
      origin: ANTHROPIC_PRACTICE,
      shown: [
        "document",
        "---\nname: tide-tables\ndescription: I can read tide tables when a landing is planned.\n---\nRead the table.",
        "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.",
      ],
    }),
    "description-near-limit": rule("SKC220", "budget", "info", {
      title: "Description is close to its maximum length",
      args: { length: 1010, limit: 1024 },
      levels: { systems: "off" },
      message: ({ length, limit }) =>
        `the description has ${thousands(length)} of at most ${plural(limit, "character")}`,
      consequence: "the next edit may exceed the limit, and every turn pays for all of it",
      help: "say what the skill does and when to use it; move the rest into the body",
      shown: ["words", "a description of 1,010 characters", "a description of 300 characters; the rest is in the body"],
    }),
    "description-no-trigger": rule("SKC806", "quality", "off", {
      title: "Description does not say when to use the skill",
      levels: { portable: "info" },
      message: "the description does not say when to use the skill",
      consequence: "the model knows what the skill does, but must guess when to use it",
      help: 'add a sentence such as "Use when …"',
      origin: STANDARD_SHOULD,
      shown: [
        "document",
        withDescription("Reads the tide table of a port."),
        withDescription("Reads the tide table of a port. Use when a landing is planned."),
        { profile: "portable" },
      ],
    }),
    "description-keywords": rule("SKC802", "quality", "info", {
      title: "Description is a list of keywords",
      args: { keywords: 12 },
      levels: { systems: "off" },
      message: ({ keywords }) => `the description lists ${keywords} keywords in a row`,
      consequence:
        "the model chooses the skill for anything that contains one of the words, and every turn pays for all of them",
      help: "say in a sentence what the skill does and when to use it",
      shown: [
        "document",
        "---\nname: tide-tables\ndescription: tides, ports, boats, harbours, sea, moon, sun, wind, waves, hours, tables, landing\n---\nRead the table.",
        "---\nname: tide-tables\ndescription: Reads tide tables of ports. Use when a landing is planned.\n---\nRead the table.",
      ],
    }),
    "description-angle-brackets": rule("SKC803", "portability", "info", {
      title: "Description contains angle brackets",
      args: { written: "<port>" },
      levels: { portable: "error", "claude-code": "off", systems: "off" },
      message: ({ written }) => `the description contains ${quote(written)}`,
      consequence:
        "the Anthropic API and its packager reject angle brackets; clients that do not escape them treat the text as markup",
      help: "write it in words",
      origin: ANTHROPIC,
      shown: [
        "document",
        withDescription("Reads the tide table of <port>. Use when a landing is planned."),
        withDescription("Reads the tide table of a port. Use when a landing is planned."),
      ],
    }),
    "description-multiline": rule("SKC804", "portability", "off", {
      title: "Description has several lines",
      args: { lines: 2 },
      levels: { spec: "info", portable: "error", gemini: "warning", codex: "info" },
      message: ({ lines }) => `the description has ${lines} lines`,
      consequence:
        "Codex joins the lines, the Gemini CLI packager rejects them, and in an index the second line looks like another entry",
      help: "write it as one paragraph: description: >-",
      origin: { source: "Gemini CLI packager (5411f11), Codex core-skills (033d1d0)", level: "MUST" },
      shown: [
        "document",
        withDescription("|\n  Reads tide tables.\n  Use when a landing is planned."),
        withDescription(">-\n  Reads tide tables.\n  Use when a landing is planned."),
        { profile: "portable" },
      ],
    }),
    "description-placeholder": rule("SKC805", "quality", "warning", {
      title: "Description is a placeholder",
      args: { word: "TODO" },
      message: ({ word }) => `the description starts with ${quote(word)}`,
      consequence: "the model has nothing to choose the skill by",
      help: "say what the skill does and when to use it",
      origin: STANDARD_SHOULD,
      shown: [
        "document",
        withDescription('"TODO: describe the skill"'),
        withDescription("Reads tide tables. Use when a landing is planned."),
      ],
    }),
  },
  { inlineKey: "description" },
);
