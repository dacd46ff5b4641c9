import {
  SKILLC_MUST,
  configRule,
  defineRules,
  didYouMean,
  plural,
  quote,
  rule,
  thousands,
} from "../diagnostics/rule.ts";

const CARNET = { source: "Carnet 0.3.1", level: "MUST" } as const;

const PROMPTKIT = { source: "PromptKit 1.5", level: "MUST" } as const;

/** More pairs than these are counted, with one example: in a large tree they would hide all other findings. */
export const MAX_PAIRS = 3;

export const NOT_THERE = "does not exist";

export const linkRules = defineRules({
  "index-tier-preloaded": rule("SKC535", "correctness", "warning", {
    title: "Preloaded skill is deferred",
    args: { id: "tide-tables" },
    message: ({ id }) => `the skill ${quote(id)} is deferred, and also preloaded`,
    consequence: "its instructions are in the prompt from the start, so it is listed like other skills",
    help: "delete the tier, or preload: true of the source",
    shown: [
      "words",
      'a source with preload: true, and metadata.index: "deferred" in its skill tide-tables',
      'a source with preload: true, and metadata.index: "pinned" in its skill tide-tables',
    ],
  }),
  "eval-skill-unknown": rule("SKC445", "correctness", "warning", {
    title: "Trigger test expects a skill that models do not see",
    args: { name: "tides", reason: "does not exist", nearest: "tide-tables" },
    message: ({ name, reason }) => `a trigger test expects the skill ${quote(name)}, which ${reason}`,
    consequence: "no query can trigger it",
    help: ({ reason, nearest }) => {
      if (reason !== NOT_THERE) return "delete disable-model-invocation, or the queries that should trigger it";
      return nearest === "" ? "write the name of a skill, or delete the row" : didYouMean(nearest);
    },
    shown: [
      "words",
      "triggers.csv: when is high water?,tides,true",
      "triggers.csv: when is high water?,tide-tables,true",
    ],
  }),
  "index-too-many-tokens": rule("SKC505", "budget", "error", {
    title: "Names and descriptions have too many tokens",
    args: { tokens: 9200, limit: 8000, skills: 118 },
    oncePerRun: () => true,
    message: ({ tokens, limit, skills }) =>
      `the names and descriptions of ${plural(skills, "skill")} have about ${plural(tokens, "token")} (budgets.indexTokens ${thousands(limit)})`,
    consequence: "every turn of every conversation pays for them",
    help: "shorten the longest descriptions, offer a view instead of all skills, or select skills by request",
    origin: SKILLC_MUST,
    shown: ["words", "118 skills with long descriptions", "a view with the 20 skills that an agent needs"],
  }),
  "preload-too-many-tokens": rule("SKC612", "budget", "warning", {
    title: "Preloaded skills have too many tokens",
    args: { tokens: 24000, limit: 20000, largest: "tide-tables", chosen: false },
    severe: { when: ({ chosen }) => chosen, level: "error" },
    oncePerRun: () => true,
    message: ({ tokens, limit, chosen }) =>
      `the preloaded skills total about ${plural(tokens, "token")} (${chosen ? "budgets.preloadTokens" : "max"} ${thousands(limit)})`,
    consequence: "all of them are in the context from the first turn on, and their text is parsed at startup",
    help: ({ largest }) => `preload fewer skills; the largest is ${quote(largest)}`,
    shown: [
      "words",
      "preload: true on a source with thirty skills",
      "preload: true on a source with the two skills that every conversation needs",
    ],
  }),
  "duplicate-name": rule("SKC601", "correctness", "error", {
    title: "Two skills have the same name",
    args: {
      id: "tide-tables",
      first: "skills/tide-tables/SKILL.md",
      second: "skills/sea/tide-tables/SKILL.md",
      keeps: "first",
      system: "AltairaLabs PromptKit",
      profile: "promptkit",
    },
    levels: {},
    structural: true,
    message: ({ id, first, second }) => `two skills are named ${quote(id)}: ${quote(first)} and ${quote(second)}`,
    consequence: "only one of them could be loaded by that name",
    help: ({ keeps, system, profile }) => [
      ...(keeps === "" ? [] : [`use --profile ${profile}: like ${system}, it keeps the ${keeps} one`]),
      'rename one, give a source a namespace, or choose with duplicates: "first" or "last"',
    ],
    origin: SKILLC_MUST,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md\nskills/sea/tide-tables/SKILL.md",
      "skills/tide-tables/SKILL.md\nskills/sea/ebb/SKILL.md",
    ],
  }),
  "duplicate-shadowed": rule("SKC602", "correctness", "warning", {
    title: "A skill is hidden by another of the same name",
    args: { id: "tide-tables", kept: "skills/tide-tables/SKILL.md", lost: "skills/sea/tide-tables/SKILL.md" },
    message: ({ id, kept, lost }) =>
      `the skill ${quote(id)} in ${quote(lost)} is left out: the one in ${quote(kept)} has the same name`,
    help: "rename one of them, or give a source a namespace, to keep both",
    origin: SKILLC_MUST,
    shown: [
      "files",
      "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md\nskills/sea/tide-tables/SKILL.md",
      "skills/tide-tables/SKILL.md\nskills/sea/ebb/SKILL.md",
      { profile: "lenient" },
    ],
  }),
  "mirror-differs": rule("SKC419", "correctness", "warning", {
    title: "Copies of one skill differ",
    args: {
      id: "tide-tables",
      first: ".agents/skills/tide-tables/SKILL.md",
      second: ".claude/skills/tide-tables/SKILL.md",
      files: '"SKILL.md" and 2 more files',
    },
    message: ({ id, first, second, files }) =>
      `the copies of the skill ${quote(id)} in ${quote(first)} and ${quote(second)} differ in ${files}`,
    consequence: "each client loads its own copy, so the same skill does different things",
    help: "copy the newer one over the other, or replace one with a symbolic link",
    shown: [
      "words",
      "a tide-tables in .claude/skills that differs from the one in .agents/skills",
      ".claude/skills -> ../.agents/skills",
    ],
  }),
  "skill-mirrored": rule("SKC420", "quality", "info", {
    title: "A skill has exact copies",
    args: { copies: 2, first: "skills/tide-tables/SKILL.md", second: ".claude/skills/tide-tables/SKILL.md" },
    oncePerRun: ({ copies }) => copies > 1,
    message: ({ copies, first, second }) =>
      copies === 1
        ? `the skill in ${quote(second)} is an exact copy of the one in ${quote(first)}`
        : `${thousands(copies)} skills are exact copies of others, such as ${quote(second)} of ${quote(first)}`,
    consequence: "each skill is checked and shipped once",
    help: "replace the copies with symbolic links, so that they cannot become different",
    shown: ["words", "the same tide-tables in skills and in .claude/skills", ".claude/skills -> ../skills"],
  }),
  "path-shared": rule("SKC617", "correctness", "warning", {
    title: "Two skills have the same path",
    args: { path: "skills/tides", first: "high-tide", second: "low-tide" },
    message: ({ path, first, second }) =>
      `the skills ${quote(first)} and ${quote(second)} have the same path ${quote(path)}`,
    consequence: "filters and listForDir cannot tell them apart",
    help: "mount one of the sources elsewhere with mountAs",
    shown: [
      "words",
      'two sources, both with mountAs: "skills", each with a directory tides',
      'mountAs: "skills/north" and mountAs: "skills/south"',
    ],
  }),
  "view-empty": rule("SKC614", "correctness", "warning", {
    title: "View matches no skill",
    args: { view: "sea", nearest: "", example: "skills/tide-tables" },
    message: ({ view }) => `the view ${quote(view)} matches no skill`,
    consequence: "view() returns an empty list",
    help: ({ nearest, example }) => [
      ...didYouMean(nearest),
      example === ""
        ? "compare the pattern with the paths in `skillc list`"
        : `match paths such as ${quote(example)}; \`skillc list\` shows them all`,
    ],
    shown: ["config", '{ "views": { "sea": "skills/sea/*" } }', '{ "views": { "sea": "skills/tide-*" } }'],
  }),
  "agent-shadowed": rule("SKC634", "correctness", "warning", {
    title: "An agent is hidden by another of the same name",
    args: { kind: "agent", name: "mate", kept: "fleet/ship/AGENT.md", lost: "fleet/boat/AGENT.md" },
    message: ({ kind, name, kept, lost }) =>
      `the ${kind} ${quote(name)} in ${quote(lost)} is left out: the one in ${quote(kept)} has the same name`,
    consequence: "as in Carnet, the last one wins",
    help: "rename one of them to keep both",
    origin: CARNET,
    shown: ["words", "two files AGENT.md with name: mate", "name: mate in one, name: first-mate in the other"],
  }),
  "agent-skill-unknown": rule("SKC632", "correctness", "error", {
    title: "Agent names an unknown skill",
    args: { agent: "mate", name: "tide-table", nearest: "tide-tables" },
    message: ({ agent, name }) => `the agent ${quote(agent)} names an unknown skill ${quote(name)}`,
    consequence: "the agent can never load it",
    help: ({ nearest }) => (nearest === "" ? "add the skill, or delete the name" : `did you mean ${quote(nearest)}?`),
    origin: CARNET,
    shown: ["words", "skills: [tide-table] in an AGENT.md", "skills: [tide-tables]"],
  }),
  "toolset-unknown": rule("SKC633", "correctness", "error", {
    title: "Skill names an unknown toolset",
    args: { name: "clock", nearest: "clocks" },
    message: ({ name }) => `the skill names an unknown toolset ${quote(name)}`,
    consequence: "its tools can never be exposed",
    help: ({ nearest }) => [
      nearest === "" ? "add toolsets/<name>/TOOLSET.md, or delete the name" : `did you mean ${quote(nearest)}?`,
      'set rules: { "toolset-unknown": "off" } if your code passes it: createCarnetSession(executor, { toolsets })',
    ],
    origin: CARNET,
    shown: ["frontmatter", "toolsets: [clock]", "license: MIT", { profile: "carnet" }],
  }),
  "descriptions-overlap": rule("SKC603", "quality", "info", {
    title: "Two descriptions are nearly the same",
    args: { first: "tide-tables", second: "tide-times", percent: 96, found: 1, skills: 8 },
    oncePerRun: ({ found }) => found > MAX_PAIRS,
    message: ({ first, second, percent, found, skills }) => {
      if (found > MAX_PAIRS)
        return `${thousands(found)} of ${thousands(skills)} skills have nearly the same description as another, such as ${quote(first)} and ${quote(second)}`;
      return percent === 100
        ? `the skills ${quote(first)} and ${quote(second)} have the same description`
        : `the descriptions of ${quote(first)} and ${quote(second)} share ${percent}% of their words`;
    },
    consequence: "a model chooses by the description alone, so it may choose either",
    help: ["say in each description when to use the other skill", "merge the two skills"],
    shown: ["words", "two skills with the same description", "each description says when to use the other skill"],
  }),
  "name-prefix": rule("SKC604", "quality", "info", {
    title: "A name starts with the name of another skill",
    args: { name: "tide-tables-north", prefix: "tide-tables", found: 1, skills: 8 },
    oncePerRun: ({ found }) => found > MAX_PAIRS,
    message: ({ name, prefix, found, skills }) =>
      found > MAX_PAIRS
        ? `${thousands(found)} of ${thousands(skills)} names start with the name of another skill, such as ${quote(name)} with ${quote(prefix)}`
        : `the name ${quote(name)} starts with the name of another skill, ${quote(prefix)}`,
    consequence: "models shorten names, and filters by prefix match both",
    help: "say in the descriptions when to use which skill",
    shown: ["words", "tide-tables and tide-tables-north", "tide-tables and northern-tides"],
  }),
  "shared-file-unused": rule("SKC759", "quality", "info", {
    title: "No skill uses a shared file",
    args: { file: "skills/_shared/ports.md" },
    message: ({ file }) => `no skill uses the shared file ${quote(file)}`,
    consequence: "it does not ship",
    help: "link to it from a skill, or delete it",
    shown: [
      "words",
      'shared: ["skills/_shared"], and no skill links to skills/_shared/ports.md',
      "the skill tides links to ../_shared/ports.md",
    ],
  }),
  "shared-root-invalid": configRule("SKC760", "error", {
    title: "A shared directory cannot be used",
    args: { dir: "skills/tides", fault: 'contains "SKILL.md": a skill is not shared', as: "" },
    message: ({ dir, fault }) => `the shared directory ${quote(dir)} ${fault}`,
    consequence: "skills that link to its files would lack them",
    help: ({ dir, as }) =>
      as === ""
        ? "name a directory below that of the config, without skills and symbolic links"
        : `write { dir: ${quote(dir)}, as: ${quote(as)} }`,
    shown: [
      "words",
      'shared: ["skills/tides"], and skills/tides is a skill',
      'shared: ["skills/_shared"], with skills/_shared/ports.md',
    ],
  }),
  "files-duplicated": rule("SKC761", "quality", "info", {
    title: "Several skills have the same files",
    args: { files: 12, bytes: 1_234_567, example: "schemas/wml.xsd", skills: '"docx", "pptx" and "xlsx"' },
    levels: { systems: "off" },
    oncePerRun: () => true,
    message: ({ files, bytes, example, skills }) => {
      const copies = `(${bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`} in copies)`;
      return files === 1
        ? `the same file is in several skills ${copies}: ${quote(example)} in ${skills}`
        : `${thousands(files)} files are in several skills ${copies}, such as ${quote(example)} in ${skills}`;
    },
    consequence: "the module stores them once; installed and packed copies do not",
    help: "move them to a shared directory and set shared",
    shown: [
      "words",
      "a script of 12 kB in the skills tides and charts",
      'the script in skills/_shared, and shared: ["skills/_shared"]',
    ],
  }),
  "view-path-missing": rule("SKC629", "correctness", "off", {
    title: "View names a path that does not exist",
    args: { view: "sea", path: "skills/sea" },
    levels: { promptkit: "error" },
    message: ({ view, path }) => `the view ${quote(view)} names ${quote(path)}, which is not the path of a skill`,
    consequence: "it matches nothing",
    help: "compare it with the paths in `skillc list`",
    origin: PROMPTKIT,
    shown: [
      "words",
      'views: { "sea": "skills/sea" } under the profile promptkit, without such a skill',
      'views: { "sea": "skills/tide-tables" }',
    ],
  }),
});
