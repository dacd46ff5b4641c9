/** Rules about what a command reads besides skills. */
import { configRule, defineRules, quote } from "../diagnostics/rule.ts";

export const commandRules = defineRules({
  "since-unreadable": configRule<{ ref: string; detail: string; shallow: boolean }>(
    "SKC650",
    ({ ref, detail }) => `git cannot list what changed since ${quote(ref)}: ${detail}`,
    // A checkout in CI often has only its newest commit: nothing is wrong with the ref itself.
    ({ shallow }) =>
      shallow
        ? [
            "fetch the history: this clone is shallow; in GitHub Actions set fetch-depth: 0 for actions/checkout, elsewhere run git fetch --unshallow",
          ]
        : ["name a commit, branch or tag of this repository"],
  ),
  "baseline-unreadable": configRule<{ file: string; detail: string }>(
    "SKC651",
    ({ file, detail }) => `the baseline ${quote(file)} cannot be read: ${detail}`,
    () => ["create one with --update-baseline"],
  ),
});
