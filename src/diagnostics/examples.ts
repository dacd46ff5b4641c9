/** The examples of all rules: a rule without one does not compile. Loaded only by those who document. */
import { budgetExamples, catalogExamples, linkExamples } from "./examples-catalog.ts";
import { configExamples, controlExamples, prepareExamples } from "./examples-config.ts";
import { entryExamples } from "./examples-entries.ts";
import { fieldExamples } from "./examples-fields.ts";
import { fileExamples } from "./examples-files.ts";
import { frontmatterExamples } from "./examples-frontmatter.ts";
import { companionExamples, profileExamples } from "./examples-profiles.ts";
import { securityExamples, substitutionExamples } from "./examples-security.ts";
import { toolExamples } from "./examples-tools.ts";
import type { ExamplesOf, RuleExample } from "./rule-example.ts";
import type { RuleName, rules } from "./table.ts";

const examples: ExamplesOf<typeof rules> = {
  ...fileExamples,
  ...frontmatterExamples,
  ...fieldExamples,
  ...toolExamples,
  ...catalogExamples,
  ...linkExamples,
  ...budgetExamples,
  ...configExamples,
  ...controlExamples,
  ...prepareExamples,
  ...securityExamples,
  ...substitutionExamples,
  ...profileExamples,
  ...companionExamples,
  ...entryExamples,
};

/** The example of a rule, its arguments forgotten. */
export function ruleExample(name: RuleName): RuleExample {
  return examples[name];
}
