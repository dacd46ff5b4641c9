/** Checks the manifests of the plugins and marketplaces that the skills of a run are in. */
import {
  checkMarketplace,
  checkMcpConfig,
  checkNpmPackage,
  checkPluginManifest,
  compareEntry,
  compareManifests,
  MANIFEST_FILES,
  PLUGIN_SCHEMAS,
  type LocalPlugin,
  type ManifestContext,
  type ManifestFileKind,
  type ReadPlugin,
} from "../check/manifests/index.ts";
import { reportIn } from "../check/context.ts";
import { manifestRules } from "../check/manifests/rules.ts";
import { textAt } from "../check/entries/entry-context.ts";
import { createFindings, type Findings, type PlacedGroup } from "../diagnostics/index.ts";
import { isFailure, isTooLarge, LARGEST_TEXT, type Host } from "../model/host.ts";
import { createSourceText, type SourceText } from "../model/source.ts";
import { decodeUtf8 } from "../parse/index.ts";
import { baseName, joinPath, isAbsolute, parentPath } from "../paths/index.ts";
import { placementOf } from "../targets/index.ts";
import { checkPluginSkills, reportLostNames } from "./plugin-skills.ts";
import type { Run, RunSkill } from "./run.ts";
import { isTestData } from "../discover/project-search.ts";
import { unwantedDirectory } from "../discover/never-shipped.ts";
import type { Config } from "../model/config.ts";

/** What is known of one root. */
interface Root {
  readonly plugins: readonly ReadPlugin[];
}

/** What the checks of all roots share. */
interface Checks {
  readonly host: Pick<Host, "readFile" | "status">;
  readonly findings: Findings;
  /** Roots that were checked, by their path. */
  readonly roots: Map<string, Root>;
}

/** Returns what is found in manifests, and about the skills of Agent Plugins packages. */
export function checkManifests(
  run: Pick<Run, "config">,
  skills: readonly RunSkill[],
  host: Checks["host"],
): readonly PlacedGroup[] {
  const { findings, portable, marketplaces } = readManifests(run, skills, host);
  return [
    findings,
    ...checkPluginSkills(new Set(portable), skills),
    ...marketplaces.flatMap((dirs) => reportLostNames(dirs, skills)),
  ];
}

/** Whether manifests ask anything of skills. */
export function haveManifests(...read: Parameters<typeof readManifests>): boolean {
  const { portable, marketplaces } = readManifests(...read);
  return portable.length + marketplaces.length > 0;
}

interface Manifests {
  readonly findings: Findings;
  /** The directories of Agent Plugins packages. */
  readonly portable: readonly string[];
  /** The directories of the plugins of each marketplace that has several. */
  readonly marketplaces: readonly (readonly string[])[];
}

function readManifests({ config }: Pick<Run, "config">, skills: readonly RunSkill[], host: Checks["host"]): Manifests {
  const findings = createFindings();
  const checks: Checks = { host, findings, roots: new Map() };
  const marketplaces: (readonly string[])[] = [];
  for (const dir of findPluginRoots(config, skills)) {
    checkRoot(dir, checks);
    for (const [path, kind] of MANIFEST_FILES) {
      const plugins = kind.type === "marketplace" ? checkList(dir, { path, kind }, checks) : [];
      if (plugins.length > 1) marketplaces.push(plugins);
    }
  }
  for (const [dir, isWritten] of findNpmRoots(config, skills)) checkNpm(dir, isWritten, checks);
  const portable = [...checks.roots].filter(([, { plugins }]) => plugins.some(({ kind }) => kind === "agent-plugins"));
  return { findings, portable: portable.map(([dir]) => dir), marketplaces };
}

/** Checks the manifests of one plugin, once. */
function checkRoot(dir: string, checks: Checks): Root {
  const known = checks.roots.get(dir);
  if (known !== undefined) return known;
  const plugins: ReadPlugin[] = [];
  // Whether a root manifest is for older clients shows in the others.
  for (const [path, kind] of MANIFEST_FILES.toReversed()) {
    if (kind.type !== "plugin") continue;
    const context = open(dir, { path, kind }, checks);
    const place = { directory: kind.directory, hasOther: plugins.length > 0 };
    const read = context && checkPluginManifest(context, place);
    if (context !== undefined && read !== undefined) plugins.unshift({ ...read, source: context.source });
  }
  const root = { plugins };
  checks.roots.set(dir, root);
  compareManifests(plugins, checks.findings);
  const portable = plugins.find(({ kind }) => kind === "agent-plugins");
  if (portable === undefined) return root;
  const schema = (PLUGIN_SCHEMAS as readonly string[]).indexOf(textAt(portable.map, "$schema")?.text ?? "");
  const mcp = schema === -1 ? undefined : open(dir, { path: "mcp.json", kind: { type: "mcp" } }, checks);
  if (mcp !== undefined) checkMcpConfig(mcp, schema);
  return root;
}

/** A file below a root, and what it is. */
interface ManifestFile {
  readonly path: string;
  readonly kind: ManifestFileKind | { readonly type: "mcp" };
}

