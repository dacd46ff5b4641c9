import { join } from "node:path";
import { check, type CheckResult } from "../../api/check.ts";
import { compileCatalog, type CatalogResult } from "../../api/catalog.ts";
import { isNotRun } from "../../api/runs-code.ts";
import type { SessionOptions } from "../../api/session.ts";
import { findConfigs } from "../../config/load.ts";
import type { SourceConfig, UserConfig } from "../../config/user-config.ts";
import { createInstaller, isInstallFault } from "../../install/index.ts";
import type { Config } from "../../model/config.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isDirectory, isFailure, type Host } from "../../model/host.ts";
import type { SearchedPlace } from "../../model/searched.ts";
import { trimEndOf } from "../../model/trim.ts";
import { compareCodeUnits, isInside, joinPath, relativePath } from "../../paths/index.ts";
import { appDirectories, assistantDirectory, usualDirectories } from "../../profiles/index.ts";
import { findPackageDir } from "../../refs/index.ts";
import { createNodeHost } from "../../host/index.ts";
import { detectManager, projectDirectories, spellingOf } from "../package-manager.ts";
import { parseObject } from "./json-text.ts";
import { findMembers } from "./workspace.ts";
import { nearestNames } from "../../runtime/access.ts";
import { chooseSkillsDir } from "../scaffold/skill.ts";

export interface InitSkills {
  /** Relative to the project. */
  readonly configFile: string | undefined;
  /** What a new config must contain; undefined if one exists, or if the defaults do. */
  readonly newConfig: Pick<UserConfig, "profile" | "sources"> | undefined;
  readonly config: Config;
  readonly skills: number;
  /** Number of errors that stop a build. */
  readonly errors: number;
  /** Directories with skills; with a config, its sources. */
  readonly dirs: readonly string[];
  /** Where a new skill goes. */
  readonly skillsDir: string;
  readonly assistants: { readonly dirs: readonly string[]; readonly areTaken: boolean };
  /** Possible skills outside all sources; empty if that is likely intended. */
  readonly notBuilt: readonly Diagnostic[];
  /** Findings about a config that was not run. */
  readonly notRun: readonly Diagnostic[];
}

type SourceEntry = string | SourceConfig;

export interface SkillSearch {
  readonly dependencies: ReadonlySet<string>;
  readonly runConfig: boolean;
  /** Directories of coding assistants that are taken as well. */
  readonly sources: readonly string[];
  /** Whether further ones are taken if there are no other skills. */
  readonly takesAssistants: boolean;
}

/**
 * Finds the skills below a directory or, if there are none, of the workspace packages that it depends on.
 *
 * @returns the findings if its config cannot be used, or a fault.
 */
export async function findSkills(
  root: string,
  host: Host,
  search: SkillSearch,
): Promise<InitSkills | { readonly findings: readonly Diagnostic[] } | { readonly fault: string }> {
  const { dependencies, runConfig } = search;
  const [configFile] = findConfigs(host, ".");
  if (configFile !== undefined) {
    const options = runConfig ? { config: join(root, configFile) } : { cwd: root, runConfig };
    const facts = await checkWith(options, { configFile, host });
    const missing = "dirs" in facts ? search.sources.find((dir) => !facts.dirs.includes(joinPath(dir))) : undefined;
    return missing === undefined ? facts : { fault: `add "${missing}" to sources in ${configFile}` };
  }
  const found = await compileCatalog({
    cwd: root,
    config: false,
    sources: [{ dir: "." }],
    overrides: { allowEmpty: true },
  });
  const { dirs, assistants, unknown } = chooseDirectories(found, search);
  if (unknown !== undefined) {
    const [nearest] = nearestNames(unknown, assistants.dirs);
    const help = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
    return { fault: `--source "${unknown}" contains no skills${help}` };
  }
  const profile: UserConfig["profile"] = found.system;
  const usual = usualDirectories.find((dir) => isDirectory(dir, host));
  const siblings = dirs.length === 0 ? await findSiblings(host, dependencies) : new Map<string, string>();
  if (siblings.size > 0) {
    const newConfig = { sources: Array.from(siblings.keys(), (name) => ({ package: name })) };
    const options = { cwd: root, config: false as const, overrides: newConfig };
    return checkWith(options, { dirs: [...siblings.values()], newConfig, assistants, host });
  }
  const missing = dirs.length === 0 ? await notInstalled(host, dependencies) : undefined;
  if (missing !== undefined) return { fault: missing };
  const installed = installedSources(root);
  if (installed.length > 0) {
    const newConfig = { sources: [...dirs, ...installed.map(({ ref }) => ({ ref }))] };
    const places = [...dirs, ...installed.map(({ path }) => path)];
    const options = { cwd: root, config: false as const, overrides: newConfig };
    return checkWith(options, { dirs: places, newConfig, assistants, host });
  }
  if (dirs.length === 0) {
    // A first skill belongs to the app.
    const skillsDir = appDirectories.find((dir) => isDirectory(dir, host)) ?? "skills";
    return checkWith({ cwd: root, config: false, overrides: { sources: [] } }, { dirs, assistants, skillsDir, host });
  }
  const [only = ""] = dirs;
  if (dirs.length === 1 && only === usual && profile === undefined)
    return checkWith({ cwd: root, config: false, sources: [{ dir: only }] }, { dirs, assistants, host });
  const sources = profile === undefined ? withNamespaces(found, dirs) : sourcesOfSystem(profile, dirs);
  const newConfig = { ...(profile !== undefined && { profile }), sources };
  return checkWith({ cwd: root, config: false, overrides: newConfig }, { dirs, newConfig, assistants, host });
}

