import { configFileNames } from "../config/file-names.ts";
import { findDefaultSource } from "../config/resolve-sources.ts";
import { createContents } from "../contents/index.ts";
import { createFindings } from "../diagnostics/index.ts";
import type { Config, DirectorySource } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FindingGroup } from "../model/finding.ts";
import { isFailure, realOf, type Host } from "../model/host.ts";
import { baseName, compareCodeUnits, isAtOrBelow, joinPath, parentPath } from "../paths/index.ts";
import { discoverAll } from "../phases/discover-all.ts";
import type { Run } from "../phases/run.ts";
import { diagnoseLate } from "./late-findings.ts";
import { commandRules } from "./rules.ts";

/** Directories named in one message. */
const MAX_NAMED = 3;

/** What looks like a skill and is not compiled. */
interface NotBuilt {
  /** Directories of skills. */
  readonly skills: readonly string[];
  /** Markdown files. */
  readonly flat: readonly string[];
}

/** Returns what looks like a skill and is in no output of a build. */
export function diagnoseNotBuilt(run: Run | undefined, config: Config | undefined, host: Host): readonly Diagnostic[] {
  if (run === undefined || config === undefined) return [];
  return diagnoseLate([findNotBuilt(run, config, host)], config);
}

/**
 * Searches the project around the sources of a build, as a check without a config does. What it finds goes into no
 * output, so that ignore files never decide about bytes. Nothing is searched where the caller named directories.
 */
function findNotBuilt(run: Run, config: Config, host: Host): FindingGroup {
  const findings = createFindings();
  if (config.sources.length === 0) return findings;
  const dirs = config.sources.flatMap((source) => (source.kind === "directory" ? [source] : []));
  const isArgument = dirs.some(({ named }) => named === "argument");
  const { taken, skills, flat } = isArgument
    ? { taken: [], skills: [], flat: run.discovered.flat }
    : findOutside(run, dirs, host);
  const [file] = [...skills.map((dir) => joinPath(dir, "SKILL.md")), ...flat];
  if (file === undefined) return findings;
  const places = [...new Set(skills.map(sourceFor))].sort(compareCodeUnits);
  const args = {
    taken: dirs.some(({ named }) => named === "default") ? taken.join("\n") : "",
    skills: skills.length,
    names: skills.length > MAX_NAMED ? "" : skills.join("\n"),
    dirs: places.slice(0, MAX_NAMED).join("\n"),
    more: Math.max(0, places.length - MAX_NAMED),
    flat: flat[0] ?? "",
    files: flat.length,
    clients: skills.every(isOfClient),
  };
  const members = [
    ...skills.map((dir) => ({ file: joinPath(dir, "SKILL.md") })),
    ...flat.map((path) => ({ file: path })),
  ];
  findings.add(commandRules["skills-not-built"], { file }, args, { members });
  return findings;
}

function findOutside(
  run: Run,
  dirs: readonly DirectorySource[],
  host: Host,
): NotBuilt & { readonly taken: readonly string[] } {
  const isSearched = dirs.some((source) => source.isSearched === true);
  const taken = isSearched ? (findDefaultSource(run, host) ?? []) : dirs.map(({ dir }) => dir);
  // Without a directory that a build would take, there is no build.
  if (taken.length === 0) return { taken, skills: [], flat: run.discovered.flat };
  const realTaken = taken.map((dir) => realOf(dir, host));
  const isTaken = (real: string): boolean => realTaken.some((dir) => isAtOrBelow(real, dir));
  const around = isSearched ? [run] : searchAround(run, taken, host);
  const own = run.discovered.skills.filter(({ place }) => isTaken(place.realDir));
  // A copy for another client has the same name.
  const names = new Set(own.map(({ place }) => baseName(place.dir)));
  const isOther = createProjectTest(host);
  const skills = around
    .flatMap(({ discovered }) => discovered.skills)
    .filter(({ place: { dir, realDir } }) => !isTaken(realDir) && !names.has(baseName(dir)) && !isOther(dir))
    .map(({ place }) => place.dir);
  const flat = around.flatMap(({ discovered }) => discovered.flat).filter((path) => !isOther(parentPath(path)));
  return { taken, skills, flat: [...new Set([...run.discovered.flat, ...flat])] };
}

/** Searches the whole project, without the directories that are sources already. */
function searchAround({ config }: Run, taken: readonly string[], host: Host): readonly Run[] {
  if (taken.includes(".")) return [];
  const whole: DirectorySource = {
    kind: "directory",
    dir: ".",
    preload: false,
    include: [],
    exclude: [],
    optional: true,
    isSearched: true,
  };
  const { alsoCheck: _alsoCheck, ...own } = config;
  // What is installed is not entered; neither is what was walked already.
  const installed = { ...config.installed, roots: [...config.installed.roots, ...taken] };
  return discoverAll({
    config: { ...own, sources: [whole], installed },
    host,
    contents: createContents(host, "check"),
  });
}

/** The directory that a config would name for a skill. */
function sourceFor(dir: string): string {
  const parent = parentPath(dir);
  return dir === "." || parent === "." ? dir : parent;
}

/** Directories of coding assistants start with a dot: their skills are rarely meant for a product. */
function isOfClient(dir: string): boolean {
  return dir.split("/").some((name) => /^\.[a-z]/.test(name));
}

/** Returns whether a directory is in another project of this repository: one with its own config. */
function createProjectTest(host: Host): (dir: string) => boolean {
  const known = new Map<string, boolean>([[".", false]]);
  const test = (dir: string): boolean => {
    let is = known.get(dir);
    if (is === undefined) {
      is = configFileNames.some((name) => !isFailure(host.status(joinPath(dir, name)))) || test(parentPath(dir));
      known.set(dir, is);
    }
    return is;
  };
  return test;
}
