/** Rules about several skills: duplicates, views, budgets, agents and toolsets. */
import {
  SKILLC_MUST,
  SKILLC_PRACTICE,
  defineRules,
  didYouMean,
  plural,
  quote,
  rule,
  thousands,
} from "../diagnostics/rule.ts";

const CARNET = { source: "Carnet 0.3.1", level: "MUST" } as const;

const PROMPTKIT = { source: "PromptKit 1.5", level: "MUST" } as const;

/** Why no query triggers a skill that a test expects. */
export const NOT_THERE = "does not exist";

/** In a large tree, a finding per pair hides everything else: more than these are counted, with one example. */
export const MAX_PAIRS = 3;

export const linkRules = defineRules({
  "index-tier-preloaded": rule<{ id: string }>({
    code: "SKC535",
    category: "correctness",
    level: "warning",
    message: ({ id }) => `the skill ${quote(id)} is deferred, and also preloaded`,
    consequence: "its instructions are in the prompt from the start, so it is listed like other skills",
    help: () => ["delete the tier, or preload: true of the source"],
    origin: SKILLC_PRACTICE,
  }),
  "eval-skill-unknown": rule<{ name: string; reason: string; nearest: string }>({
    code: "SKC445",
    category: "correctness",
    level: "warning",
    message: ({ name, reason }) => `a trigger test expects the skill ${quote(name)}, which ${reason}`,
    consequence: "no query can trigger it",
    help: ({ reason, nearest }) => {
      if (reason !== NOT_THERE) return ["delete disable-model-invocation, or the queries that should trigger it"];
      return nearest === "" ? ["write the name of a skill, or delete the row"] : didYouMean(nearest);
    },
    origin: SKILLC_PRACTICE,
  }),
  "index-too-many-tokens": rule<{ tokens: number; limit: number; skills: number; chosen: boolean }>({
    code: "SKC505",
    category: "budget",
    level: "info",
    severe: { when: ({ chosen }) => chosen, level: "error" },
    oncePerRun: () => true,
    message: ({ tokens, limit, skills, chosen }) =>
      `the names and descriptions of ${plural(skills, "skill")} have about ${plural(tokens, "token")} (${chosen ? "budgets.indexTokens" : "max"} ${thousands(limit)})`,
    consequence:
      "every turn of every conversation pays for them; Claude Code shortens a list over 1% of the context, Codex one over 2%",
    help: () => ["shorten the longest descriptions, offer a view instead of all skills, or select skills by request"],
    origin: { source: "Claude Code 2.1.330, OpenAI Codex (033d1d0)", level: "PRACTICE" },
  }),
  "preload-too-many-tokens": rule<{ tokens: number; limit: number; largest: string; chosen: boolean }>({
    code: "SKC612",
    category: "budget",
    level: "warning",
    severe: { when: ({ chosen }) => chosen, level: "error" },
    oncePerRun: () => true,
    message: ({ tokens, limit, chosen }) =>
      `the preloaded skills total about ${plural(tokens, "token")} (${chosen ? "budgets.preloadTokens" : "max"} ${thousands(limit)})`,
    consequence: "all of them are in the context from the first turn on, and their text is parsed at startup",
    help: ({ largest }) => [`preload fewer skills; the largest is ${quote(largest)}`],
    origin: SKILLC_PRACTICE,
  }),
  "duplicate-name": rule<{ id: string; first: string; second: string; keeps: string; system: string; profile: string }>(
    {
      code: "SKC601",
      category: "correctness",
      level: { standard: "error" },
      structural: true,
      message: ({ id, first, second }) => `two skills are named ${quote(id)}: ${quote(first)} and ${quote(second)}`,
      consequence: "only one of them could be loaded by that name",
      help: ({ keeps, system, profile }) => [
        ...(keeps === "" ? [] : [`use --profile ${profile}: like ${system}, it keeps the ${keeps} one`]),
        'rename one, give a source a namespace, or choose with duplicates: "first" or "last"',
      ],
      origin: SKILLC_MUST,
    },
  ),
  "duplicate-shadowed": rule<{ id: string; kept: string; lost: string }>({
    code: "SKC602",
    category: "correctness",
    level: "warning",
    message: ({ id, kept, lost }) =>
      `the skill ${quote(id)} in ${quote(lost)} is left out: the one in ${quote(kept)} has the same name`,
    help: () => ["rename one of them, or give a source a namespace, to keep both"],
    origin: SKILLC_MUST,
  }),
  "mirror-differs": rule<{ id: string; first: string; second: string; files: string }>({
    code: "SKC419",
    category: "correctness",
    level: "warning",
    message: ({ id, first, second, files }) =>
      `the copies of the skill ${quote(id)} in ${quote(first)} and ${quote(second)} differ in ${files}`,
    consequence: "each client loads its own copy, so the same skill does different things",
    help: () => ["copy the newer one over the other, or replace one with a symbolic link"],
    origin: SKILLC_PRACTICE,
  }),
  "skill-mirrored": rule<{ copies: number; first: string; second: string }>({
    code: "SKC420",
    category: "quality",
    level: "info",
    oncePerRun: ({ copies }) => copies > 1,
    message: ({ copies, first, second }) =>
      copies === 1
        ? `the skill in ${quote(second)} is an exact copy of the one in ${quote(first)}`
        : `${thousands(copies)} skills are exact copies of others, such as ${quote(second)} of ${quote(first)}`,
    consequence: "each skill is checked and shipped once",
    help: () => ["replace the copies with symbolic links, so that they cannot become different"],
    origin: SKILLC_PRACTICE,
  }),
  "path-shared": rule<{ path: string; first: string; second: string }>({
    code: "SKC617",
    category: "correctness",
    level: "warning",
    message: ({ path, first, second }) =>
      `the skills ${quote(first)} and ${quote(second)} have the same path ${quote(path)}`,
    consequence: "filters and listForDir cannot tell them apart",
    help: () => ["mount one of the sources elsewhere with mountAs"],
    origin: SKILLC_PRACTICE,
  }),
  "view-empty": rule<{ view: string; nearest: string; example: string }>({
    code: "SKC614",
    category: "correctness",
    level: "warning",
    message: ({ view }) => `the view ${quote(view)} matches no skill`,
    consequence: "view() returns an empty list",
    help: ({ nearest, example }) => [
      ...didYouMean(nearest),
      example === ""
        ? "compare the pattern with the paths in `skillc list`"
        : `match paths such as ${quote(example)}; \`skillc list\` shows them all`,
    ],
    origin: SKILLC_PRACTICE,
  }),
  "agent-shadowed": rule<{ kind: string; name: string; kept: string; lost: string }>({
    code: "SKC634",
    category: "correctness",
    level: "warning",
    message: ({ kind, name, kept, lost }) =>
      `the ${kind} ${quote(name)} in ${quote(lost)} is left out: the one in ${quote(kept)} has the same name`,
    consequence: "as in Carnet, the last one wins",
    help: () => ["rename one of them to keep both"],
    origin: CARNET,
  }),
  "agent-skill-unknown": rule<{ agent: string; name: string; nearest: string }>({
    code: "SKC632",
    category: "correctness",
    level: "error",
    message: ({ agent, name }) => `the agent ${quote(agent)} names an unknown skill ${quote(name)}`,
    consequence: "the agent can never load it",
    help: ({ nearest }) =>
      nearest === "" ? ["add the skill, or delete the name"] : [`did you mean ${quote(nearest)}?`],
    origin: CARNET,
  }),
  "toolset-unknown": rule<{ name: string; nearest: string }>({
    code: "SKC633",
    category: "correctness",
    level: "error",
    message: ({ name }) => `the skill names an unknown toolset ${quote(name)}`,
    consequence: "its tools can never be exposed",
    help: ({ nearest }) => [
      nearest === "" ? "add toolsets/<name>/TOOLSET.md, or delete the name" : `did you mean ${quote(nearest)}?`,
      'set rules: { "toolset-unknown": "off" } if your code passes it: createCarnetSession(executor, { toolsets })',
    ],
    origin: CARNET,
  }),
  "descriptions-overlap": rule<{
    first: string;
    second: string;
    percent: number;
    found: number;
    skills: number;
  }>({
    code: "SKC603",
    category: "quality",
    level: "info",
    oncePerRun: ({ found }) => found > MAX_PAIRS,
    message: ({ first, second, percent, found, skills }) => {
      if (found > MAX_PAIRS)
        return `${thousands(found)} of ${thousands(skills)} skills have nearly the same description as another, such as ${quote(first)} and ${quote(second)}`;
      return percent === 100
        ? `the skills ${quote(first)} and ${quote(second)} have the same description`
        : `the descriptions of ${quote(first)} and ${quote(second)} share ${percent}% of their words`;
    },
    consequence: "a model chooses by the description alone, so it may choose either",
    help: () => ["say in each description when to use the other skill", "merge the two skills"],
    origin: SKILLC_PRACTICE,
  }),
  "name-prefix": rule<{ name: string; prefix: string; found: number; skills: number }>({
    code: "SKC604",
    category: "quality",
    level: "info",
    oncePerRun: ({ found }) => found > MAX_PAIRS,
    message: ({ name, prefix, found, skills }) =>
      found > MAX_PAIRS
        ? `${thousands(found)} of ${thousands(skills)} names start with the name of another skill, such as ${quote(name)} with ${quote(prefix)}`
        : `the name ${quote(name)} starts with the name of another skill, ${quote(prefix)}`,
    consequence: "models shorten names, and filters by prefix match both",
    help: () => ["say in the descriptions when to use which skill"],
    origin: SKILLC_PRACTICE,
  }),
  "view-path-missing": rule<{ view: string; path: string }>({
    code: "SKC629",
    category: "correctness",
    level: { standard: "off", promptkit: "error" },
    message: ({ view, path }) => `the view ${quote(view)} names ${quote(path)}, which is not the path of a skill`,
    consequence: "it matches nothing",
    help: () => ["compare it with the paths in `skillc list`"],
    origin: PROMPTKIT,
  }),
});
