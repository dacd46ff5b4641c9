/** What the manifests of plugins consist of, by the client that reads them. Data only. */

/** Identifiers of the versions of Agent Plugins; the first is written by default. */
export const PLUGIN_SCHEMAS = [
  "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
  "https://agent-plugins.org/schemas/1.1.0/plugin.schema.json",
] as const;

/** Identifiers of `mcp.json`, in the same order. */
export const MCP_SCHEMAS = [
  "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
  "https://agent-plugins.org/schemas/1.1.0/mcp.schema.json",
] as const;

/** Fields of Agent Plugins 1.0.0 (bd38355), and those that 1.1.0 (0015ff4) adds. */
const portable = [
  "$schema",
  "name",
  "version",
  "description",
  "author",
  "homepage",
  "repository",
  "license",
  "keywords",
  "extensions",
];
const added = ["displayName", "icon"];

/** Parts of a plugin that Claude Code takes from its manifest (2.1.330): a path, a list of paths, or the part itself. */
export const PATH_FIELDS = [
  "skills",
  "commands",
  "agents",
  "hooks",
  "mcpServers",
  "outputStyles",
  "lspServers",
] as const;

/** Fields that `claude plugin validate` 2.1.330 accepts. */
const claude = [
  ...portable.filter((field) => field !== "extensions"),
  ...added,
  ...PATH_FIELDS,
  "dependencies",
  "userConfig",
  "channels",
  "experimental",
  "settings",
  "defaultEnabled",
  "themes",
  "monitors",
  "workflows",
  "bugs",
  "metadata",
  "engines",
  "support",
  "privacyPolicyUrl",
  "termsOfServiceUrl",
  "capabilities",
];

/** Which manifest a file is: `older` is a root `plugin.json` for clients that read one before Agent Plugins. */
export type PluginKind = "agent-plugins" | "claude" | "codex" | "older";

/** The reader of a manifest in messages, and its fields; undefined where other fields are allowed. */
export const PLUGIN_READERS: Readonly<
  Record<PluginKind, { readonly label: string; readonly fields?: readonly string[] }>
> = {
  "agent-plugins": { label: "every Agent Plugins client", fields: portable },
  claude: { label: "Claude Code", fields: claude },
  codex: { label: "Codex" },
  older: { label: "Copilot CLI" },
};

/** Returns the fields of an Agent Plugins manifest with a `$schema`. */
export function portableFields(schema: string): readonly string[] {
  return schema === PLUGIN_SCHEMAS[1] ? [...portable, ...added] : portable;
}

/** Fields that belong into the entry of a marketplace (Claude Code 2.1.330). */
export const ENTRY_FIELDS: readonly string[] = ["category", "tags", "strict", "source", "id", "relevance"];

/** Fields of a root `plugin.json` that only clients from before Agent Plugins read. */
export const OLDER_FIELDS: readonly string[] = [...PATH_FIELDS, "interface", "apps", "rules", "prompts"];

/** Texts of a manifest, all of them optional. */
export const TEXT_FIELDS = ["version", "description", "homepage", "repository", "license", "displayName"] as const;

/** Where a manifest says the same as another one of its plugin. */
export const SHARED_FIELDS = ["name", "version", "description"] as const;

/** Values of the policy of an entry that Codex supports (codex-rs/core-plugins marketplace.rs). */
export const CODEX_POLICIES: Readonly<Record<"installation" | "authentication", readonly string[]>> = {
  installation: ["NOT_AVAILABLE", "AVAILABLE", "INSTALLED_BY_DEFAULT"],
  authentication: ["ON_INSTALL", "ON_USE"],
};

/** Characters of a SKILL.md that Codex 0.169.0 reads below an Agent Plugins manifest. */
export const CODEX_MOST_CHARACTERS = 8000;
