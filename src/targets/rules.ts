/** Rules about the output. */
import { SKILLC_MUST, defineRules, quote, rule } from "../diagnostics/rule.ts";

export const targetRules = defineRules({
  "platform-limit": rule<{
    platform: string;
    what: string;
    actual: string;
    limit: string;
    note: string;
    certain: boolean;
  }>({
    code: "SKC506",
    category: "budget",
    level: "warning",
    severe: { when: ({ certain }) => certain, level: "error" },
    message: ({ platform, what, actual, limit, note }) =>
      `${what} is ${actual}, over the ${limit} of ${platform} (${note})`,
    consequence: "the deployment is refused, or the program is stopped while it starts",
    help: () => [
      "leave large files out with files.exclude or files.maxBytes",
      'keep contents out of the start with module: { content: "packs" }',
    ],
    origin: { source: "the platform's documentation, as named in the message", level: "MUST" },
  }),
  "file-changed": rule<{ path: string }>({
    code: "SKC680",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} changed while it was being compiled`,
    consequence: "catalog and content would not belong together, so nothing is written",
    help: () => ["run the build again"],
    origin: SKILLC_MUST,
  }),
});
