/** Examples of the rules about the output. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { targetRules } from "./rules.ts";

export const targetExamples: ExamplesOf<typeof targetRules> = {
  "platform-limit": {
    args: {
      platform: "Cloudflare Workers",
      what: "the compressed size of the module",
      actual: "4.1 MB",
      limit: "3 MB",
      note: "free plan",
      certain: false,
    },
    kind: "words",
    bad: "a module of 4.1 MB for a platform that accepts 3 MB",
    good: 'files: { "exclude": ["**/*.tif"] }',
  },
  "file-changed": {
    args: { path: "skills/tide-tables/ports.md" },
    kind: "words",
    bad: "an editor saves ports.md while skillc build runs",
    good: "skillc build runs again",
  },
};
