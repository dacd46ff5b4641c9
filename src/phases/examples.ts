/** Examples of the rules about the outcome of a whole skill or a whole build. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { admissionRules } from "./rules.ts";

export const admissionExamples: ExamplesOf<typeof admissionRules> = {
  "no-skills": {
    args: { sources: '"notes"', seen: 0, whole: false },
    kind: "config",
    bad: '{ "sources": [{ "dir": "notes", "optional": true }] }',
    good: '{ "sources": ["skills"] }',
  },
  "internal-crash": {
    args: { detail: "TypeError: …" },
    kind: "words",
    bad: "a bug in skillc",
    good: "a newer version of skillc",
  },
  "skill-dropped": {
    args: { reason: "description-missing" },
    kind: "words",
    bad: 'onInvalid: "skip" and a skill without a description',
    good: "the skill has a description",
  },
  "other-system": {
    args: { label: "SkillKit for Elixir", profile: "skillkit", sign: 'the name "files:read" has a namespace' },
    kind: "words",
    bad: "name: files:read, in the default profile",
    good: 'the same, with profile: "skillkit"',
  },
  "skill-as-body": {
    args: { reason: "yaml-invalid" },
    kind: "words",
    bad: 'onInvalid: "body" and a skill with broken YAML',
    good: "the YAML is valid",
  },
};
