/** Examples of the rules about several skills: duplicates, views, budgets, agents and toolsets. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { linkRules } from "./rules.ts";

export const linkExamples: ExamplesOf<typeof linkRules> = {
  "index-tier-preloaded": {
    args: { id: "tide-tables" },
    kind: "words",
    bad: 'a source with preload: true, and metadata.index: "deferred" in its skill tide-tables',
    good: 'a source with preload: true, and metadata.index: "pinned" in its skill tide-tables',
  },
  "eval-skill-unknown": {
    args: { name: "tides", reason: "does not exist", nearest: "tide-tables" },
    kind: "words",
    bad: "triggers.csv: when is high water?,tides,true",
    good: "triggers.csv: when is high water?,tide-tables,true",
  },
  "duplicate-name": {
    args: {
      id: "tide-tables",
      first: "skills/tide-tables/SKILL.md",
      second: "skills/sea/tide-tables/SKILL.md",
      keeps: "first",
      system: "AltairaLabs PromptKit",
      profile: "promptkit",
    },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md\nskills/sea/tide-tables/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/sea/ebb/SKILL.md",
  },
  "duplicate-shadowed": {
    args: { id: "tide-tables", kept: "skills/tide-tables/SKILL.md", lost: "skills/sea/tide-tables/SKILL.md" },
    kind: "files",
    profile: "lenient",
    bad: "skills/tide-tables/SKILL.md\nskills/tide-tables/ports.md\nskills/sea/tide-tables/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/sea/ebb/SKILL.md",
  },
  "mirror-differs": {
    args: {
      id: "tide-tables",
      first: ".agents/skills/tide-tables/SKILL.md",
      second: ".claude/skills/tide-tables/SKILL.md",
      files: '"SKILL.md" and 2 more files',
    },
    kind: "words",
    bad: "a tide-tables in .claude/skills that differs from the one in .agents/skills",
    good: ".claude/skills -> ../.agents/skills",
  },
  "skill-mirrored": {
    args: { copies: 2, first: "skills/tide-tables/SKILL.md", second: ".claude/skills/tide-tables/SKILL.md" },
    kind: "words",
    bad: "the same tide-tables in skills and in .claude/skills",
    good: ".claude/skills -> ../skills",
  },
  "path-shared": {
    args: { path: "skills/tides", first: "high-tide", second: "low-tide" },
    kind: "words",
    bad: 'two sources, both with mountAs: "skills", each with a directory tides',
    good: 'mountAs: "skills/north" and mountAs: "skills/south"',
  },
  "view-empty": {
    args: { view: "sea", nearest: "", example: "skills/tide-tables" },
    kind: "config",
    bad: '{ "views": { "sea": "skills/sea/*" } }',
    good: '{ "views": { "sea": "skills/tide-*" } }',
  },
  "descriptions-overlap": {
    args: { first: "tide-tables", second: "tide-times", percent: 96, found: 1, skills: 8 },
    kind: "words",
    bad: "two skills with the same description",
    good: "each description says when to use the other skill",
  },
  "name-prefix": {
    args: { name: "tide-tables-north", prefix: "tide-tables", found: 1, skills: 8 },
    kind: "words",
    bad: "tide-tables and tide-tables-north",
    good: "tide-tables and northern-tides",
  },
  "index-too-many-tokens": {
    args: { tokens: 9200, limit: 8000, skills: 118, chosen: false },
    kind: "words",
    bad: "118 skills with long descriptions",
    good: "a view with the 20 skills that an agent needs",
  },
  "preload-too-many-tokens": {
    args: { tokens: 24000, limit: 20000, largest: "tide-tables", chosen: false },
    kind: "words",
    bad: "preload: true on a source with thirty skills",
    good: "preload: true on a source with the two skills that every conversation needs",
  },
  "view-path-missing": {
    args: { view: "sea", path: "skills/sea" },
    kind: "words",
    bad: 'views: { "sea": "skills/sea" } under the profile promptkit, without such a skill',
    good: 'views: { "sea": "skills/tide-tables" }',
  },
  "agent-shadowed": {
    args: { kind: "agent", name: "mate", kept: "fleet/ship/AGENT.md", lost: "fleet/boat/AGENT.md" },
    kind: "words",
    bad: "two files AGENT.md with name: mate",
    good: "name: mate in one, name: first-mate in the other",
  },
  "agent-skill-unknown": {
    args: { agent: "mate", name: "tide-table", nearest: "tide-tables" },
    kind: "words",
    bad: "skills: [tide-table] in an AGENT.md",
    good: "skills: [tide-tables]",
  },
  "toolset-unknown": {
    args: { name: "clock", nearest: "clocks" },
    kind: "frontmatter",
    profile: "carnet",
    bad: "toolsets: [clock]",
    good: "license: MIT",
  },
};
