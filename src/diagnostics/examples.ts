/** Examples of the rules about suppression comments. */
import type { ExamplesOf } from "./rule-example.ts";
import type { suppressionRules } from "./rules.ts";

export const suppressionExamples: ExamplesOf<typeof suppressionRules> = {
  "suppression-unused": {
    args: { names: "SKC401", refused: false },
    kind: "body",
    bad: "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nRead the table.",
    good: "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nSee [ports](ports.md).",
    fix: "safe",
  },
  "suppression-without-reason": {
    args: {},
    kind: "body",
    bad: "<!-- skillc-disable-next-line SKC401 -->\nSee [ports](ports.md).",
    good: "<!-- skillc-disable-next-line SKC401: made at deploy time -->\nSee [ports](ports.md).",
  },
  "suppression-unknown-rule": {
    args: { name: "ref-mising", nearest: "ref-missing" },
    kind: "body",
    bad: "<!-- skillc-disable-next-line ref-mising: made at deploy time -->\nSee [ports](ports.md).",
    good: "<!-- skillc-disable-next-line ref-missing: made at deploy time -->\nSee [ports](ports.md).",
  },
};
