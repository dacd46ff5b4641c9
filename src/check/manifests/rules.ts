/** Rules about the manifests of plugins and marketplaces, and about `agents/openai.yaml`. */
import {
  type RuleArgs,
  type RuleEntry,
  SKILLC_PRACTICE,
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

/** Systems with skills of their own read no plugins. */
const NO_SYSTEM = { systems: "off" } as const;

function manifestRule<Args extends RuleArgs>(
  row: Pick<RuleEntry<Args>, "code" | "origin" | "message" | "help" | "consequence" | "milder" | "severe"> & {
    readonly level?: "warning" | "info";
  },
): RuleEntry<Args> {
  const { level = "error" } = row;
  return rule<Args>({ category: "correctness", ...row, level: { standard: level, ...NO_SYSTEM } });
}

export const manifestRules = defineRules({
  "plugin-manifest-invalid": manifestRule<{ detail: string; fix: string; isFatal: boolean }>({
    code: "SKC906",
    message: ({ detail }) => detail,
    consequence: "clients reject the plugin or ignore the value",
    help: ({ fix }) => [fix],
    milder: { when: ({ isFatal }) => !isFatal, level: { standard: "warning", ...NO_SYSTEM } },
    origin: AGENT_PLUGINS,
  }),
  "plugin-schema-missing": manifestRule<{}>({
    code: "SKC907",
    message: () => "plugin.json has no $schema",
    consequence: "Agent Plugins clients reject the plugin, and Codex loads it by older rules",
    help: () => [
      `add "$schema": ${quote(PLUGIN_SCHEMAS[0])}`,
      "move the file into .claude-plugin/ if the plugin is for Claude Code",
    ],
    origin: AGENT_PLUGINS,
  }),
  "plugin-schema-unknown": manifestRule<{ schema: string }>({
    code: "SKC908",
    message: ({ schema }) => `unknown $schema ${quote(schema)}`,
    consequence: "Agent Plugins clients reject the plugin",
    help: () => [`write ${quote(PLUGIN_SCHEMAS[0])}`],
    origin: AGENT_PLUGINS,
  }),
  "plugin-name-invalid": manifestRule<{ name: string; fault: string; right: string }>({
    code: "SKC909",
    message: ({ name, fault }) =>
      fault === "is missing" ? "the plugin has no name" : `the name ${quote(name)} ${fault}`,
    consequence: "clients reject the plugin",
    help: ({ right }) => [right === "" ? "write a name of a-z, 0-9 and single hyphens" : `write ${quote(right)}`],
    origin: AGENT_PLUGINS,
  }),
  "plugin-field-unknown": manifestRule<{ field: string; reader: string; nearest: string; home: string }>({
    code: "SKC910",
    level: "warning",
    message: ({ field, reader }) => `${reader} ignores the field ${quote(field)}`,
    consequence: "what it says has no effect there",
    help: ({ nearest, home }) => [...didYouMean(nearest), home === "" ? "delete it" : `move it into ${home}`],
    origin: AGENT_PLUGINS,
  }),
  "plugin-path-invalid": manifestRule<{ path: string; field: string; fault: string; right: string }>({
    code: "SKC911",
    message: ({ path, field, fault }) => `the path ${quote(path)} of ${field} ${fault}`,
    consequence: "the client rejects the plugin or loads nothing from there",
    help: ({ right }) => [
      right === ""
        ? "name a file or a directory of the plugin, as a path with ./ from its root"
        : `write ${quote(right)}`,
    ],
    origin: CLAUDE,
  }),
  "plugin-skill-skipped": rule<{ reason: string; fix: string }>({
    code: "SKC912",
    category: "portability",
    level: { standard: "warning", "agent-plugins": "error", ...NO_SYSTEM },
    message: ({ reason }) => reason,
    consequence: "clients that follow Agent Plugins leave the skill out, because plugin.json names its $schema",
    help: ({ fix }) => [fix, "delete the plugin.json in the root if the plugin is for other clients"],
    origin: { source: "Agent Plugins 1.0.0, 7.1; oh-my-pi 18.2.3", level: "MUST" },
  }),
  "plugin-skill-cut": rule<{ characters: number; limit: number }>({
    code: "SKC913",
    category: "portability",
    level: { standard: "warning", ...NO_SYSTEM },
    message: ({ characters, limit }) => `SKILL.md has ${plural(characters, "character")} (max ${thousands(limit)})`,
    consequence: "below an Agent Plugins manifest, Codex cuts the text there without a notice",
    help: () => [
      "move details into files that SKILL.md links to",
      "delete the plugin.json in the root: Codex then reads all of it",
    ],
    origin: CODEX,
  }),
  "plugin-hooks-ignored": manifestRule<{ manifest: string }>({
    code: "SKC914",
    level: "warning",
    message: ({ manifest }) => `Codex ignores these hooks, because ${quote(manifest)} is an Agent Plugins manifest`,
    consequence: "what the hooks forbid or check does not happen",
    help: () => ["delete the plugin.json in the root, or the hooks"],
    origin: { source: "openai/codex issue 39895", level: "PRACTICE" },
  }),
  "plugin-manifests-differ": manifestRule<{ field: string; value: string; other: string; manifest: string }>({
    code: "SKC915",
    level: "warning",
    message: ({ field, value, other, manifest }) =>
      `${field} is ${quote(value)} here and ${quote(other)} in ${quote(manifest)}`,
    consequence: "each client shows the value of the manifest that it reads",
    help: () => ["write the same value in all manifests of the plugin"],
    origin: SKILLC_PRACTICE,
  }),
  "plugin-version-missing": manifestRule<{}>({
    code: "SKC916",
    level: "info",
    message: () => "the plugin has no version",
    consequence: "claude plugin validate --strict fails, and clients cannot detect an update",
    help: () => ['add "version": "1.0.0"'],
    origin: CLAUDE_STRICT,
  }),
  "plugin-description-missing": manifestRule<{}>({
    code: "SKC917",
    level: "info",
    message: () => "the plugin has no description",
    consequence: "claude plugin validate --strict fails, and people choose the plugin by its name alone",
    help: () => ["say in one sentence what the plugin is for"],
    origin: CLAUDE_STRICT,
  }),
  "marketplace-invalid": manifestRule<{ detail: string; fix: string }>({
    code: "SKC918",
    message: ({ detail }) => detail,
    consequence: "clients reject the marketplace, or leave the plugin out",
    help: ({ fix }) => [fix],
    origin: CLAUDE,
  }),
  "marketplace-name-duplicate": manifestRule<{ name: string }>({
    code: "SKC919",
    message: ({ name }) => `two plugins are named ${quote(name)}`,
    consequence: "only one of them can be installed",
    help: () => ["rename one of them"],
    origin: CLAUDE,
  }),
  "marketplace-source-missing": manifestRule<{ path: string }>({
    code: "SKC920",
    message: ({ path }) => `the directory ${quote(path)} of the plugin does not exist`,
    consequence: "installing the plugin fails",
    help: () => ["correct the path: it starts at the root of the repository", "delete the entry"],
    origin: CLAUDE,
  }),
  "marketplace-entry-differs": manifestRule<{
    field: string;
    value: string;
    other: string;
    manifest: string;
    isFatal: boolean;
  }>({
    code: "SKC921",
    level: "warning",
    message: ({ field, value, other, manifest }) =>
      `${field} is ${quote(value)} here and ${quote(other)} in ${quote(manifest)}`,
    consequence: "plugin.json counts: people see another value, and Codex installs no plugin with another name",
    help: () => ["write the value of plugin.json"],
    severe: { when: ({ isFatal }) => isFatal, level: { standard: "error", ...NO_SYSTEM } },
    origin: { source: "Claude Code 2.1.330, openai/codex 0.169.0", level: "SHOULD" },
  }),
  "codex-policy-invalid": manifestRule<{ field: string; value: string; known: string; nearest: string }>({
    code: "SKC922",
    message: ({ field, value }) => `policy.${field} is ${value}, which Codex does not support`,
    consequence: "Codex rejects the marketplace",
    help: ({ known, nearest }) => [...didYouMean(nearest), `write ${known}`],
    origin: CODEX,
  }),
  "mcp-config-invalid": manifestRule<{ detail: string; fix: string }>({
    code: "SKC923",
    message: ({ detail }) => detail,
    consequence: "Agent Plugins clients skip the server, or all servers if the fault is outside of one",
    help: ({ fix }) => [fix],
    origin: { source: "Agent Plugins 1.0.0, 7.2 (bd38355)", level: "MUST" },
  }),
  "openai-yaml-invalid": rule<{ detail: string; fix: string }>({
    code: "SKC924",
    category: "correctness",
    level: { standard: "warning", ...NO_SYSTEM },
    message: ({ detail }) => detail,
    consequence: "Codex ignores the file or the field: a skill that it hides is then offered to the model",
    help: ({ fix }) => [fix],
    origin: CODEX,
  }),
  "openai-yaml-conflict": rule<{ hides: boolean; says: string }>({
    code: "SKC925",
    category: "correctness",
    level: { standard: "warning", ...NO_SYSTEM },
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
  }),
  "skill-name-lost": rule<{ name: string; other: string }>({
    code: "SKC927",
    category: "portability",
    level: { standard: "info", ...NO_SYSTEM },
    message: ({ name, other }) => `the skill ${quote(name)} is also in the plugin ${quote(other)}`,
    consequence: "the skills CLI installs one of them and does not report the other",
    help: () => ["rename one of them if both are to be installed together"],
    origin: { source: "skills 1.7.4", level: "PRACTICE" },
  }),
});
