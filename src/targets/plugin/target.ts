/** The target `plugin`: plugins for clients, and marketplaces of them. */
import { createFindings } from "../../diagnostics/index.ts";
import type { PluginTargetOptions } from "../../model/package.ts";
import { checkIncluded, includedFiles } from "../package/included-files.ts";
import { copiedPaths, sharedCopies } from "../package/shared-copies.ts";
import { packagePaths, skillFiles, textFile } from "../package/skill-files.ts";
import type { Target, TargetFormat } from "../target.ts";
import { manifestsOf, marketplaceFiles, type WrittenManifest } from "./manifest-files.ts";
import { checkPlugins } from "./check-plugins.ts";
import { frontmatterOf, pluginsOf, type Plugin } from "./plugins.ts";

const format: TargetFormat = {
  version: 1,
  status: "experimental",
  source: "Agent Plugins 1.0.0 (bd38355); Claude Code 2.1.330; Codex 0.169.0",
};

export const pluginTarget: Target<PluginTargetOptions, "plugin"> = {
  name: "plugin",
  format,
  writes: "plugin.json, .claude-plugin/, .codex-plugin/, skills/",
  about: "How plugins for clients are written.",
  options: {
    layout: {
      values: ["plugin", "marketplace"],
      about:
        "`plugin` writes one plugin; `marketplace` a plugin per namespace in `plugins/`, and the files that list them. Default: `plugin`.",
    },
    manifests: {
      names: ["claude", "codex", "agent-plugins"],
      default: ["claude", "codex"],
      about:
        'Manifests to write: `claude` (Claude Code, Copilot, oh-my-pi, Codex), `codex`, `agent-plugins` (a root plugin.json, next to which clients skip skills with fields of their own). Default: `["claude", "codex"]`.',
    },
    frontmatter: {
      values: ["auto", "verbatim", "closed"],
      about:
        "`verbatim` copies SKILL.md; `closed` writes the fields of the specification only, all others as texts under `metadata`; `auto` is `verbatim` with the manifest `claude`, else `closed`. Default: `auto`.",
    },
    files: {
      values: ["copy", "in-place"],
      about: "`in-place` writes manifests only, next to the sources in `<outDir>/skills`. Default: `copy`.",
    },
    schema: {
      values: ["1.0.0", "1.1.0"],
      about: "Version of the Agent Plugins schema; Codex 0.169.0 rejects 1.1.0. Default: `1.0.0`.",
    },
  },
  isPackage: true,
  statesIdentity: true,
  placement: ({ files }) =>
    files === "in-place" ? { manifestDir: ".claude-plugin", isInPlace: true } : { manifestDir: "", isInPlace: false },
  contains: (linked, options, place) =>
    pluginsOf(linked, options, place).flatMap(({ skills }) => skills.map(({ skill }) => skill)),
  check(linked, options, place) {
    const findings = createFindings();
    const plugins = pluginsOf(linked, options, place);
    checkPlugins(plugins, options, place, findings);
    const all = writtenFiles(plugins, options, place.package).map(({ path }) => path);
    const copied =
      options.files === "in-place"
        ? []
        : plugins.flatMap(({ root, skills }) => [
            ...packagePaths(skills, `${root}skills/`),
            ...copiedPaths(skills, `${root}skills/`),
          ]);
    checkIncluded([...all, ...copied], place, findings);
    return findings;
  },
  *emit(linked, options, contents, place) {
    const writing = { format, frontmatter: frontmatterOf(options), contents, place };
    const plugins = pluginsOf(linked, options, place);
    if (options.files === "copy")
      for (const { root, skills } of plugins) {
        yield* sharedCopies(skills, `${root}skills/`, writing);
        for (const skill of skills) yield* skillFiles(skill, `${root}skills/`, writing);
      }
    yield* includedFiles(writing);
    // A client that finds the manifest finds all of the plugin.
    for (const { path, text } of writtenFiles(plugins, options, place.package))
      yield { ...textFile(path, text, writing), kind: "index" };
  },
};

function writtenFiles(
  plugins: readonly Plugin[],
  options: PluginTargetOptions,
  identity: Parameters<typeof manifestsOf>[2],
): readonly WrittenManifest[] {
  const own = plugins.flatMap((plugin) => manifestsOf(plugin, options, identity));
  return options.layout === "marketplace" ? [...own, ...marketplaceFiles(plugins, identity)] : own;
}
