/**
 * Where to change what. `npm run docs` writes the table into src/README.md; `map.test.ts` checks that each file exists
 * and contains the name.
 */

/** @type {readonly import("./changes.d.mts").Change[]} */
export const changes = [
  {
    job: "add a rule about one skill",
    file: "phases/3-check/fields/rules.ts",
    name: "fieldRules",
    note: "or another subject; `npm run new-rule -- <subject> <rule-name>`",
  },
  { job: "add a rule about several skills", file: "phases/4-link/rules.ts", name: "linkRules" },
  {
    job: "change the message, help or level of a rule",
    file: "phases/3-check/name/rules.ts",
    name: "nameRules",
    note: "or another `rules.ts`: search for the code of the rule",
  },
  { job: "change how a finding gets its level", file: "diagnostics/judge.ts", name: "judge" },
  {
    job: "change the comments that suppress findings",
    file: "diagnostics/suppression-comments.ts",
    name: "readSuppressionComments",
  },
  {
    job: "add a profile",
    file: "profiles/clients.ts",
    name: "clients",
    note: "systems: `profiles/systems.ts`; standards: `profiles/standards.ts`",
  },
  { job: "add a platform or update its limits", file: "platforms/table.ts", name: "platforms" },
  { job: "add a frontmatter field", file: "model/field-table.ts", name: "fieldTable" },
  { job: "add a client that reads fields", file: "profiles/fields.ts", name: "fieldTables" },
  {
    job: "add a config key",
    file: "config/user-config.ts",
    name: "UserConfig",
    note: "and `schemas/config-schema.ts`; a type test compares the two",
  },
  { job: "change the default of a config key", file: "config/resolve.ts", name: "resolveConfig" },
  { job: "change the JSON Schema of the catalog", file: "schemas/catalog-schema.ts", name: "catalogSchema" },
  { job: "add a command line flag", file: "cli/flags.ts", name: "flagTable" },
  { job: "add a command", file: "cli/command-table.ts", name: "commandTable", note: "and `cli/commands/<name>.ts`" },
  { job: "add a report format", file: "formats/index.ts", name: "formats" },
  { job: "add an output format (target)", file: "targets/table.ts", name: "targets" },
  { job: "change the generated module", file: "targets/module/target.ts", name: "moduleTarget" },
  { job: "change which content goes into which file", file: "targets/module/placement.ts", name: "placeContents" },
  { job: "change how skills are found", file: "phases/1-discover/walk.ts", name: "walkSource" },
  { job: "change what counts as a SKILL.md", file: "phases/1-discover/find-document.ts", name: "ownerOf" },
  { job: "change which files never ship", file: "phases/1-discover/unwanted.ts", name: "unwantedPath" },
  {
    job: "change how frontmatter is split from the body",
    file: "phases/2-parse/frontmatter-styles.ts",
    name: "cutDocument",
  },
  { job: "explain a YAML error", file: "phases/2-parse/yaml-causes.ts", name: "explainYamlError" },
  { job: "change how links are checked", file: "phases/3-check/links/check.ts", name: "checkLinks" },
  { job: "change the search for secrets", file: "diagnostics/secrets.ts", name: "findSecrets" },
  { job: "change how ids and duplicates are resolved", file: "phases/4-link/resolve-ids.ts", name: "resolveIds" },
  { job: "change which skills enter the catalog", file: "phases/admit.ts", name: "admit" },
  { job: "change the order of the phases", file: "compile.ts", name: "compile" },
  { job: "change the cache key of a skill", file: "phases/unit-key.ts", name: "unitKey" },
  {
    job: "change how shell commands in bodies run",
    file: "prepare/run-commands.ts",
    name: "prepareBody",
    note: "allowlist: `prepare/allow-command.ts`",
  },
  { job: "change how fixes are applied", file: "fixes/apply-fixes.ts", name: "applyFixes" },
  { job: "change how the output is written to disk", file: "host/write-output.ts", name: "stageOutput" },
  {
    job: "call git or another process",
    file: "host/git.ts",
    name: "changedSince",
    note: "processes: `host/run-command.ts`",
  },
  {
    job: "change what every generated module contains",
    file: "runtime/access.ts",
    name: "createSkills",
    note: "runs at the edge; imports nothing",
  },
  {
    job: "change how arguments are inserted",
    file: "runtime/render/render-skill.ts",
    name: "renderSkill",
    note: "one file per dialect in the same directory",
  },
  { job: "add a tool style", file: "runtime/tools/styles.ts", name: "styles" },
  { job: "change the token estimate", file: "runtime/prompt/token-count.ts", name: "estimateTokens" },
  { job: "change how patterns match paths", file: "runtime/select/filter.ts", name: "compileFilter" },
];
