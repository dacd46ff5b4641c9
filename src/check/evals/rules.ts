import { defineRules, didYouMean, plural, quote, rule, thousands } from "../../diagnostics/rule.ts";

const EVALUATING = { source: "agentskills.io, evaluating skills", level: "SHOULD" } as const;

export const evalRules = defineRules({
  "eval-invalid": rule("SKC440", "correctness", "warning", {
    title: "Eval file cannot be read",
    args: { fault: "an entry has no prompt", more: 0 },
    message: ({ fault, more }) =>
      `the eval file cannot be read: ${fault}${more === 0 ? "" : ` (and ${plural(more, "more fault")})`}`,
    consequence: "skillc test and other tools skip what they cannot read",
    help: 'write { "skill_name": "…", "evals": [{ "prompt": "…" }] } or [{ "query": "…", "should_trigger": true }]',
    origin: EVALUATING,
    shown: [
      "words",
      'evals/evals.json: { "skill_name": "tide-tables", "evals": [{ "id": 1 }] }',
      'evals/evals.json: { "skill_name": "tide-tables", "evals": [{ "id": 1, "prompt": "When is high water?" }] }',
    ],
  }),
  "eval-skill-differs": rule("SKC441", "correctness", "warning", {
    title: "Eval file names another skill",
    args: { written: "tides", name: "tide-tables" },
    message: ({ written, name }) => `skill_name is ${quote(written)}, but the skill is named ${quote(name)}`,
    consequence: "tools that find the skill by skill_name test another one, or none",
    help: ({ name }) => `write "skill_name": ${quote(name)}`,
    origin: EVALUATING,
    shown: [
      "words",
      'evals/evals.json of the skill tide-tables: { "skill_name": "tides", "evals": [] }',
      'evals/evals.json of the skill tide-tables: { "skill_name": "tide-tables", "evals": [] }',
    ],
  }),
  "eval-file-missing": rule("SKC442", "correctness", "warning", {
    title: "A file of an eval does not exist",
    args: { path: "evals/files/ports.csv", nearest: "evals/files/port.csv" },
    message: ({ path }) => `the eval needs the file ${quote(path)}, which does not exist`,
    consequence: "the eval cannot be run as it is written",
    help: ({ nearest }) => (nearest === "" ? ["add the file, or delete the entry"] : didYouMean(nearest)),
    origin: EVALUATING,
    shown: [
      "words",
      '"files": ["evals/files/ports.csv"], and no such file',
      '"files": ["evals/files/ports.csv"], and the file',
    ],
  }),
  "eval-contradiction": rule("SKC443", "correctness", "warning", {
    title: "A query both should and should not trigger the skill",
    args: { query: "when can we land?" },
    message: ({ query }) => `the query ${quote(query)} should trigger the skill, and also should not`,
    consequence: "one of the two tests fails, whatever a model does",
    help: "delete one of them",
    shown: [
      "words",
      '[{ "query": "when can we land?", "should_trigger": true }, { "query": "when can we land?", "should_trigger": false }]',
      '[{ "query": "when can we land?", "should_trigger": true }]',
    ],
  }),
  "eval-duplicate": rule("SKC444", "quality", "info", {
    title: "A query occurs twice in trigger tests",
    args: { query: "when can we land?" },
    message: ({ query }) => `the query ${quote(query)} occurs twice`,
    consequence: "it counts twice in every result",
    help: "delete one of them",
    shown: [
      "words",
      '{ "should_trigger": ["when can we land?", "when can we land?"] }',
      '{ "should_trigger": ["when can we land?"] }',
    ],
  }),
  "eval-names-skill": rule("SKC446", "quality", "info", {
    title: "A query contains the name of its skill",
    args: { query: "use tide-tables for Nordhaven", name: "tide-tables" },
    message: ({ query, name }) => `the query ${quote(query)} contains the name of the skill, ${quote(name)}`,
    consequence: "it tests the name and not the description",
    help: "write the query as a user who does not know the skill would",
    shown: [
      "words",
      '{ "should_trigger": ["use tide-tables for Nordhaven"] }',
      '{ "should_trigger": ["when is high water in Nordhaven?"] }',
    ],
  }),
  "eval-no-negatives": rule("SKC447", "quality", "off", {
    title: "Trigger tests have no query that should not trigger",
    args: { queries: 8 },
    message: ({ queries }) =>
      `${thousands(queries)} ${queries === 1 ? "query" : "queries"} should trigger the skill, and none should not`,
    consequence: "no test shows when the description promises too much",
    help: 'add queries of neighboring tasks with "should_trigger": false',
    shown: [
      "words",
      '{ "should_trigger": ["when is high water in Nordhaven?"] }',
      '{ "should_trigger": ["when is high water in Nordhaven?"], "should_not_trigger": ["what is a tide?"] }',
    ],
  }),
});
