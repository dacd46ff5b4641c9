/** Examples for the rules about links, about many skills together, and about what a catalog costs. */
import type { ExamplesOf } from "./rule-example.ts";
import type { budgetRules } from "./rules-budget.ts";
import type { catalogRules } from "./rules-catalog.ts";
import type { linkRules } from "./rules-links.ts";

const PORTS = ["references/ports.md"];
const LINKED = "See [ports](references/ports.md).";

export const catalogExamples: ExamplesOf<typeof catalogRules> = {
  "ref-missing": {
    args: { target: "references/port.md", nearest: "references/ports.md", reason: "does not exist", inline: "" },
    kind: "body",
    bad: "See [ports](references/port.md).",
    good: LINKED,
    beside: PORTS,
    fix: "unsafe",
  },
  "ref-wrong-case": {
    args: { target: "References/Ports.md", actual: "references/ports.md" },
    kind: "body",
    bad: "See [ports](References/Ports.md).",
    good: LINKED,
    beside: PORTS,
    fix: "safe",
  },
  "ref-escapes": {
    args: { target: "../harbour/SKILL.md", reason: "leaves the skill's directory", sibling: "harbour" },
    kind: "body",
    bad: "See [harbours](../harbour/SKILL.md).",
    good: "Load the skill harbour.",
  },
  "ref-file-url": {
    args: { target: "file:///home/nord/ports.md" },
    kind: "body",
    bad: "See [ports](file:///home/nord/ports.md).",
    good: LINKED,
    beside: PORTS,
  },
  "duplicate-name": {
    args: { id: "tide-tables", first: "skills/tide-tables/SKILL.md", second: "skills/sea/tide-tables/SKILL.md" },
    kind: "files",
    bad: "skills/tide-tables/SKILL.md\nskills/sea/tide-tables/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/sea/ebb/SKILL.md",
  },
  "duplicate-shadowed": {
    args: { id: "tide-tables", kept: "skills/tide-tables/SKILL.md", lost: "skills/sea/tide-tables/SKILL.md" },
    kind: "files",
    profile: "lenient",
    bad: "skills/tide-tables/SKILL.md\nskills/sea/tide-tables/SKILL.md",
    good: "skills/tide-tables/SKILL.md\nskills/sea/ebb/SKILL.md",
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
  "no-skills": {
    args: { sources: '"notes"', seen: 0 },
    kind: "config",
    bad: '{ "sources": [{ "dir": "notes", "optional": true }] }',
    good: '{ "sources": ["skills"] }',
  },
  "output-unwritable": {
    args: { path: "generated/skills", detail: "EACCES" },
    kind: "words",
    bad: "generated/ belongs to somebody else",
    good: "skillc build --out build/skills",
  },
  "output-foreign-file": {
    args: { path: "generated/skills/index.js" },
    kind: "words",
    bad: "generated/skills/index.js was written by hand",
    good: "outDir is a directory of its own",
  },
  "output-stale-kept": {
    args: { path: "generated/skills/content/aa.js" },
    kind: "words",
    bad: "a generated file was edited, and is no longer part of the output",
    good: "the file is deleted",
  },
  "internal-crash": {
    args: { detail: "TypeError: …" },
    kind: "words",
    bad: "a bug of skillc",
    good: "a newer version of skillc",
  },
};

export const linkExamples: ExamplesOf<typeof linkRules> = {
  "anchor-missing": {
    args: { fragment: "landing", nearest: "landings" },
    kind: "body",
    bad: "# Landings\n\nSee [above](#landing).",
    good: "# Landings\n\nSee [above](#landings).",
  },
  "anchor-ambiguous": {
    args: { fragment: "steps", count: 2 },
    kind: "body",
    bad: "# Steps\n\n# Steps\n\nSee [above](#steps).",
    good: "# Steps\n\n# More steps\n\nSee [above](#steps).",
  },
  "code-fence-unclosed": {
    args: { fence: "```sh" },
    kind: "body",
    bad: "```sh\ntide --today",
    good: "```sh\ntide --today\n```",
  },
  "path-missing": {
    args: { path: "references/port.md", nearest: "references/ports.md" },
    kind: "body",
    bad: "Read `references/port.md`.",
    good: "Read `references/ports.md`.",
    beside: PORTS,
  },
  "ref-backslash": {
    args: { target: "references\\ports.md", actual: "references/ports.md" },
    kind: "body",
    bad: "See [ports](references\\ports.md).",
    good: LINKED,
    beside: PORTS,
    fix: "safe",
  },
  "file-orphan": {
    args: { path: "references/ports.md", files: 1 },
    kind: "body",
    bad: "Read the table.",
    good: LINKED,
    beside: PORTS,
  },
  "descriptions-overlap": {
    args: { first: "tide-tables", second: "tide-times", percent: 96 },
    kind: "words",
    bad: "two skills with the same description",
    good: "each description says what the other is not for",
  },
  "name-prefix": {
    args: { name: "tide-tables-north", prefix: "tide-tables" },
    kind: "words",
    bad: "tide-tables and tide-tables-north",
    good: "tide-tables and northern-tides",
  },
  "tags-two-forms": {
    args: { tags: "tides", metadataTags: "sea" },
    kind: "frontmatter",
    bad: "tags: [tides]\nmetadata:\n  tags: sea",
    good: "tags: [tides]",
  },
};

export const budgetExamples: ExamplesOf<typeof budgetRules> = {
  "reference-too-many-tokens": {
    args: { path: "references/ports.md", tokens: 14000, limit: 10000 },
    kind: "words",
    bad: "references/ports.md with about 14,000 tokens",
    good: "references/ports-north.md and references/ports-south.md",
  },
  "references-too-many-tokens": {
    args: { tokens: 31000, limit: 25000, files: 9 },
    kind: "words",
    bad: "nine references with about 31,000 tokens together",
    good: "scripts/find-port.py, which looks one port up",
  },
  "script-without-shebang": {
    args: { path: "scripts/look.sh" },
    kind: "words",
    bad: "scripts/look.sh that begins with: curl",
    good: "scripts/look.sh that begins with: #!/usr/bin/env bash",
  },
  "file-large": {
    args: { path: "assets/chart.png", bytes: 4200000, limit: 1048576 },
    kind: "words",
    bad: "assets/chart.png with 4.2 MB",
    good: "the SKILL.md names https://charts.example/nord.png",
  },
  "index-too-many-tokens": {
    args: { tokens: 9200, limit: 8000, skills: 118, chosen: "" },
    kind: "words",
    bad: "118 skills with long descriptions",
    good: "a view with the 20 skills that an agent needs",
  },
  "preload-too-many-tokens": {
    args: { tokens: 24000, limit: 20000, largest: "tide-tables", chosen: "" },
    kind: "words",
    bad: "preload: true on a source with thirty skills",
    good: "preload: true on a source with the two skills that every conversation needs",
  },
  "platform-limit": {
    args: {
      platform: "cloudflare-workers",
      what: "the module with gzip",
      actual: "4.1 MB",
      limit: "3 MB",
      note: "free plan",
      certain: "",
    },
    kind: "words",
    bad: "a module of 4.1 MB for a platform that takes 3 MB",
    good: 'files: { "exclude": ["**/*.tif"] }',
  },
};