/** Skills of coding assistants are taken only on request, or alone. */
function chooseDirectories(
  { searched, catalog }: CatalogResult,
  { sources, takesAssistants }: SkillSearch,
): { readonly dirs: readonly string[]; readonly unknown: string | undefined } & Pick<InitSkills, "assistants"> {
  const placesOf = (list: readonly SearchedPlace[] = []): readonly string[] =>
    list.map(({ dir }) => trimEndOf(dir, "/")).toSorted(compareCodeUnits);
  const isOfApp = (dir: string): boolean => assistantDirectory(dir) === undefined;
  const places = placesOf(searched?.places);
  const others = places.filter((dir) => !isOfApp(dir));
  // A skill of the app may count as the copy of one that an assistant has.
  const copied = others.length > 0 ? placesOf(searched?.mirrors).filter(isOfApp) : [];
  const app = [...places.filter(isOfApp), ...copied];
  const named = sources.map((dir) => joinPath(dir));
  const skills = (catalog?.skills ?? []).map(({ source }) => source.file);
  const unknown = named.find((dir) => !skills.some((file) => isInside(dir, file)));
  const areTaken = named.length > 0 || (takesAssistants && app.length === 0);
  const taken = named.length > 0 ? named : areTaken ? others : [];
  if (unknown !== undefined) return { dirs: [], unknown, assistants: { dirs: others, areTaken: false } };
  const dirs = app.includes(".") ? ["."] : [...new Set([...app, ...taken])].toSorted(compareCodeUnits);
  return { dirs, unknown, assistants: { dirs: areTaken ? taken : others, areTaken } };
}

/** Returns the fault if a dependency is a workspace package that is not linked yet. */
async function notInstalled(host: Host, dependencies: ReadonlySet<string>): Promise<string | undefined> {
  const top = projectDirectories(host).at(-1);
  const waiting = [...dependencies].filter((name) => findPackageDir(name, host) === undefined);
  if (top === undefined || waiting.length === 0) return undefined;
  const workspace = createNodeHost(top);
  for (const dir of findMembers(workspace, manifestIn(workspace, "."))) {
    const name = manifestIn(workspace, dir)?.["name"];
    if (typeof name !== "string" || !waiting.includes(name) || !(await hasSkills(join(top, dir)))) continue;
    const { install } = spellingOf(detectManager(host, undefined));
    return `"${name}" is a package of this workspace that is not installed yet: run ${install} first`;
  }
  return undefined;
}

async function hasSkills(dir: string): Promise<boolean> {
  const overrides = { allowEmpty: true };
  const { catalog } = await compileCatalog({ cwd: dir, config: false, sources: [{ dir: "." }], overrides });
  return (catalog?.skills.length ?? 0) > 0;
}

function manifestIn(host: Host, dir: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = host.readFile(joinPath(dir, "package.json"));
  const parsed = isFailure(bytes) ? undefined : parseObject(new TextDecoder().decode(bytes));
  return parsed !== undefined && "value" in parsed ? parsed.value : undefined;
}

