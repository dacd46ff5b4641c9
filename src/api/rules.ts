/** Rules about what a command reads besides skills. */
import { type RuleArgs, type RuleEntry, SKILLC_MUST, defineRules, quote, rule } from "../diagnostics/rule.ts";

function configRule<Args extends RuleArgs>(
  code: `SKC${string}`,
  message: (args: Args) => string,
  help: (args: Args) => readonly string[],
  level: "error" | "warning" = "error",
): RuleEntry<Args> {
  return rule<Args>({
    code,
    category: "config",
    level,
    ...(level === "error" ? { structural: true as const } : {}),
    message,
    help,
    origin: SKILLC_MUST,
  });
}

export const commandRules = defineRules({
  "since-unreadable": configRule<{ ref: string; detail: string }>(
    "SKC650",
    ({ ref, detail }) => `git cannot list what changed since ${quote(ref)}: ${detail}`,
    () => ["name a commit, branch or tag of this repository"],
  ),
  "baseline-unreadable": configRule<{ file: string; detail: string }>(
    "SKC651",
    ({ file, detail }) => `the baseline ${quote(file)} cannot be read: ${detail}`,
    () => ["create one with --update-baseline"],
  ),
});
