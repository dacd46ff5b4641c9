/** Rules about what a command reads besides skills. */
import { configRule, defineRules, quote } from "../diagnostics/rule.ts";

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
