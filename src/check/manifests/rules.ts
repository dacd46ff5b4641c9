import {
  type RuleEntry,
  type RuleRow,
  defineRules,
  didYouMean,
  plural,
  quote,
  rule,
  thousands,
} from "../../diagnostics/rule.ts";
import type { Origin } from "../../model/diagnostic.ts";
import { PLUGIN_SCHEMAS } from "./plugin-fields.ts";

const AGENT_PLUGINS: Origin = { source: "Agent Plugins 1.0.0 (bd38355)", level: "MUST" };
const CLAUDE: Origin = { source: "Claude Code 2.1.330", level: "MUST" };
const CLAUDE_STRICT: Origin = { source: "Claude Code 2.1.330, plugin validate --strict", level: "SHOULD" };
const CODEX: Origin = { source: "openai/codex 0.169.0", level: "MUST" };

/** Systems with their own skills read no plugins. */
const NO_SYSTEM = { systems: "off" } as const;

function manifestRule<Args = {}>(
  code: `SKC${string}`,
  level: "error" | "warning" | "info",
  row: RuleRow<Args>,
): RuleEntry<Args> {
  return rule<Args>(code, "correctness", { standard: level, ...NO_SYSTEM }, { origin: AGENT_PLUGINS, ...row });
}

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

export const manifestRules = defineRules({
  "plugin-manifest-invalid": manifestRule("SKC906", "error", {
    title: "Manifest of a plugin is not valid",
    args: { detail: 'author must be an object, but it is "Acme"', fix: "write an object", isFatal: true },
    message: ({ detail }) => detail,
    consequence: "clients reject the plugin or ignore the value",
    help: ({ fix }) => fix,
    milder: { when: ({ isFatal }) => !isFatal, level: { standard: "warning", ...NO_SYSTEM } },
    shown: [
      "plugin",
      portable('"name": "ship", "author": "Acme"'),
      portable('"name": "ship", "author": { "name": "Acme" }'),
      { fix: "safe" },
    ],
  }),
  "plugin-schema-missing": manifestRule("SKC907", "error", {
    title: "Manifest of a plugin has no $schema",
    message: "plugin.json has no $schema",
    consequence: "Agent Plugins clients reject the plugin, and Codex loads it by older rules",
    help: [
      `add "$schema": ${quote(PLUGIN_SCHEMAS[0])}`,
      "move the file into .claude-plugin/ if the plugin is for Claude Code",
    ],
    shown: ["plugin", '{ "name": "ship" }', GOOD, { fix: "unsafe" }],
  }),
  "plugin-schema-unknown": manifestRule("SKC908", "error", {
    title: "Manifest of a plugin has an unknown $schema",
    args: { schema: "https://agent-plugins.org/schemas/9.9.9/plugin.schema.json" },
    message: ({ schema }) => `unknown $schema ${quote(schema)}`,
    consequence: "Agent Plugins clients reject the plugin",
    help: `write ${quote(PLUGIN_SCHEMAS[0])}`,
    shown: [
      "plugin",
      '{ "$schema": "https://agent-plugins.org/schemas/9.9.9/plugin.schema.json", "name": "ship" }',
      GOOD,
      { fix: "unsafe" },
    ],
  }),
  "plugin-name-invalid": manifestRule("SKC909", "error", {
    title: "Name of a plugin is not valid",
    args: { name: "My Ship", fault: "contains a space", right: "my-ship" },
    message: ({ name, fault }) =>
      fault === "is missing" ? "the plugin has no name" : `the name ${quote(name)} ${fault}`,
    consequence: "clients reject the plugin",
    help: ({ right }) => (right === "" ? "write a name of a-z, 0-9 and single hyphens" : `write ${quote(right)}`),
    shown: ["plugin", portable('"name": "My Ship"'), portable('"name": "my-ship"'), { fix: "unsafe" }],
  }),
  "plugin-field-unknown": manifestRule("SKC910", "warning", {
    title: "Manifest of a plugin has an unknown field",
    args: { field: "licence", reader: "Claude Code", nearest: "license", home: "" },
    message: ({ field, reader }) => `${reader} ignores the field ${quote(field)}`,
    consequence: "what it says has no effect there",
    help: ({ nearest, home }) => [...didYouMean(nearest), home === "" ? "delete it" : `move it into ${home}`],
    shown: ["claude-plugin", claude(`${ABOUT}, "licence": "MIT"`), claude(`${ABOUT}, "license": "MIT"`)],
  }),
  "plugin-path-invalid": manifestRule("SKC911", "error", {
    title: "Path in the manifest of a plugin is not valid",
    args: { path: "skills", field: "skills", fault: "does not start with ./", right: "./skills" },
    message: ({ path, field, fault }) => `the path ${quote(path)} of ${field} ${fault}`,
    consequence: "the client rejects the plugin or loads nothing from there",
    help: ({ right }) =>
      right === ""
        ? "name a file or a directory of the plugin, as a path with ./ from its root"
        : `write ${quote(right)}`,
    origin: CLAUDE,
    shown: [
      "claude-plugin",
      claude(`${ABOUT}, "skills": "skills"`),
      claude(`${ABOUT}, "skills": "./skills"`),
      { fix: "safe" },
    ],
  }),
  "plugin-skill-skipped": rule(
    "SKC912",
    "portability",
    { standard: "warning", "agent-plugins": "error", ...NO_SYSTEM },
    {
      title: "Clients skip a skill of a plugin",
      args: { reason: 'the frontmatter has the field "model"', fix: "move it into metadata, or delete it" },
      message: ({ reason }) => reason,
      consequence: "clients that follow Agent Plugins leave the skill out, because plugin.json names its $schema",
      help: ({ fix }) => [fix, "delete the plugin.json in the root if the plugin is for other clients"],
      origin: { source: "Agent Plugins 1.0.0, 7.1; oh-my-pi 18.2.3", level: "MUST" },
      shown: [
        "words",
        `a skill with the field model below a plugin.json with ${SCHEMA}`,
        "the same skill below .claude-plugin/plugin.json alone",
      ],
    },
  ),
  "plugin-skill-cut": rule(
    "SKC913",
    "portability",
    { standard: "warning", ...NO_SYSTEM },
    {
      title: "Codex cuts a SKILL.md of a plugin",
      args: { characters: 9000, limit: 8000 },
      message: ({ characters, limit }) => `SKILL.md has ${plural(characters, "character")} (max ${thousands(limit)})`,
      consequence: "below an Agent Plugins manifest, Codex cuts the text there without a notice",
      help: [
        "move details into files that SKILL.md links to",
        "delete the plugin.json in the root: Codex then reads all of it",
      ],
      origin: CODEX,
      shown: [
        "words",
        `a SKILL.md of 9,000 characters below a plugin.json with ${SCHEMA}`,
        "a SKILL.md of 7,000 characters that links to references/",
      ],
    },
  ),
  "plugin-hooks-ignored": manifestRule("SKC914", "warning", {
    title: "Codex ignores the hooks of a plugin",
    args: { manifest: "plugin.json" },
    message: ({ manifest }) => `Codex ignores these hooks, because ${quote(manifest)} is an Agent Plugins manifest`,
    consequence: "what the hooks forbid or check does not happen",
    help: "delete the plugin.json in the root, or the hooks",
    origin: { source: "openai/codex issue 39895", level: "PRACTICE" },
    shown: [
      "words",
      `hooks in .codex-plugin/plugin.json next to a plugin.json with ${SCHEMA}`,
      "hooks in .codex-plugin/plugin.json without a plugin.json in the root",
    ],
  }),
  "plugin-manifests-differ": manifestRule<Difference>("SKC915", "warning", {
    title: "Manifests of a plugin differ",
    args: { field: "version", value: "1.1.0", other: "1.0.0", manifest: ".claude-plugin/plugin.json", isFatal: false },
    message: ({ field, value, other, manifest }) =>
      `${field} is ${quote(value)} here and ${quote(other)} in ${quote(manifest)}`,
    consequence: "each client shows the value of the manifest that it reads",
    help: "write the same value in all manifests of the plugin",
    shown: [
      "words",
      "version 1.0.0 in .claude-plugin/plugin.json, and 1.1.0 in .codex-plugin/plugin.json",
      "version 1.1.0 in both",
    ],
  }),
  "plugin-version-missing": manifestRule("SKC916", "info", {
    title: "Plugin has no version",
    message: "the plugin has no version",
    consequence: "claude plugin validate --strict fails, and clients cannot detect an update",
    help: 'add "version": "1.0.0"',
    origin: CLAUDE_STRICT,
    shown: ["claude-plugin", '{ "name": "ship", "description": "Skills for ships." }', GOOD_CLAUDE],
  }),
  "plugin-description-missing": manifestRule("SKC917", "info", {
    title: "Plugin has no description",
    message: "the plugin has no description",
    consequence: "claude plugin validate --strict fails, and people choose the plugin by its name alone",
    help: "say in one sentence what the plugin is for",
    origin: CLAUDE_STRICT,
    shown: ["claude-plugin", '{ "name": "ship", "version": "1.0.0" }', GOOD_CLAUDE],
  }),
  "marketplace-invalid": manifestRule("SKC918", "error", {
    title: "Marketplace is not valid",
    args: {
      detail: 'the source "plugins/ship" does not start with ./',
      fix: "write the path from the root of the repository, with ./",
    },
    message: ({ detail }) => detail,
    consequence: "clients reject the marketplace, or leave the plugin out",
    help: ({ fix }) => fix,
    origin: CLAUDE,
    shown: ["marketplace", list('{ "name": "ship", "source": "plugins/ship" }'), list(SHIP), { fix: "safe" }],
  }),
  "marketplace-name-duplicate": manifestRule("SKC919", "error", {
    title: "Two plugins of a marketplace have one name",
    args: { name: "ship" },
    message: ({ name }) => `two plugins are named ${quote(name)}`,
    consequence: "only one of them can be installed",
    help: "rename one of them",
    origin: CLAUDE,
    shown: ["marketplace", list(SHIP, SHIP), list(SHIP, PORT)],
  }),
  "marketplace-source-missing": manifestRule("SKC920", "error", {
    title: "Plugin of a marketplace does not exist",
    args: { path: "plugins/ship" },
    message: ({ path }) => `the directory ${quote(path)} of the plugin does not exist`,
    consequence: "installing the plugin fails",
    help: ["correct the path: it starts at the root of the repository", "delete the entry"],
    origin: CLAUDE,
    shown: [
      "words",
      `${SHIP} in a repository without a directory plugins/ship`,
      `${SHIP} with plugins/ship/.claude-plugin/plugin.json`,
    ],
  }),
  "marketplace-entry-differs": manifestRule<Difference>("SKC921", "warning", {
    title: "Marketplace and plugin differ",
    args: {
      field: "version",
      value: "1.1.0",
      other: "1.0.0",
      manifest: "plugins/ship/.claude-plugin/plugin.json",
      isFatal: false,
    },
    message: ({ field, value, other, manifest }) =>
      `${field} is ${quote(value)} here and ${quote(other)} in ${quote(manifest)}`,
    consequence: "plugin.json counts: people see another value, and Codex installs no plugin with another name",
    help: "write the value of plugin.json",
    severe: { when: ({ isFatal }) => isFatal, level: { standard: "error", ...NO_SYSTEM } },
    origin: { source: "Claude Code 2.1.330, openai/codex 0.169.0", level: "SHOULD" },
    shown: [
      "words",
      "version 1.1.0 in the entry of marketplace.json, and 1.0.0 in plugin.json",
      "an entry without a version",
    ],
  }),
  "codex-policy-invalid": manifestRule("SKC922", "error", {
    title: "Policy in a Codex marketplace is not valid",
    args: { field: "installation", value: '"available"', known: "NOT_AVAILABLE or AVAILABLE", nearest: "AVAILABLE" },
    message: ({ field, value }) => `policy.${field} is ${value}, which Codex does not support`,
    consequence: "Codex rejects the marketplace",
    help: ({ known, nearest }) => [...didYouMean(nearest), `write ${known}`],
    origin: CODEX,
    shown: ["codex-marketplace", withPolicy("available"), withPolicy("AVAILABLE"), { fix: "unsafe" }],
  }),
  "mcp-config-invalid": manifestRule("SKC923", "error", {
    title: "Servers in mcp.json of a plugin are not valid",
    args: { detail: "mcpServers.tides has no command", fix: 'add "command"' },
    message: ({ detail }) => detail,
    consequence: "Agent Plugins clients skip the server, or all servers if the fault is outside of one",
    help: ({ fix }) => fix,
    origin: { source: "Agent Plugins 1.0.0, 7.2 (bd38355)", level: "MUST" },
    shown: [
      "words",
      'a server { "type": "stdio" } in the mcp.json of an Agent Plugins package',
      'a server { "type": "stdio", "command": "./bin/tides" }',
    ],
  }),
  "openai-yaml-invalid": manifestRule("SKC924", "warning", {
    title: "File agents/openai.yaml is not valid",
    args: {
      detail: "policy.allow_implicit_invocation must be true or false, but it is a string",
      fix: "write true or false without quotes",
    },
    message: ({ detail }) => detail,
    consequence: "Codex ignores the file or the field: a skill that it hides is then offered to the model",
    help: ({ fix }) => fix,
    origin: CODEX,
    shown: ["openai-yaml", policy('"false"'), policy("false"), { fix: "safe" }],
  }),
  "openai-yaml-conflict": manifestRule("SKC925", "warning", {
    title: "File agents/openai.yaml contradicts SKILL.md",
    args: { hides: false, says: "" },
    message: ({ hides, says }) =>
      hides
        ? `agents/openai.yaml hides the skill from the model, but SKILL.md ${says}`
        : "agents/openai.yaml offers the skill to the model, but SKILL.md hides it",
    consequence:
      "Codex reads agents/openai.yaml, other clients read SKILL.md: the skill is hidden in some of them only",
    help: ({ hides }) =>
      hides
        ? ["write disable-model-invocation: true in SKILL.md", "delete policy.allow_implicit_invocation"]
        : ["write allow_implicit_invocation: false", "delete disable-model-invocation in SKILL.md"],
    origin: CODEX,
    shown: [
      "words",
      "allow_implicit_invocation: true in agents/openai.yaml, and disable-model-invocation: true in SKILL.md",
      "allow_implicit_invocation: false and disable-model-invocation: true",
      { fix: "unsafe" },
    ],
  }),
  "npm-skills-not-published": manifestRule("SKC929", "warning", {
    title: "Package of npm does not contain its skills",
    args: { why: 'its keywords have "agent-skills"' },
    message: ({ why }) => `files does not contain "skills", although ${why}`,
    consequence: "npm publishes the package without its skills",
    help: 'add "skills" to files',
    origin: { source: "npm 10, package.json: files", level: "MUST" },
    shown: [
      "words",
      '"files": ["dist"] in the package.json of a package with the keyword agent-skills and skills in skills/',
      '"files": ["dist", "skills"]',
      { fix: "safe" },
    ],
  }),
  "skill-name-lost": rule(
    "SKC927",
    "portability",
    { standard: "info", ...NO_SYSTEM },
    {
      title: "Two skills of a marketplace have one name",
      args: { name: "refunds", other: "plugins/billing" },
      message: ({ name, other }) => `the skill ${quote(name)} is also in the plugin ${quote(other)}`,
      consequence: "the skills CLI installs one of them and does not report the other",
      help: "rename one of them if both are to be installed together",
      origin: { source: "skills 1.7.4", level: "PRACTICE" },
      shown: [
        "words",
        "a skill refunds in plugins/billing and in plugins/support of one marketplace",
        "billing-refunds and support-refunds",
      ],
    },
  ),
});

export type Difference = {
  readonly field: string;
  readonly value: string;
  readonly other: string;
  readonly manifest: string;
  /** Whether a client then ignores the plugin. */
  readonly isFatal: boolean;
};
