import { defineRules, rule } from "../../diagnostics/rule.ts";

const CARNET = { source: "Carnet 0.3.1", level: "MUST" } as const;

export const companionRules = defineRules({
  "agent-invalid": rule("SKC631", "correctness", "error", {
    title: "Agent is incomplete",
    args: { kind: "agent", field: "name", found: "" },
    // SkillKit goes on without an agent that it cannot read.
    levels: { skillkit: "warning" },
    message: ({ kind, field, found }) =>
      found === "" ? `the ${kind} has no ${field}` : `${field} of the ${kind} must be a list of names, but it ${found}`,
    consequence: "it is left out, and every reference to it is broken",
    help: ({ field, found }) => (found === "" ? `add the line ${field}: …` : `write ${field} as a list: [one, two]`),
    origin: CARNET,
    shown: ["words", "an AGENT.md without a name", "name: mate"],
  }),
});
