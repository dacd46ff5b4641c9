/** Examples of the rules about manifests of plugins and marketplaces, and about `agents/openai.yaml`. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import { PLUGIN_SCHEMAS } from "./plugin-fields.ts";
import type { manifestRules } from "./rules.ts";

const SCHEMA = `"$schema": "${PLUGIN_SCHEMAS[0]}"`;
const ABOUT = '"version": "1.0.0", "description": "Skills for ships."';

const portable = (fields: string): string => `{ ${SCHEMA}, ${fields} }`;
const claude = (fields: string): string => `{ "name": "ship", ${fields} }`;

const GOOD = portable('"name": "ship"');
const GOOD_CLAUDE = claude(ABOUT);

const list = (...plugins: readonly string[]): string =>
  `{ "name": "acme", "owner": { "name": "Acme" }, "plugins": [${plugins.join(", ")}] }`;

const SHIP = '{ "name": "ship", "source": "./plugins/ship" }';
const PORT = '{ "name": "port", "source": "./plugins/port" }';

const withPolicy = (installation: string): string =>
  `{ "name": "acme", "plugins": [{ "name": "ship", "source": { "source": "local", "path": "./plugins/ship" }, "policy": { "installation": "${installation}" } }] }`;

const policy = (value: string): string => `policy:\n  allow_implicit_invocation: ${value}\n`;

export const manifestExamples: ExamplesOf<typeof manifestRules> = {
  "plugin-manifest-invalid": {
    args: { detail: 'author must be an object, but it is "Acme"', fix: "write an object", isFatal: true },
    kind: "plugin",
    bad: portable('"name": "ship", "author": "Acme"'),
    good: portable('"name": "ship", "author": { "name": "Acme" }'),
    fix: "safe",
  },
  "plugin-schema-missing": { args: {}, kind: "plugin", bad: '{ "name": "ship" }', good: GOOD, fix: "unsafe" },
  "plugin-schema-unknown": {
    args: { schema: "https://agent-plugins.org/schemas/9.9.9/plugin.schema.json" },
    kind: "plugin",
    bad: '{ "$schema": "https://agent-plugins.org/schemas/9.9.9/plugin.schema.json", "name": "ship" }',
    good: GOOD,
    fix: "unsafe",
  },
  "plugin-name-invalid": {
    args: { name: "My Ship", fault: "contains a space", right: "my-ship" },
    kind: "plugin",
    bad: portable('"name": "My Ship"'),
    good: portable('"name": "my-ship"'),
    fix: "unsafe",
  },
  "plugin-field-unknown": {
    args: { field: "licence", reader: "Claude Code", nearest: "license", home: "" },
    kind: "claude-plugin",
    bad: claude(`${ABOUT}, "licence": "MIT"`),
    good: claude(`${ABOUT}, "license": "MIT"`),
  },
  "plugin-path-invalid": {
    args: { path: "skills", field: "skills", fault: "does not start with ./", right: "./skills" },
    kind: "claude-plugin",
    bad: claude(`${ABOUT}, "skills": "skills"`),
    good: claude(`${ABOUT}, "skills": "./skills"`),
    fix: "safe",
  },
  "plugin-skill-skipped": {
    args: { reason: 'the frontmatter has the field "model"', fix: "delete it, or move it into metadata" },
    kind: "words",
    bad: `a skill with the field model below a plugin.json with ${SCHEMA}`,
    good: "the same skill below .claude-plugin/plugin.json alone",
  },
  "plugin-skill-cut": {
    args: { characters: 9000, limit: 8000 },
    kind: "words",
    bad: `a SKILL.md of 9,000 characters below a plugin.json with ${SCHEMA}`,
    good: "a SKILL.md of 7,000 characters that links to references/",
  },
  "plugin-hooks-ignored": {
    args: { manifest: "plugin.json" },
    kind: "words",
    bad: `hooks in .codex-plugin/plugin.json next to a plugin.json with ${SCHEMA}`,
    good: "hooks in .codex-plugin/plugin.json without a plugin.json in the root",
  },
  "plugin-manifests-differ": {
    args: { field: "version", value: "1.1.0", other: "1.0.0", manifest: ".claude-plugin/plugin.json" },
    kind: "words",
    bad: "version 1.0.0 in .claude-plugin/plugin.json, and 1.1.0 in .codex-plugin/plugin.json",
    good: "version 1.1.0 in both",
  },
  "plugin-version-missing": {
    args: {},
    kind: "claude-plugin",
    bad: '{ "name": "ship", "description": "Skills for ships." }',
    good: GOOD_CLAUDE,
  },
  "plugin-description-missing": {
    args: {},
    kind: "claude-plugin",
    bad: '{ "name": "ship", "version": "1.0.0" }',
    good: GOOD_CLAUDE,
  },
  "marketplace-invalid": {
    args: {
      detail: 'the source "plugins/ship" does not start with ./',
      fix: "write the path from the root of the repository, with ./",
    },
    kind: "marketplace",
    bad: list('{ "name": "ship", "source": "plugins/ship" }'),
    good: list(SHIP),
    fix: "safe",
  },
  "marketplace-name-duplicate": {
    args: { name: "ship" },
    kind: "marketplace",
    bad: list(SHIP, SHIP),
    good: list(SHIP, PORT),
  },
  "marketplace-source-missing": {
    args: { path: "plugins/ship" },
    kind: "words",
    bad: `${SHIP} in a repository without a directory plugins/ship`,
    good: `${SHIP} with plugins/ship/.claude-plugin/plugin.json`,
  },
  "marketplace-entry-differs": {
    args: {
      field: "version",
      value: "1.1.0",
      other: "1.0.0",
      manifest: "plugins/ship/.claude-plugin/plugin.json",
      isFatal: false,
    },
    kind: "words",
    bad: "version 1.1.0 in the entry of marketplace.json, and 1.0.0 in plugin.json",
    good: "an entry without a version",
  },
  "codex-policy-invalid": {
    args: { field: "installation", value: '"available"', known: "NOT_AVAILABLE or AVAILABLE", nearest: "AVAILABLE" },
    kind: "codex-marketplace",
    bad: withPolicy("available"),
    good: withPolicy("AVAILABLE"),
    fix: "unsafe",
  },
  "mcp-config-invalid": {
    args: { detail: "mcpServers.tides has no command", fix: 'add "command"' },
    kind: "words",
    bad: 'a server { "type": "stdio" } in the mcp.json of an Agent Plugins package',
    good: 'a server { "type": "stdio", "command": "./bin/tides" }',
  },
  "openai-yaml-invalid": {
    args: {
      detail: "policy.allow_implicit_invocation must be true or false, but it is a string",
      fix: "write true or false without quotes",
    },
    kind: "openai-yaml",
    bad: policy('"false"'),
    good: policy("false"),
    fix: "safe",
  },
  "openai-yaml-conflict": {
    args: { hides: false, says: "" },
    kind: "words",
    bad: "allow_implicit_invocation: true in agents/openai.yaml, and disable-model-invocation: true in SKILL.md",
    good: "allow_implicit_invocation: false and disable-model-invocation: true",
    fix: "unsafe",
  },
  "skill-name-lost": {
    args: { name: "refunds", other: "plugins/billing" },
    kind: "words",
    bad: "a skill refunds in plugins/billing and in plugins/support of one marketplace",
    good: "billing-refunds and support-refunds",
  },
};
