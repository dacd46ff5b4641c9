/** The manifests of plugins and marketplaces, as the clients read them. Keys are in a fixed order. */
import type { PackageIdentity, PluginManifest, PluginTargetOptions } from "../../model/package.ts";
import { toPluginName } from "../package/names.ts";
import type { Plugin } from "./plugins.ts";

export interface WrittenManifest {
  readonly path: string;
  readonly text: string;
}

export const manifestPaths: Readonly<Record<PluginManifest, string>> = {
  claude: ".claude-plugin/plugin.json",
  codex: ".codex-plugin/plugin.json",
  "agent-plugins": "plugin.json",
};

/** Codex requires a category of each plugin of a marketplace. */
const CATEGORY = "Productivity";

type ManifestJson = Readonly<Record<string, unknown>>;

export function manifestsOf(
  plugin: Pick<Plugin, "name" | "root">,
  { manifests, schema }: Pick<PluginTargetOptions, "manifests" | "schema">,
  identity: PackageIdentity,
): readonly WrittenManifest[] {
  const make: Readonly<Record<PluginManifest, () => ManifestJson>> = {
    claude: () => claudeManifest(plugin.name, identity),
    codex: () => codexManifest(plugin.name, identity),
    "agent-plugins": () => agentPluginsManifest(plugin.name, identity, schema),
  };
  return manifests.map((name) => ({ path: `${plugin.root}${manifestPaths[name]}`, text: toText(make[name]()) }));
}

export function marketplaceFiles(
  plugins: readonly Pick<Plugin, "name">[],
  identity: PackageIdentity,
): readonly WrittenManifest[] {
  const name = toPluginName(identity.name ?? "");
  const { author, description, version, displayName, category = CATEGORY } = identity;
  const claude = {
    name,
    owner: author && { name: author.name, email: author.email },
    description,
    plugins: plugins.map((plugin) => ({ name: plugin.name, source: `./plugins/${plugin.name}`, description, version })),
  };
  const codex = {
    name,
    interface: { displayName: displayName ?? identity.name },
    plugins: plugins.map((plugin) => ({
      name: plugin.name,
      source: { source: "local", path: `./plugins/${plugin.name}` },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category,
    })),
  };
  return [
    { path: ".claude-plugin/marketplace.json", text: toText(claude) },
    { path: ".agents/plugins/marketplace.json", text: toText(codex) },
  ];
}

function claudeManifest(name: string, identity: PackageIdentity): ManifestJson {
  const { version, description, displayName } = identity;
  return { name, version, description, displayName, ...about(identity) };
}

function codexManifest(name: string, identity: PackageIdentity): ManifestJson {
  const { version, description, displayName, author, homepage, category = CATEGORY } = identity;
  return {
    name,
    version,
    description,
    ...about(identity),
    skills: "./skills/",
    interface: {
      displayName: displayName ?? name,
      shortDescription: description,
      developerName: author?.name,
      category,
      websiteURL: homepage,
    },
  };
}

function agentPluginsManifest(
  name: string,
  identity: PackageIdentity,
  schema: PluginTargetOptions["schema"],
): ManifestJson {
  const { version, description, displayName } = identity;
  const shown = { displayName, shortDescription: description };
  return {
    $schema: `https://agent-plugins.org/schemas/${schema}/plugin.schema.json`,
    name,
    version,
    description,
    ...(schema === "1.1.0" && { displayName }),
    ...about(identity),
    ...(displayName !== undefined && { extensions: { "com.openai": { interface: shown } } }),
  };
}

function about({ author, homepage, repository, license, keywords }: PackageIdentity): ManifestJson {
  return {
    author: author && { name: author.name, email: author.email, url: author.url },
    homepage,
    repository,
    license,
    ...(keywords.length > 0 && { keywords }),
  };
}

/** What is undefined is left out. */
function toText(manifest: ManifestJson): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
