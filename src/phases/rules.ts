/** Rules about the outcome for a whole skill or a whole build. */
import { SKILLC_MUST, defineRules, rule } from "../diagnostics/rule.ts";

export const admissionRules = defineRules({
  "no-skills": rule<{ sources: string; seen: number }>({
    code: "SKC615",
    category: "config",
    level: "error",
    structural: true,
    message: ({ sources, seen }) =>
      seen === 0 ? `there is no skill in ${sources}` : `every skill in ${sources} is left out (${seen} of ${seen})`,
    consequence: "an empty catalog would be deployed without a word, so nothing is written",
    help: ({ seen }) => [
      seen === 0
        ? "name the directories that hold skills: a skill is a directory with a SKILL.md"
        : "mend what is reported about them",
      "or set allowEmpty: true when that is meant",
    ],
    origin: SKILLC_MUST,
  }),
  "internal-crash": rule<{ detail: string }>({
    code: "SKC990",
    category: "system",
    level: "error",
    structural: true,
    message: ({ detail }) => `skillc failed on this skill: ${detail}`,
    consequence: "the other skills were checked",
    help: () => ["this is a bug of skillc: please report it with the file"],
    origin: SKILLC_MUST,
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
});
