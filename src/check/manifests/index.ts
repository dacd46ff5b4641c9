/**
 * Takes: the text of a manifest, and whether a path exists. Gives: findings without levels, and what the manifest says.
 * Never: reads a file, looks at a skill.
 */
import type { Findings } from "../../diagnostics/index.ts";
import type { SourceText } from "../../model/source.ts";
import { reportIn } from "../context.ts";
import { checkMarketplace, type MarketplaceKind } from "./marketplace.ts";
import { checkOpenaiYaml, type YamlFile } from "./openai-yaml.ts";
import { checkPluginManifest } from "./plugin.ts";

export { compareEntry, compareManifests, type ReadPlugin } from "./compare.ts";
export type { ManifestContext } from "./manifest-text.ts";
export { checkMcpConfig } from "./mcp-config.ts";
export { CODEX_MOST_CHARACTERS, PLUGIN_SCHEMAS } from "./plugin-fields.ts";
export { checkMarketplace, type LocalPlugin } from "./marketplace.ts";
export { checkNpmPackage } from "./npm-package.ts";
export { checkPluginManifest } from "./plugin.ts";

/** `directory`: the client that a manifest is for; "" in the root of the plugin. */
export type ManifestFileKind =
  | { readonly type: "plugin"; readonly directory: "" | "claude" | "codex" }
  | { readonly type: "marketplace"; readonly list: MarketplaceKind }
  | { readonly type: "openai-yaml" };

/** By path below the root of a plugin or a repository. */
export const MANIFEST_FILES: readonly (readonly [path: string, kind: ManifestFileKind])[] = [
  ["plugin.json", { type: "plugin", directory: "" }],
  [".claude-plugin/plugin.json", { type: "plugin", directory: "claude" }],
  [".codex-plugin/plugin.json", { type: "plugin", directory: "codex" }],
  [".claude-plugin/marketplace.json", { type: "marketplace", list: "claude" }],
  [".agents/plugins/marketplace.json", { type: "marketplace", list: "codex" }],
  [".github/plugin/marketplace.json", { type: "marketplace", list: "copilot" }],
];

/** Undefined if the path says nothing. */
export function manifestOf(path: string): ManifestFileKind | undefined {
  if (path.endsWith("agents/openai.yaml")) return { type: "openai-yaml" };
  // The longest path is the one that is meant.
  return MANIFEST_FILES.toReversed().find(([end]) => path === end || path.endsWith(`/${end}`))?.[1];
}

interface ManifestText {
  readonly source: SourceText;
  readonly findings: Findings;
  readonly parseYaml: (source: SourceText) => Omit<YamlFile, "source">;
}

export function checkManifest(kind: ManifestFileKind, { source, findings, parseYaml }: ManifestText): void {
  const at = reportIn(source, findings);
  if (kind.type === "plugin") checkPluginManifest({ source, at }, { directory: kind.directory, hasOther: false });
  else if (kind.type === "marketplace") checkMarketplace({ source, at }, kind.list);
  else checkOpenaiYaml({ source, ...parseYaml(source) }, at);
}
