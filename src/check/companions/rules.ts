/** Rules about Carnet agents and toolsets. */
import { defineRules, rule } from "../../diagnostics/rule.ts";

const CARNET = { source: "Carnet 0.3.1", level: "MUST" } as const;

export const companionRules = defineRules({
  "agent-invalid": rule<{ kind: string; field: string; found: string }>({
    code: "SKC631",
    category: "correctness",
    // SkillKit goes on without an agent that it cannot read.
    level: { standard: "error", skillkit: "warning" },
    message: ({ kind, field, found }) =>
      found === "" ? `the ${kind} has no ${field}` : `${field} of the ${kind} must be a list of names, but it ${found}`,
    consequence: "it is left out, and every reference to it is broken",
    help: ({ field, found }) => [found === "" ? `add the line ${field}: …` : `write ${field} as a list: [one, two]`],
    origin: CARNET,
  }),
});
