/** Rules about what a command reads besides skills. */
import { configRule, defineRules, plural, quote, rule } from "../diagnostics/rule.ts";

export const commandRules = defineRules({
  "since-unreadable": configRule<{ ref: string; detail: string; shallow: boolean }>(
    "SKC650",
    ({ ref, detail }) => `git cannot list what changed since ${quote(ref)}: ${detail}`,
    ({ ref, detail, shallow }) => {
      if (/not a git repository/i.test(detail)) return ["run it in a git repository"];
      // A checkout in CI often has only its newest commit: nothing is wrong with the ref itself.
      if (shallow)
        return [
          "fetch the history: this clone is shallow; in GitHub Actions set fetch-depth: 0 for actions/checkout, elsewhere run git fetch --unshallow",
        ];
      const [, remote, branch] = /^([\w.-]+)\/([^~^:]+)$/.exec(ref) ?? [];
      return [
        ...(branch === undefined
          ? []
          : [`fetch it first: git fetch ${remote} ${branch}; in GitHub Actions set fetch-depth: 0`]),
        "name a commit, branch or tag of this repository",
      ];
    },
  ),
  "baseline-unreadable": configRule<{ file: string; detail: string; isOther: boolean }>(
    "SKC651",
    ({ file, detail }) => `the baseline ${quote(file)} cannot be read: ${detail}`,
    ({ isOther }) => [
      isOther ? "choose another name: this file was not replaced" : "create one with --update-baseline",
    ],
  ),
  // Directories are separated by line ends, which no message contains.
  "skills-not-built": configRule<{ taken: string; skills: number; dirs: string; more: number }>(
    "SKC040",
    ({ taken, skills, dirs, more }) => {
      const named = dirs.split("\n").map(quote);
      const places = more === 0 ? named : [...named, plural(more, "more place")];
      const last = places.pop() ?? "";
      const where = places.length === 0 ? last : `${places.join(", ")} and ${last}`;
      return `without a config, the build takes ${quote(taken)} only: ${plural(skills, "skill")} in ${where} ${skills === 1 ? "is" : "are"} left out`;
    },
    ({ taken, dirs }) => [
      `name every directory in a config: sources: ${JSON.stringify([taken, ...dirs.split("\n")])}`,
      `if this is intended, sources: ${JSON.stringify([taken])} says so`,
    ],
    "info",
  ),
  "import-lost": rule<{ name: string; target: string; written: string; dir: string }>({
    code: "SKC656",
    category: "correctness",
    level: "warning",
    message: ({ name, target }) => `${quote(name)} points to ${quote(target)}, which does not exist`,
    consequence: "a program that imports it does not start",
    help: ({ written, dir }) =>
      written === "" ? [`set outDir to ${quote(dir)}, or delete the entry`] : [`change it to ${quote(written)}`],
    origin: { source: "Node.js, subpath imports", level: "MUST" },
  }),
});
