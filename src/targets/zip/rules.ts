/** Rules about archives for services. */
import { defineRules, quote, rule } from "../../diagnostics/rule.ts";

export const uploadRules = defineRules({
  "upload-rejected": rule("SKC944", "portability", "error", {
    title: "Service rejects a skill",
    args: { skill: "claude-helper", who: "the Anthropic API", reason: 'its name contains "claude"' },
    message: ({ skill, who, reason }) => `${who} rejects the skill ${quote(skill)}: ${reason}`,
    consequence: "the upload fails, so nothing is written",
    help: 'change the skill, leave it out with a view, or set zip.for to "any"',
    origin: { source: "the service's documentation, as named in docs/services.md", level: "MUST" },
    shown: [
      "words",
      'a skill named claude-helper, in an output with zip: { "for": "anthropic-api" }',
      "the skill is named helper",
    ],
  }),
});
