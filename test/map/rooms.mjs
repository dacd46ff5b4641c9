/**
 * The import table: every directory of src, and every file at its top. `npm run docs` writes it into src/README.md;
 * `house.test.ts` checks it against the code.
 */

/** The directories that report findings of their own; `rules.ts` collects their rules. */
const RULE_OWNERS = [
  "diagnostics",
  "prepare",
  "discover",
  "parse",
  "check",
  "link",
  "targets",
  "phases",
  "config",
  "api",
];

/**
 * Low to high: a room imports only rooms above it, except `rules.ts`, which all rooms may import that need the type
 * `RuleName` or look a rule up.
 *
 * @type {readonly import("./rooms.d.mts").Room[]}
 */
export const rooms = [
  {
    name: "runtime",
    holds:
      "what runs in the user's app: access to skills, executor, rendering, tools, gates, sessions; the catalog types",
    imports: [],
  },
  {
    name: "model",
    holds:
      "the types passed between phases: source text, fields, skill input, unit, finding, config, host, output; what one pass over a text shows; results that are made once",
    imports: ["runtime"],
  },
  {
    name: "paths",
    holds: "virtual POSIX paths: normalization, containment, mounts, order, collisions; pattern filters",
    imports: ["runtime"],
  },
  {
    name: "refs",
    holds: "references to skills elsewhere, version ranges, the lock file: text in, data out",
    imports: ["model", "paths"],
  },
  {
    name: "contents",
    holds: "the byte store: reads, measures and hashes files in bounded memory",
    imports: ["model"],
  },
  {
    name: "secrets",
    holds: "what a credential looks like, in all its spellings; masks them in lines",
    imports: ["model"],
  },
  {
    name: "diagnostics",
    holds: "rules, findings, levels, suppression comments, judge, diagnostics",
    imports: ["model", "secrets", "runtime"],
  },
  {
    name: "triggers",
    holds: "trigger tests ranked by words: results, baselines, suites for other test runners",
    imports: ["model", "runtime"],
  },
  {
    name: "profiles",
    holds: "data: what each standard, client and system accepts; the frontmatter fields",
    imports: ["model", "runtime"],
  },
  {
    name: "platforms",
    holds: "data: the limits of each deployment platform",
    imports: [],
  },
  {
    name: "prepare",
    holds: "shell commands in bodies: found, checked against an allowlist, replaced by their output; only on request",
    imports: ["model", "diagnostics"],
  },
  {
    name: "discover",
    holds: "walks sources through the host; finds skills and the files that they own",
    imports: ["model", "paths", "contents", "diagnostics", "profiles", "runtime"],
    libraries: ["ignore"],
  },
  {
    name: "parse",
    holds: "frontmatter, YAML, Markdown: text in, documents with positions out",
    imports: ["model", "diagnostics", "profiles", "prepare", "runtime"],
    libraries: [
      "yaml",
      "micromark",
      "micromark-extension-frontmatter",
      "micromark-util-decode-string",
      "unified",
      "remark-parse",
      "remark-frontmatter",
    ],
  },
  {
    name: "check",
    holds: "the rules about one skill, one directory per subject",
    imports: ["model", "paths", "diagnostics", "profiles", "prepare", "runtime"],
  },
  {
    name: "piece",
    holds:
      "what the outputs say about one skill, as texts, bytes and numbers that are joined: entry, row, types, contents",
    imports: ["model", "paths", "contents", "runtime"],
  },
  {
    name: "link",
    holds:
      "everything that needs two skills: ids, duplicates, preload, views, budgets, overlaps, links to other skills",
    imports: ["model", "paths", "diagnostics", "piece", "runtime"],
  },
  {
    name: "targets",
    holds: "the output formats, one directory each, listed in `table.ts`",
    imports: ["model", "contents", "diagnostics", "piece", "runtime"],
  },
  {
    name: "phases",
    holds: "the steps of `compile.ts`: discover all, compile one skill, prepare, admit, link, open the outputs",
    imports: [
      "model",
      "paths",
      "refs",
      "contents",
      "diagnostics",
      "profiles",
      "platforms",
      "prepare",
      "discover",
      "parse",
      "check",
      "piece",
      "link",
      "targets",
      "rules.ts",
      "runtime",
    ],
  },
  {
    name: "compile.ts",
    holds: "the order of the phases, and nothing else",
    imports: ["phases"],
  },
  {
    name: "bundle",
    holds: "loads TypeScript and JavaScript configs, compiles scripts of skills",
    imports: ["model"],
    libraries: ["esbuild"],
    knowsNode: true,
  },
  {
    name: "fixes",
    holds: "applies the fixes of findings to texts; prints them as a diff",
    imports: ["model", "diagnostics"],
    libraries: ["diff"],
  },
  {
    name: "host",
    holds: "the door to the world: file system, hashes, git, processes",
    imports: ["model", "paths"],
    knowsNode: true,
  },
  {
    name: "engine",
    holds: "what is remembered: inputs and whether they are still so, results of earlier runs, the store, watching",
    imports: ["model", "paths", "host"],
    libraries: ["watchpack"],
    knowsNode: true,
  },
  {
    name: "output",
    holds: "replaces an output directory at one instant: stages, locks, commits, and knows what it wrote",
    imports: ["model", "host", "engine"],
    knowsNode: true,
  },
  {
    name: "install",
    holds:
      "the installer: fetches references from git and npm, checks and stages their files, keeps the lock and contents",
    imports: ["model", "paths", "refs", "diagnostics", "discover", "host", "output", "runtime"],
    knowsNode: true,
  },
  {
    name: "schemas",
    holds:
      "the zod schemas of the config, the catalog and the messages to `skillc serve`; `npm run build` writes the first two as JSON Schema",
    imports: ["model", "platforms", "targets"],
    libraries: ["zod"],
    knowsNode: true,
  },
  {
    name: "config",
    holds: "`defineConfig`; finds, loads, validates and resolves a config",
    imports: [
      "model",
      "paths",
      "refs",
      "diagnostics",
      "profiles",
      "platforms",
      "targets",
      "bundle",
      "schemas",
      "rules.ts",
      "runtime",
    ],
  },
  {
    name: "api",
    holds: "what `index.ts` exports, one call per file: compiler, build, check, fix, baseline, catalog, parse-skill",
    imports: [
      "model",
      "contents",
      "paths",
      "diagnostics",
      "prepare",
      "profiles",
      "platforms",
      "parse",
      "check",
      "phases",
      "targets",
      "triggers",
      "compile.ts",
      "fixes",
      "host",
      "engine",
      "output",
      "install",
      "refs",
      "bundle",
      "config",
      "rules.ts",
      "runtime",
    ],
    knowsNode: true,
  },
  {
    name: "rules.ts",
    holds: "all rules: the `rules.ts` of every directory, collected and looked up",
    imports: RULE_OWNERS,
  },
  {
    name: "rule-titles.ts",
    holds: "a title for each rule, for people",
    imports: [],
  },
  {
    name: "rule-docs.ts",
    holds: "all rules with their examples, for `explain`, `rules` and the documentation",
    imports: [...RULE_OWNERS, "model", "profiles", "rules.ts", "rule-titles.ts"],
  },
  {
    name: "formats",
    holds: "report formats, one printer per file",
    imports: ["model", "diagnostics", "rules.ts", "rule-titles.ts"],
  },
  {
    name: "report",
    holds: "the page of `skillc report`: facts to a model to markup; `report/page/` is the script that runs in it",
    imports: ["model", "paths", "diagnostics", "platforms", "api", "rule-titles.ts", "formats", "runtime"],
    libraries: ["d3-hierarchy", "@dagrejs/dagre"],
  },
  {
    name: "lsp",
    holds: "the language server of `skillc lsp`: a compiler with drafts for each folder, answers to an editor",
    imports: [
      "model",
      "paths",
      "diagnostics",
      "profiles",
      "fixes",
      "host",
      "api",
      "rule-docs.ts",
      "formats",
      "runtime",
    ],
    libraries: ["vscode-languageserver", "vscode-languageserver-textdocument"],
    knowsNode: true,
  },
  {
    name: "plugins",
    holds: "`skillc/esbuild`, `skillc/vite`, `skillc/webpack`: one file per family of bundlers",
    imports: ["model", "diagnostics", "bundle", "host", "engine", "output", "config", "api", "formats"],
    knowsNode: true,
  },
  {
    name: "index.ts",
    holds: "the Node API",
    imports: [
      "model",
      "refs",
      "profiles",
      "host",
      "engine",
      "install",
      "config",
      "api",
      "formats",
      "runtime",
      "triggers",
    ],
  },
  {
    name: "cli",
    holds:
      "`skillc`: flags, one file per command; `cli/init/` plans the setup of a project, `cli/scaffold/` creates files from templates, `cli/serve/` speaks MCP; `cli/published.ts` starts what is published, with kept compiled code",
    imports: [
      "model",
      "diagnostics",
      "paths",
      "refs",
      "profiles",
      "platforms",
      "host",
      "engine",
      "install",
      "schemas",
      "config",
      "api",
      "plugins",
      "rules.ts",
      "rule-docs.ts",
      "formats",
      "report",
      "lsp",
      "runtime",
      "triggers",
    ],
    libraries: ["@clack/prompts"],
    knowsNode: true,
  },
];
