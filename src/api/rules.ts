/** Rules about what a command reads and writes other than skills. */
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
  "output-unwritable": rule<{ path: string; detail: string }>({
    code: "SKC660",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path, detail }) => `${quote(path)} cannot be written (${detail})`,
    consequence: "nothing was changed: the previous output is intact",
    help: ({ detail }) => {
      if (/^E(?:NOSPC|DQUOT)$/.test(detail)) return ["free some disk space"];
      const wayOut = /^E(?:ACCES|PERM|ROFS)$/.test(detail) ? "grant write permission" : "move whatever is in its place";
      return [`${wayOut}, or choose another directory with outDir or --out`];
    },
    origin: SKILLC_MUST,
  }),
  "output-foreign-file": rule<{ path: string }>({
    code: "SKC661",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} exists and was not written by skillc`,
    consequence: "it would be overwritten, so nothing was written",
    help: () => ["choose a separate output directory with outDir or --out, or delete the file"],
    origin: SKILLC_MUST,
  }),
  "output-stale-kept": rule<{ path: string }>({
    code: "SKC662",
    category: "system",
    level: "warning",
    message: ({ path }) => `${quote(path)} is no longer part of the output, but it was edited by hand and is kept`,
    help: () => ["delete it when you no longer need it"],
    origin: SKILLC_MUST,
  }),
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
