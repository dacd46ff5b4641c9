/** Examples of the rules about eval files. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { evalRules } from "./rules.ts";

export const evalExamples: ExamplesOf<typeof evalRules> = {
  "eval-invalid": {
    args: { fault: "an entry has no prompt", more: 0 },
    kind: "words",
    bad: 'evals/evals.json: { "skill_name": "tide-tables", "evals": [{ "id": 1 }] }',
    good: 'evals/evals.json: { "skill_name": "tide-tables", "evals": [{ "id": 1, "prompt": "When is high water?" }] }',
  },
  "eval-skill-differs": {
    args: { written: "tides", name: "tide-tables" },
    kind: "words",
    bad: 'evals/evals.json of the skill tide-tables: { "skill_name": "tides", "evals": [] }',
    good: 'evals/evals.json of the skill tide-tables: { "skill_name": "tide-tables", "evals": [] }',
  },
  "eval-file-missing": {
    args: { path: "evals/files/ports.csv", nearest: "evals/files/port.csv" },
    kind: "words",
    bad: '"files": ["evals/files/ports.csv"], and no such file',
    good: '"files": ["evals/files/ports.csv"], and the file',
  },
  "eval-contradiction": {
    args: { query: "when can we land?" },
    kind: "words",
    bad: '[{ "query": "when can we land?", "should_trigger": true }, { "query": "when can we land?", "should_trigger": false }]',
    good: '[{ "query": "when can we land?", "should_trigger": true }]',
  },
  "eval-duplicate": {
    args: { query: "when can we land?" },
    kind: "words",
    bad: '{ "should_trigger": ["when can we land?", "when can we land?"] }',
    good: '{ "should_trigger": ["when can we land?"] }',
  },
  "eval-names-skill": {
    args: { query: "use tide-tables for Nordhaven", name: "tide-tables" },
    kind: "words",
    bad: '{ "should_trigger": ["use tide-tables for Nordhaven"] }',
    good: '{ "should_trigger": ["when is high water in Nordhaven?"] }',
  },
  "eval-no-negatives": {
    args: { queries: 8 },
    kind: "words",
    bad: '{ "should_trigger": ["when is high water in Nordhaven?"] }',
    good: '{ "should_trigger": ["when is high water in Nordhaven?"], "should_not_trigger": ["what is a tide?"] }',
  },
};
