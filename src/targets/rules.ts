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
    message: ({ platform, what, actual, limit, note }) => `${what} is ${actual} (max ${limit} on ${platform}, ${note})`,
    consequence: "the platform rejects the deployment, or stops the program at startup",
    help: () => [
      "leave large files out with files.exclude or files.maxBytes",
      'keep contents out of startup with module: { content: "packs" }',
    ],
    origin: { source: "the platform's documentation, as named in the message", level: "MUST" },
  }),
  "file-changed": rule<{ path: string }>({
    code: "SKC680",
    category: "system",
    level: "error",
    structural: true,
    message: ({ path }) => `${quote(path)} changed while it was being compiled`,
    consequence: "the catalog would not match the content, so nothing is written",
    help: () => ["run the build again"],
    origin: SKILLC_MUST,
  }),
});
