/** Rules about the outcome of a whole skill or a whole build. */
import { SKILLC_MUST, defineRules, rule } from "../diagnostics/rule.ts";

export const admissionRules = defineRules({
  "no-skills": rule("SKC615", "config", "error", {
    title: "No skills are found",
    args: { sources: '"notes"', seen: 0, whole: false },
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
    shown: ["config", '{ "sources": [{ "dir": "notes", "optional": true }] }', '{ "sources": ["skills"] }'],
  }),
  "internal-crash": rule("SKC990", "system", "error", {
    title: "A bug in skillc stopped the check of a skill",
    args: { detail: "TypeError: …" },
    structural: true,
    message: ({ detail }) => `skillc failed on this skill: ${detail}`,
    consequence: "the other skills were checked",
    help: "report this bug in skillc, and attach the file",
    origin: SKILLC_MUST,
    shown: ["words", "a bug in skillc", "a newer version of skillc"],
  }),
  "skill-dropped": rule("SKC690", "correctness", "warning", {
    title: "A skill is left out",
    args: { reason: "description-missing" },
    message: ({ reason }) => `the skill is left out: ${reason}`,
    consequence: 'loading it at run time fails with "unknown-skill"',
    help: "fix its other findings",
    origin: SKILLC_MUST,
    shown: ["words", 'onInvalid: "skip" and a skill without a description', "the skill has a description"],
  }),
  "other-system": rule("SKC025", "config", "info", {
    title: "Skill was written for another system",
    args: { label: "SkillKit for Elixir", profile: "skillkit", sign: 'the name "files:read" has a namespace' },
    message: ({ label, sign }) => `this looks like ${label}: ${sign}`,
    consequence: "that system has other rules for names, fields and directories, and its profile follows them",
    help: ({ profile }) => [
      `check with --profile ${profile}, or write profile: "${profile}" in the config`,
      'write profile: "spec", or turn this rule off, if the skills are meant for every client',
    ],
    shown: ["words", "name: files:read, in the default profile", 'the same, with profile: "skillkit"'],
  }),
  "skill-as-body": rule("SKC691", "correctness", "warning", {
    title: "A skill is kept as a bare body",
    args: { reason: "yaml-invalid" },
    message: ({ reason }) => `the skill is kept with its text as a bare body: ${reason}`,
    consequence: "it has the name of its directory, no description for the model to choose it by and no restrictions",
    help: "fix its other findings",
    origin: { source: "instructor-php SkillLibrary", level: "PRACTICE" },
    shown: ["words", 'onInvalid: "body" and a skill with broken YAML', "the YAML is valid"],
  }),
});
