/** Rules about the outcome of a whole skill or a whole build. */
import { SKILLC_MUST, SKILLC_PRACTICE, defineRules, rule } from "../diagnostics/rule.ts";

export const admissionRules = defineRules({
  "no-skills": rule<{ sources: string; seen: number; whole: boolean }>({
    code: "SKC615",
    category: "config",
    level: "error",
    structural: true,
    message: ({ sources, seen }) =>
      seen === 0
        ? `skillc finds no skills in ${sources}`
        : `every skill in ${sources} is left out (${seen} of ${seen})`,
    consequence: "a catalog without skills is never written: an application would silently have none",
    help: ({ seen, whole }) => {
      if (seen > 0) return ["fix their other findings", "set allowEmpty: true if this is intended"];
      if (whole)
        return ["write the first skill with `skillc new first-skill`", "set the project up with `skillc init`"];
      return [
        "name the directories that contain skills: a skill is a directory with a SKILL.md",
        "set allowEmpty: true if this is intended",
      ];
    },
    origin: SKILLC_MUST,
  }),
  "internal-crash": rule<{ detail: string }>({
    code: "SKC990",
    category: "system",
    level: "error",
    structural: true,
    message: ({ detail }) => `skillc failed on this skill: ${detail}`,
    consequence: "the other skills were checked",
    help: () => ["report this bug in skillc, and attach the file"],
    origin: SKILLC_MUST,
  }),
  "skill-dropped": rule<{ reason: string }>({
    code: "SKC690",
    category: "correctness",
    level: "warning",
    message: ({ reason }) => `the skill is left out: ${reason}`,
    consequence: 'loading it at run time fails with "unknown-skill"',
    help: () => ["fix its other findings"],
    origin: SKILLC_MUST,
  }),
  "other-system": rule<{ label: string; profile: string; sign: string }>({
    code: "SKC025",
    category: "config",
    level: "info",
    message: ({ label, sign }) => `this looks like ${label}: ${sign}`,
    consequence: "that system has other rules for names, fields and directories, and its profile follows them",
    help: ({ profile }) => [
      `check with --profile ${profile}, or write profile: "${profile}" in the config`,
      'write profile: "spec", or turn this rule off, if the skills are meant for every client',
    ],
    origin: SKILLC_PRACTICE,
  }),
  "skill-as-body": rule<{ reason: string }>({
    code: "SKC691",
    category: "correctness",
    level: "warning",
    message: ({ reason }) => `the skill is kept with its text as a bare body: ${reason}`,
    consequence: "it has the name of its directory, no description for the model to choose it by and no restrictions",
    help: () => ["fix its other findings"],
    origin: { source: "instructor-php SkillLibrary", level: "PRACTICE" },
  }),
});
