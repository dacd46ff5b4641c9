/** Examples of the rules about Carnet agents and toolsets. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { companionRules } from "./rules.ts";

export const companionExamples: ExamplesOf<typeof companionRules> = {
  "agent-invalid": {
    args: { kind: "agent", field: "name", found: "" },
    kind: "words",
    bad: "an AGENT.md without a name",
    good: "name: mate",
  },
};
