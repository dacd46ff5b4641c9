/** Skills of plugins and marketplaces get the name of the plugin as their namespace. */
import type { Findings } from "../diagnostics/index.ts";
import { isFailure, readObject, type Host } from "../model/host.ts";
import { isObject } from "../model/json.ts";
import type { TextPlace } from "../model/source.ts";
import { baseName, isPlainPath, joinPath } from "../paths/index.ts";
import { isRefFault, parseSkillRef } from "../refs/index.ts";
import { toPluginName } from "../targets/package/names.ts";
import { formatPath } from "./config-path.ts";
import { configRules } from "./rules.ts";
import type { SourceConfig } from "./user-config.ts";

const OF_PLUGIN = "plugin";

export type PlacedSource = SourceConfig & { readonly dir: string; readonly catalogDir?: string };

/** Of Claude Code, Codex, and Agent Plugins: of several, the first with a name counts. */
const MANIFESTS = [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "plugin.json"] as const;
const MARKETPLACES = [
  ".claude-plugin/marketplace.json",
  ".agents/plugins/marketplace.json",
  ".github/plugin/marketplace.json",
] as const;

interface PluginContext {
  readonly host: Host;
  readonly findings: Findings;
  readonly place: TextPlace;
  readonly key: string;
}

interface FoundPlugin {
  readonly name: string;
  /** "" for the directory of the source itself. */
  readonly root: string;
  /** Those that a marketplace names, below the root of the plugin; undefined for those of the plugin. */
  readonly skills: readonly string[] | undefined;
}

/**
 * Returns the source itself or, for the namespace `plugin`, one source for each directory with skills of its plugins.
 */
export function withPlugins(
  source: PlacedSource,
  index: number,
  { at, host, findings }: Omit<PluginContext, "place" | "key"> & { readonly at: (key: string) => TextPlace },
): readonly PlacedSource[] {
  if (source.namespace !== OF_PLUGIN) return [source];
  return pluginSources(source, {
    host,
    findings,
    place: at("namespace"),
    key: formatPath(["sources", index, "namespace"]),
  });
}

function pluginSources(source: PlacedSource, context: PluginContext): readonly PlacedSource[] {
  const { host } = context;
  const { namespace: _namespace, ...rest } = source;
  // The search of sources reports missing directories.
  if (isFailure(host.readDirectory(source.dir))) return [rest];
  const lists = readAll(source.dir, MARKETPLACES, host);
  const plugins =
    lists.length > 0 ? listedPlugins(lists, source.dir, context) : pluginAt("", undefined, source.dir, host);
  if (plugins.length === 0 && lists.length === 0) reportNone(source.dir, context);
  return plugins.flatMap(({ name, root, skills }) => {
    const namespace = toPluginName(name) === "" ? undefined : toPluginName(name);
    const own = skills ?? skillDirs(joinPath(source.dir, root), host);
    return own.map((dir) => {
      const below = joinPath(root, dir);
      // Clients search a plugin's own directory one level deep; a list names the skills themselves.
      const include = skills === undefined && dir === "skills" ? { include: source.include ?? ["*"] } : {};
      return {
        ...rest,
        ...include,
        dir: joinPath(source.dir, below),
        ...(source.mountAs !== undefined && { mountAs: joinPath(source.mountAs, below) }),
        ...(source.catalogDir !== undefined && { catalogDir: joinPath(source.catalogDir, below) }),
        ...(namespace !== undefined && { namespace }),
      };
    });
  });
}

function reportNone(dir: string, { findings, place, key }: PluginContext): void {
  findings.add(configRules["config-invalid-value"], place, {
    key,
    expected: `"${OF_PLUGIN}" only for a directory with a plugin.json or marketplace.json, which ${JSON.stringify(dir)} is not`,
    actual: JSON.stringify(OF_PLUGIN),
  });
}

/** Empty if there is none. */
function pluginAt(root: string, listed: string | undefined, dir: string, host: Host): readonly FoundPlugin[] {
  const manifests = readAll(joinPath(dir, root), MANIFESTS, host);
  const named = manifests.find(({ name }) => typeof name === "string")?.["name"];
  if (manifests.length === 0 && listed === undefined) return [];
  const name = typeof named === "string" ? named : (listed ?? baseName(joinPath(dir, root)));
  return [{ name, root, skills: undefined }];
}

/** Includes `skills`, and what the manifest of Claude Code adds. */
function skillDirs(root: string, host: Host): readonly string[] {
  const added = pathsOf(readObject(host, joinPath(root, MANIFESTS[0]))?.["skills"]);
  const isThere = !isFailure(host.status(joinPath(root, "skills")));
  return [...new Set([...(isThere || added.length === 0 ? ["skills"] : []), ...added])];
}

function listedPlugins(lists: readonly JsonObject[], dir: string, context: PluginContext): readonly FoundPlugin[] {
  const found = new Map<string, FoundPlugin>();
  for (const { plugins } of lists) {
    if (!Array.isArray(plugins)) continue;
    for (const entry of plugins.filter(isObject)) {
      const { name, source, skills } = entry;
      const listed = typeof name === "string" ? name : undefined;
      const root = localPath(source);
      if (root === undefined) reportElsewhere(listed ?? "", source, context);
      else {
        const own = pathsOf(skills);
        for (const plugin of pluginAt(root, listed, dir, context.host))
          if (!found.has(`${plugin.name}\0${root}`))
            found.set(`${plugin.name}\0${root}`, own.length === 0 ? plugin : { ...plugin, skills: own });
      }
    }
  }
  return [...found.values()];
}

/** Accepts the forms of Claude Code and Codex. */
function localPath(source: unknown): string | undefined {
  if (isObject(source)) return source["source"] === "local" ? localPath(source["path"]) : undefined;
  const [path] = pathsOf(source);
  return path;
}

/** Accepts a string or a list of strings that begin with `./`. */
function pathsOf(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return all.flatMap((path) => {
    if (typeof path !== "string" || !/^\.(?:\/|$)/.test(path)) return [];
    const plain = path.replace(/^\.\/?/, "").replace(/\/$/, "");
    return plain === "" || isPlainPath(plain) ? [plain] : [];
  });
}

/** A build does not install plugins of other repositories. */
function reportElsewhere(plugin: string, source: unknown, { findings, place }: PluginContext): void {
  const ref = refOf(source);
  findings.add(configRules["plugin-elsewhere"], place, { plugin, ref: ref ?? "" });
}

function refOf(source: unknown): string | undefined {
  if (!isObject(source)) return undefined;
  const text = (key: string): string | undefined => (typeof source[key] === "string" ? source[key] : undefined);
  const [kind, repo, url, name, rev] = ["source", "repo", "url", "package", "ref"].map(text);
  const base =
    kind === "github" && repo !== undefined
      ? `github:${repo}`
      : kind === "npm" && name !== undefined
        ? `npm:${name}`
        : url && `git+${url}`;
  const ref = base && `${base}${rev === undefined ? "" : `@${rev}`}`;
  return ref === undefined || ref === "" || isRefFault(parseSkillRef(ref)) ? undefined : ref;
}

type JsonObject = Readonly<Record<string, unknown>>;

function readAll(dir: string, paths: readonly string[], host: Host): readonly JsonObject[] {
  return paths.map((path) => readObject(host, joinPath(dir, path))).filter(isObject);
}