/** Returns what `skillc add` has installed: a build takes it only if a config names it. */
function installedSources(root: string): readonly { readonly ref: string; readonly path: string }[] {
  const found = createInstaller({ cwd: root }).list();
  if (isInstallFault(found)) return [];
  return found.flatMap(({ ref, path }) => (ref === undefined ? [] : [{ ref, path }]));
}

/** Returns the dependencies that are linked workspace packages with skills, and their directories. */
async function findSiblings(host: Host, dependencies: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const root = host.realPath(".");
  if (isFailure(root)) return found;
  for (const name of dependencies) {
    // Its own skill teaches agents to use it.
    const dir = name === "skillc" ? undefined : findPackageDir(name, host);
    const real = dir === undefined ? undefined : host.realPath(dir);
    // Package managers also link what they have installed.
    if (real === undefined || isFailure(real) || real.includes("/node_modules/")) continue;
    const path = relativePath(root, real);
    if (path !== undefined && (await hasSkills(real))) found.set(name, path);
  }
  return found;
}

/** As a build would read it; the project may have no skills yet. */
async function checkWith(
  options: SessionOptions,
  {
    configFile,
    newConfig,
    dirs,
    assistants = { dirs: [], areTaken: false },
    skillsDir,
    host,
  }: Partial<Pick<InitSkills, "configFile" | "newConfig" | "dirs" | "assistants" | "skillsDir">> & { host: Host },
): Promise<InitSkills | { readonly findings: readonly Diagnostic[] }> {
  const result: CheckResult = await check({
    ...options,
    search: false,
    overrides: { ...options.overrides, allowEmpty: true },
  });
  const { config, summary, diagnostics } = result;
  if (config === undefined) return { findings: diagnostics.filter(({ severity }) => severity === "error") };
  return {
    configFile,
    newConfig,
    config,
    skills: summary.skills,
    errors: summary.errors,
    dirs: dirs ?? config.sources.flatMap((source) => (source.kind === "directory" ? [source.dir] : [])),
    skillsDir: skillsDir ?? chooseSkillsDir(config, host),
    assistants,
    notBuilt: diagnostics.filter(({ isAlways, severity }) => isAlways === true && severity !== "info"),
    notRun: diagnostics.filter(isNotRun),
  };
}

/** A build takes everything below its sources, so this excludes what a search leaves out. */
function withoutLeftOut(dir: string, { searched, catalog }: CatalogResult): SourceEntry {
  const ofAssistants = (catalog?.skills ?? []).flatMap(({ source }) => assistantDirectory(source.file) ?? []);
  const leftOut = [
    ...[...(searched?.testData ?? []), ...(searched?.ignored ?? [])].map((place) => place.dir),
    ...(assistantDirectory(dir) === undefined ? new Set(ofAssistants) : []),
  ];
  const exclude = leftOut.filter((each) => isInside(dir, each)).map((each) => relativePath(dir, each) ?? each);
  return exclude.length === 0 ? dir : { dir, exclude };
}

/** Systems with files next to the directories of skills. */
function sourcesOfSystem(profile: UserConfig["profile"], dirs: readonly string[]): readonly SourceEntry[] {
  if (profile !== "carnet" && profile !== "skillkit") return dirs;
  return [...new Set(dirs.map((dir) => dir.split("/")[0] as string))];
}

/**
 * Returns the directories as sources. If several skills share a name, as in the plugins of a marketplace, the differing
 * segment becomes the namespace.
 */
function withNamespaces(found: CatalogResult, dirs: readonly string[]): readonly SourceEntry[] {
  const skills = found.catalog?.skills ?? [];
  const plain = dirs.map((dir) => withoutLeftOut(dir, found));
  if (new Set(skills.map(({ name }) => name)).size === skills.length) return plain;
  const places = skills.map(({ name, source }) => ({ name, segments: source.file.split("/").slice(0, -2) }));
  const [first, ...more] = places;
  const at = first?.segments.findIndex((part, index) => more.some(({ segments }) => segments[index] !== part)) ?? -1;
  const pattern = (segments: readonly string[]): string => segments.with(at, "*").join("/");
  const isOnePattern =
    at !== -1 &&
    places.every(({ segments }) => at < segments.length && pattern(segments) === pattern(first?.segments ?? []));
  const ids = new Set(places.map(({ name, segments }) => `${segments[at]}:${name}`));
  // Otherwise the build names the two skills, and the user decides.
  if (!isOnePattern || ids.size < places.length) return plain;
  return [{ dir: pattern(first?.segments ?? []), namespace: "*" }];
}
