/** Rules about what a skill or a catalog costs: tokens of every turn, of a load, bytes on a platform. */
import { quote, rule, SKILLC_PRACTICE, STANDARD_SHOULD } from "./rule-entry.ts";

export const budgetRules = {
  "reference-too-many-tokens": rule<{ path: string; tokens: number; limit: number }>({
    code: "SKC503",
    category: "budget",
    level: "info",
    severe: { when: ({ tokens, limit }) => tokens > 2.5 * limit, level: { standard: "warning", lenient: "info" } },
    message: ({ path, tokens, limit }) => `${quote(path)} has about ${tokens} tokens, more than ${limit}`,
    consequence: "a model that reads the file takes all of it into its context",
    help: () => ["split it by topic, and say in the SKILL.md which part to read when"],
    origin: STANDARD_SHOULD,
  }),
  "references-too-many-tokens": rule<{ tokens: number; limit: number; files: number }>({
    code: "SKC504",
    category: "budget",
    level: "info",
    message: ({ tokens, limit, files }) =>
      `the ${files} texts beside the SKILL.md have about ${tokens} tokens together, more than ${limit}`,
    consequence: "a model that follows every reference fills its context",
    help: () => ["keep what is needed often; let a script look the rest up"],
    origin: SKILLC_PRACTICE,
  }),
  "script-without-shebang": rule<{ path: string }>({
    code: "SKC418",
    category: "portability",
    level: { standard: "info", systems: "off" },
    message: ({ path }) => `the script ${quote(path)} does not begin with #!`,
    consequence:
      "nothing says which shell it is for; a catalog keeps no file modes either, so that it cannot be run by name",
    help: () => ["begin it with a line such as #!/usr/bin/env bash, and let the skill say: bash <script>"],
    origin: SKILLC_PRACTICE,
  }),
  "file-large": rule<{ path: string; bytes: number; limit: number }>({
    code: "SKC508",
    category: "budget",
    level: "info",
    message: ({ path, bytes, limit }) => `${quote(path)} has ${bytes} bytes, more than ${limit}`,
    consequence: "it becomes part of the program that is deployed; what is binary grows by a third",
    help: () => [
      "keep it elsewhere and let the skill name its address",
      "or leave it out with files.exclude or files.maxBytes",
    ],
    origin: SKILLC_PRACTICE,
  }),
  "index-too-many-tokens": rule<{ tokens: number; limit: number; skills: number; chosen: string }>({
    code: "SKC505",
    category: "budget",
    level: "info",
    severe: { when: ({ chosen }) => chosen !== "", level: "error" },
    message: ({ tokens, limit, skills, chosen }) =>
      `names and descriptions of ${skills === 1 ? "the skill" : `the ${skills} skills`} have about ${tokens} tokens, more than ${chosen === "" ? limit : `budgets.indexTokens, ${limit}`}`,
    consequence:
      "every turn of every conversation pays for them; Claude Code shortens a list over 1 % of the context, Codex one over 2 %",
    help: () => [
      "shorten the longest descriptions, offer a view instead of all skills, or select skills by the request",
    ],
    origin: { source: "Claude Code 2.1.330, OpenAI Codex (033d1d0)", level: "PRACTICE" },
  }),
  "preload-too-many-tokens": rule<{ tokens: number; limit: number; largest: string; chosen: string }>({
    code: "SKC612",
    category: "budget",
    level: "warning",
    severe: { when: ({ chosen }) => chosen !== "", level: "error" },
    message: ({ tokens, limit, chosen }) =>
      `the preloaded skills have about ${tokens} tokens together, more than ${chosen === "" ? limit : `budgets.preloadTokens, ${limit}`}`,
    consequence: "all of them stand in the context from the first turn on, and their text is parsed at startup",
    help: ({ largest }) => [`preload fewer skills; the largest is ${quote(largest)}`],
    origin: SKILLC_PRACTICE,
  }),
  "platform-limit": rule<{
    platform: string;
    what: string;
    actual: string;
    limit: string;
    note: string;
    certain: string;
  }>({
    code: "SKC506",
    category: "budget",
    level: "warning",
    severe: { when: ({ certain }) => certain !== "", level: "error" },
    message: ({ platform, what, actual, limit, note }) =>
      `${what} is ${actual}, over the ${limit} of ${platform} (${note})`,
    consequence: "the deployment is refused, or the program is stopped while it starts",
    help: () => [
      "leave large files out with files.exclude or files.maxBytes",
      'keep contents out of the start with module: { content: "packs" }',
    ],
    origin: { source: "the platform's documentation, as named in the message", level: "MUST" },
  }),
};
