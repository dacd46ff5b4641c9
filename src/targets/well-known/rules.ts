import { configRule, defineRules, quote, rule } from "../../diagnostics/rule.ts";

export const siteRules = defineRules({
  "site-address-invalid": configRule("SKC942", "error", {
    title: "Address of the site is missing or invalid",
    args: { value: "", reason: "ard needs it" },
    message: ({ value, reason }) =>
      value === ""
        ? `well-known.baseUrl is missing: ${reason}`
        : `well-known.baseUrl ${quote(value)} is not the address of a site`,
    consequence: "nothing is written",
    help: 'set "well-known": { "baseUrl": "https://…" } to the address that the site has',
    shown: ["words", 'well-known: { "ard": true }', 'well-known: { "ard": true, "baseUrl": "https://acme.example" }'],
  }),
  "ard-queries-missing": rule("SKC943", "portability", "info", {
    title: "Skill has no queries for search",
    args: { skill: "deploy" },
    message: ({ skill }) => `ard.json has no representativeQueries for the skill ${quote(skill)}`,
    consequence: "services that find skills by examples of queries rank it lower",
    help: [
      "add evals/eval_queries.json with two to five queries that should trigger it",
      "write two to five queries into metadata.queries, one on each line",
    ],
    origin: { source: "ards-project/ard-spec v0.91; Lighthouse 13.5.0", level: "SHOULD" },
    shown: ["words", "a skill without eval queries, in an output with ard: true", "metadata.queries has two lines"],
  }),
});
