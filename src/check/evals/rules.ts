/** Rules about eval files: trigger tests and prompts next to a SKILL.md. */
import { defineRules, didYouMean, plural, quote, rule, SKILLC_PRACTICE, thousands } from "../../diagnostics/rule.ts";

const EVALUATING = { source: "agentskills.io, evaluating skills", level: "SHOULD" } as const;

export const evalRules = defineRules({
  "eval-invalid": rule<{ fault: string; more: number }>({
    code: "SKC440",
    category: "correctness",
    level: "warning",
    message: ({ fault, more }) =>
      `the eval file cannot be read: ${fault}${more === 0 ? "" : ` (and ${plural(more, "more fault")})`}`,
    consequence: "skillc test and other tools skip what they cannot read",
    help: () => [
      'write { "skill_name": "…", "evals": [{ "prompt": "…" }] } or [{ "query": "…", "should_trigger": true }]',
    ],
    origin: EVALUATING,
  }),
  "eval-skill-differs": rule<{ written: string; name: string }>({
    code: "SKC441",
    category: "correctness",
    level: "warning",
    message: ({ written, name }) => `skill_name is ${quote(written)}, but the skill is named ${quote(name)}`,
    consequence: "tools that find the skill by skill_name test another one, or none",
    help: ({ name }) => [`write "skill_name": ${quote(name)}`],
    origin: EVALUATING,
  }),
  "eval-file-missing": rule<{ path: string; nearest: string }>({
    code: "SKC442",
    category: "correctness",
    level: "warning",
    message: ({ path }) => `the eval needs the file ${quote(path)}, which does not exist`,
    consequence: "the eval cannot be run as it is written",
    help: ({ nearest }) => (nearest === "" ? ["add the file, or delete the entry"] : didYouMean(nearest)),
    origin: EVALUATING,
  }),
  "eval-contradiction": rule<{ query: string }>({
    code: "SKC443",
    category: "correctness",
    level: "warning",
    message: ({ query }) => `the query ${quote(query)} should trigger the skill, and also should not`,
    consequence: "one of the two tests fails, whatever a model does",
    help: () => ["delete one of them"],
    origin: SKILLC_PRACTICE,
  }),
  "eval-duplicate": rule<{ query: string }>({
    code: "SKC444",
    category: "quality",
    level: "info",
    message: ({ query }) => `the query ${quote(query)} occurs twice`,
    consequence: "it counts twice in every result",
    help: () => ["delete one of them"],
    origin: SKILLC_PRACTICE,
  }),
  "eval-names-skill": rule<{ query: string; name: string }>({
    code: "SKC446",
    category: "quality",
    level: "info",
    message: ({ query, name }) => `the query ${quote(query)} contains the name of the skill, ${quote(name)}`,
    consequence: "it tests the name and not the description",
    help: () => ["write the query as a user who does not know the skill would"],
    origin: SKILLC_PRACTICE,
  }),
  "eval-no-negatives": rule<{ queries: number }>({
    code: "SKC447",
    category: "quality",
    level: "off",
    message: ({ queries }) =>
      `${thousands(queries)} ${queries === 1 ? "query" : "queries"} should trigger the skill, and none should not`,
    consequence: "no test shows when the description promises too much",
    help: () => ['add queries of neighboring tasks with "should_trigger": false'],
    origin: SKILLC_PRACTICE,
  }),
});
