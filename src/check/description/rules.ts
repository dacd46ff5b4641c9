/** Rules about the description of a skill. */
import {
  SKILLC_PRACTICE,
  STANDARD_MUST,
  STANDARD_SHOULD,
  plural,
  defineRules,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";
import { ANTHROPIC, LIMIT, NEEDED, requiredNotString } from "../required-fields.ts";

const YAML = { source: "YAML 1.2", level: "MUST" } as const;

const ANTHROPIC_PRACTICE = { source: "Anthropic platform documentation, best practices", level: "SHOULD" } as const;

export const descriptionRules = defineRules(
  {
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
        ...(block === "" ? [] : [`indent the lines that belong to the ${quote(block)}`]),
        "say what the skill does and when to use it",
      ],
      origin: STANDARD_MUST,
    }),
    "description-not-string": requiredNotString("SKC214", "description"),
    "description-too-long": rule<{ length: number; limit: number }>({
      code: "SKC213",
      category: "correctness",
      level: LIMIT,
      message: ({ length, limit }) => `the description has ${plural(length, "character")} (max ${thousands(limit)})`,
      consequence: "strict clients reject the skill; others truncate the description",
      help: () => ["keep what the skill does and when to use it; move the rest into the body"],
      origin: STANDARD_MUST,
    }),
    "value-cut-by-comment": rule<{ field: string; comment: string }>({
      code: "SKC114",
      category: "correctness",
      level: "warning",
      message: ({ field, comment }) => `${field} ends before ${quote(comment)}, which YAML reads as a comment`,
      consequence: "no client sees the rest of the line",
      help: () => ["quote the value if this is part of its text", "put the comment on its own line"],
      origin: YAML,
    }),
    "description-short": rule<{ length: number }>({
      code: "SKC215",
      category: "quality",
      level: { standard: "off", spec: "info", portable: "info" },
      message: ({ length }) => `the description has only ${plural(length, "character")}`,
      consequence: "the model has little to choose the skill by",
      help: () => ["say what the skill does and when to use it"],
      origin: STANDARD_SHOULD,
    }),
    "description-person": rule<{ word: string }>({
      code: "SKC801",
      category: "quality",
      level: { standard: "info", systems: "off" },
      message: ({ word }) => `the description uses the first or second person: ${quote(word)}`,
      consequence: "it becomes part of a prompt, where the model reads I as itself and you as the user",
      help: () => ["write in the third person: Reads tide tables. Use when …"],
      origin: ANTHROPIC_PRACTICE,
    }),
    "description-near-limit": rule<{ length: number; limit: number }>({
      code: "SKC220",
      category: "budget",
      level: { standard: "info", systems: "off" },
      message: ({ length, limit }) =>
        `the description has ${thousands(length)} of at most ${plural(limit, "character")}`,
      consequence: "the next edit may exceed the limit, and every turn pays for all of it",
      help: () => ["say what the skill does and when to use it; move the rest into the body"],
      origin: SKILLC_PRACTICE,
    }),
    "description-no-trigger": rule<{}>({
      code: "SKC806",
      category: "quality",
      level: { standard: "off", portable: "info" },
      message: () => "the description does not say when to use the skill",
      consequence: "the model knows what the skill does, but must guess when to use it",
      help: () => ['add a sentence such as "Use when …"'],
      origin: STANDARD_SHOULD,
    }),
    "description-keywords": rule<{ keywords: number }>({
      code: "SKC802",
      category: "quality",
      level: { standard: "info", systems: "off" },
      message: ({ keywords }) => `the description lists ${keywords} keywords in a row`,
      consequence:
        "the model chooses the skill for anything that contains one of the words, and every turn pays for all of them",
      help: () => ["say in a sentence what the skill does and when to use it"],
      origin: SKILLC_PRACTICE,
    }),
    "description-angle-brackets": rule<{ written: string }>({
      code: "SKC803",
      category: "portability",
      level: { standard: "info", portable: "error", "claude-code": "off", systems: "off" },
      message: ({ written }) => `the description contains ${quote(written)}`,
      consequence:
        "the Anthropic API and its packager reject angle brackets; clients that do not escape them treat the text as markup",
      help: () => ["write it in words"],
      origin: ANTHROPIC,
    }),
    "description-multiline": rule<{ lines: number }>({
      code: "SKC804",
      category: "portability",
      level: { standard: "off", spec: "info", portable: "error", gemini: "warning", codex: "info" },
      message: ({ lines }) => `the description has ${lines} lines`,
      consequence:
        "Codex joins the lines, the Gemini CLI packager rejects them, and in an index the second line looks like another entry",
      help: () => ["write it as one paragraph: description: >-"],
      origin: { source: "Gemini CLI packager (5411f11), Codex core-skills (033d1d0)", level: "MUST" },
    }),
    "description-placeholder": rule<{ word: string }>({
      code: "SKC805",
      category: "quality",
      level: "warning",
      message: ({ word }) => `the description starts with ${quote(word)}`,
      consequence: "the model has nothing to choose the skill by",
      help: () => ["say what the skill does and when to use it"],
      origin: STANDARD_SHOULD,
    }),
  },
  { inlineKey: "description" },
);