/** Checks a list of plugins and the plugins of the same repository; returns the directories of those. */
function checkList(dir: string, file: ManifestFile, checks: Checks): readonly string[] {
  const context = open(dir, file, checks);
  if (context === undefined || file.kind.type !== "marketplace") return [];
  const plugins = checkMarketplace(context, file.kind.list);
  for (const plugin of plugins)
    checkEntry(dir, { plugin, source: context.source, isForCodex: file.kind.list === "codex" }, checks);
  return [...new Set(plugins.map((plugin) => joinPath(dir, plugin.dir)))];
}

function checkEntry(
  dir: string,
  {
    plugin,
    source,
    isForCodex,
  }: { readonly plugin: LocalPlugin; readonly source: SourceText; readonly isForCodex: boolean },
  checks: Checks,
): void {
  const { plugins } = checkRoot(joinPath(dir, plugin.dir), checks);
  // Each reads its own first.
  const own = plugins.find(({ kind }) => (kind === "codex") === isForCodex) ?? plugins[0];
  if (own !== undefined) compareEntry({ map: plugin.entry, source, isForCodex }, own, checks.findings);
}

function checkNpm(dir: string, isWritten: boolean, { host, findings }: Checks): void {
  const file = joinPath(dir, "package.json");
  const bytes = host.readFile(file, undefined, LARGEST_TEXT);
  const text = isFailure(bytes) ? undefined : decodeUtf8(bytes);
  if (text === undefined || text.badByte !== undefined) return;
  const source = createSourceText(file, text.text);
  checkNpmPackage({ source, at: reportIn(source, findings) }, isWritten);
}

/** Why a manifest that exists cannot be read, if that is a fault of the project. */
function unreadable(detail: string, failure: string): string | undefined {
  if (isTooLarge(detail)) return `the file is too large: ${detail}`;
  return failure === "denied" ? `the file cannot be read (${detail})` : undefined;
}

/** Reads a manifest; undefined if there is none, or after reporting that it cannot be read. */
function open(dir: string, { path, kind }: ManifestFile, { host, findings }: Checks): ManifestContext | undefined {
  const file = joinPath(dir, path);
  const bytes = host.readFile(file, undefined, LARGEST_TEXT);
  const text = isFailure(bytes) ? undefined : decodeUtf8(bytes);
  const detail = isFailure(bytes)
    ? unreadable(bytes.detail, bytes.failure)
    : text?.badByte === undefined
      ? undefined
      : `the file is not valid UTF-8 (byte ${text.badByte})`;
  if (detail !== undefined) {
    const fix = "write it as UTF-8, as a file that everyone may read";
    if (kind.type === "plugin")
      findings.add(manifestRules["plugin-manifest-invalid"], { file }, { detail, fix, isFatal: true });
    else
      findings.add(
        manifestRules[kind.type === "mcp" ? "mcp-config-invalid" : "marketplace-invalid"],
        { file },
        { detail, fix },
      );
    return undefined;
  }
  if (text === undefined) return undefined;
  const source = createSourceText(file, text.text);
  const exists = (below: string): boolean => !isFailure(host.status(joinPath(dir, below)));
  return { source, at: reportIn(source, findings), exists };
}

/** Returns the directories with skills in their `skills/`, and whether an output writes them there. */
function findNpmRoots(config: Config, skills: readonly RunSkill[]): ReadonlyMap<string, boolean> {
  const roots = new Map<string, boolean>();
  const above = findPluginRoots(config, skills);
  for (const { place } of skills) {
    const found = /^(?:(.*)\/)?skills\//.exec(place.dir);
    const dir = found?.[1] ?? ".";
    if (found !== null && above.has(dir)) roots.set(dir, false);
  }
  for (const output of config.outputs)
    if (baseName(output.outDir) === "skills" && !isOutside(output.outDir) && placementOf(output)?.isInPlace === false)
      roots.set(parentPath(output.outDir), true);
  return roots;
}

/**
 * Returns the directories above the skills of a project, each once: those of fixtures, of dependencies, of what is
 * installed and of what is outside the project are left out, and so is what is above a directory that the caller named.
 */
function findPluginRoots({ sources }: Config, skills: readonly RunSkill[]): ReadonlySet<string> {
  const tops = sources.map((source) => {
    if (source.kind === "inline" || source.catalogDir !== undefined || isOutside(source.dir)) return undefined;
    return source.named === "argument" ? source.dir : ".";
  });
  const seen = new Set<string>();
  for (const { place, input } of skills) {
    const top = tops[place.origin.index];
    if (top === undefined || isOutside(place.dir)) continue;
    // A skill can be a plugin itself.
    if (place.dir === top || input.files.some((path) => path.endsWith("-plugin/plugin.json"))) seen.add(place.dir);
    for (let dir = place.dir; dir !== top && dir !== ".";) {
      dir = parentPath(dir);
      if (seen.size === seen.add(dir).size) break;
    }
  }
  return new Set(
    [...seen].filter((dir) => !dir.endsWith("/skills") && dir !== "skills" && dir.split("/").every(isOwn)),
  );
}

function isOutside(dir: string): boolean {
  return isAbsolute(dir) || dir === ".." || dir.startsWith("../");
}

function isOwn(name: string): boolean {
  return name === "." || (!isTestData(name) && unwantedDirectory(name) === undefined);
}
