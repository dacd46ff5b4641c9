/**
 * What a run of a command leaves for the next one, in another process: what discovery found, and the key of each unit. Decides
 * which of it still holds. Any doubt: nothing does, and everything is done again.
 */
import { resolve } from "node:path";
import type { Contents } from "../contents/index.ts";
import { LARGEST_WHOLE } from "../contents/index.ts";
import type { InputChanges, Witness } from "../engine/index.ts";
import { asBuffer } from "../host/as-buffer.ts";
import { toPosixPath } from "../host/index.ts";
import { outputDirs, type Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure, type Host } from "../model/host.ts";
import { FLAT_DOCUMENT, type FoundSkill } from "../model/skill.ts";
import { baseName, isAbsolute } from "../paths/index.ts";
import type { SkillUnit } from "../model/unit.ts";
import type { LinkedSkills } from "../phases/admit-skill.ts";
import type { UnitStore } from "../phases/compile-all.ts";
import type { Compiled } from "../phases/compiled.ts";
import { discoverAllAgain } from "../phases/discover-all.ts";
import { readRuns, writeRuns } from "../phases/kept-runs.ts";
import type { LinkedRun } from "../phases/link-run.ts";
import type { Run } from "../phases/run.ts";
import { toJson } from "./kept-sections.ts";
import type { KeptBlocks, SavedSkills } from "./saved-skills.ts";

/** What a run has left, as bytes that are read when they are needed; undefined if they are not what was written. */
export interface LeftBehind {
  readonly discovery: () => Uint8Array | undefined;
  readonly units: () => Uint8Array | undefined;
}

export interface RunTrail {
  /** Returns what discovery would find now; undefined if the run before does not say. */
  follow(now: TrailNow): readonly Run[] | undefined;
  /** Gives units that have not changed. */
  readonly store: UnitStore;
  /** Skills as they were linked, where they are not in the cache. */
  readonly linked?: LinkedSkills;
  /** Takes note of the runs, and of where their units are kept. */
  note(runs: readonly Pick<LinkedRun, "run">[], kept: readonly KeptBlocks[]): void;
  /** Returns what was found around the sources; it only depends on what discovery depends on. */
  around(find: () => readonly Diagnostic[]): readonly Diagnostic[];
  /** Returns what this run leaves; undefined for nothing. */
  leave(): { readonly discovery: Uint8Array; readonly units: Uint8Array } | undefined;
}

/** What a run has to go by. */
export interface TrailNow {
  /** Undefined if it is invalid. */
  readonly config: Config | undefined;
  readonly host: Host;
  readonly contents: Contents;
  /** The skills of earlier runs. */
  readonly saved: Pick<SavedSkills, "block"> | undefined;
  /** Absolute path that the paths of the config are relative to. */
  readonly base: string;
}

interface Discovery {
  /** JSON of the runs. */
  readonly runs: string;
  readonly around: readonly Diagnostic[];
  /** The config: it may be another one by now, and its patterns may match other directories. */
  readonly config: string;
}

/** What a run found out about the one before. */
interface Followed {
  readonly runs: readonly Run[];
  readonly changes: InputChanges;
  /** What is left for the next run, if the runs are the same. */
  readonly discovery?: Uint8Array;
  /** Undefined if it may be something else by now. */
  readonly around?: readonly Diagnostic[];
  unitOf(run: number, number: number): SkillUnit | undefined;
}

/** Starts the trail of a run that may follow another one. */
export function createRunTrail({
  witness,
  left,
}: {
  readonly witness: Pick<Witness, "changes" | "carry">;
  readonly left: LeftBehind | undefined;
}): RunTrail {
  let followed: Followed | undefined;
  let last: { readonly runs: readonly Run[]; readonly kept: readonly KeptBlocks[] } | undefined;
  let found: readonly Diagnostic[] = [];
  let config = "";
  return {
    follow(now) {
      config = textOf(now.config);
      const known = left && findKnown(now, witness, left);
      if (known === undefined) return undefined;
      witness.carry(known.changes);
      followed = known;
      return known.runs;
    },
    store: {
      unitOf: (run, number) => followed?.unitOf(run, number),
      get: () => undefined,
      set: () => {},
      takeLast: () => undefined,
      keepLast: () => {},
    },
    note: (runs, kept) => void (last = { runs: runs.map(({ run }) => run), kept }),
    around: (find) => (found = followed?.around ?? find()),
    leave() {
      if (last === undefined) return undefined;
      const runs = followed?.discovery === undefined ? writeRuns(last.runs) : "";
      if (runs === undefined) return undefined;
      const discovery = followed?.discovery ?? toJson({ runs, around: found, config } satisfies Discovery);
      return { discovery, units: toJson(last.kept) };
    },
  };
}

/** Returns what is around the sources, by the trail if there is one. */
export function aroundOf(trail: RunTrail | undefined, find: () => readonly Diagnostic[]): readonly Diagnostic[] {
  return trail === undefined ? find() : trail.around(find);
}

/** Keeps the skills of all runs for later ones: with pieces, if there is a catalog. */
export function keepSkills(
  saved: SavedSkills | undefined,
  compiled: Pick<Compiled, "runs" | "catalog"> | undefined,
  trail: RunTrail | undefined,
): void {
  const kept = compiled && saved?.keep(compiled.runs, compiled.catalog !== undefined);
  if (compiled !== undefined && kept !== undefined) trail?.note(compiled.runs, kept);
  saved?.save();
}

function findKnown(now: TrailNow, witness: Pick<Witness, "changes">, left: LeftBehind): Followed | undefined {
  const { config, saved, base } = now;
  if (config === undefined || saved === undefined) return undefined;
  // Through a link, a file can belong to skills in other directories.
  if (config.symlinks !== "refuse") return undefined;
  const changes = witness.changes(outputDirs(config.outputs).map((dir) => toPosixPath(resolve(base, dir))));
  const [discovery, units] = changes === undefined ? [] : [left.discovery(), left.units()];
  if (changes === undefined || !discovery || !units || discovery.length === 0) return undefined;
  const kept = JSON.parse(asBuffer(discovery).toString("utf8")) as Discovery;
  if (kept.config !== textOf(config)) return undefined;
  const blocks = JSON.parse(asBuffer(units).toString("utf8")) as readonly KeptBlocks[];
  const runs = readRuns(kept.runs, config, now);
  const keptUnits = blocks.map((ofRun) =>
    ofRun.flatMap(([key, count]) => saved.block(key)?.units ?? Array.from({ length: count }, () => undefined)),
  );
  const unitOf = (run: number, number: number): SkillUnit | undefined => keptUnits[run]?.[number];
  const known = { runs, changes, unitOf };
  return followEdits(known, { ...now, config, discovery, around: kept.around }) ?? walkAgain(known, { ...now, config });
}

type Known = Pick<Followed, "runs" | "changes" | "unitOf">;

/** Where only bytes of skills are others, the same is found. */
function followEdits(
  { runs, changes, unitOf }: Known,
  { config, host, ...rest }: TrailNow & { readonly config: Config } & Required<Pick<Followed, "discovery" | "around">>,
): Followed | undefined {
  const isPlain = changes.gone.size === 0 && changes.changed.every((path) => isContent(path, config, host));
  const edited = isPlain ? runs.map(({ discovered }) => findOwners(discovered.skills, changes.changed)) : [undefined];
  if (edited.includes(undefined)) return undefined;
  const { discovery, around } = rest;
  return {
    runs,
    changes,
    discovery,
    around,
    unitOf: (run, number) => (edited[run]?.has(number) === true ? undefined : unitOf(run, number)),
  };
}

/** Where skills or their files have come or gone, only directories with changes are walked. */
function walkAgain(
  { runs, changes, unitOf }: Known,
  { config, host, contents }: TrailNow & { readonly config: Config },
): Followed | undefined {
  if (!runs.every((run) => isLocal(changes, run))) return undefined;
  const touched = new Set(changes.changed.flatMap((path) => [path, ...ancestors(path)]));
  const disk = {
    isUnchanged: (dir: string) => !touched.has(dir) && changes.wasListed(dir),
    wasAsked: changes.wasAsked,
  };
  const found = discoverAllAgain({ config, host, contents }, runs, disk);
  if (found === undefined) return undefined;
  const numbers = runs.map(
    ({ discovered }) => new Map(discovered.skills.map((skill, number) => [skill, number] as const)),
  );
  return {
    runs: found,
    // All that has changed is asked about again.
    changes: { ...changes, changed: [] },
    unitOf(run, number) {
      const skill = found[run]?.discovered.skills[number];
      return unitOf(run, (skill && numbers[run]?.get(skill)) ?? -1);
    },
  };
}

/** Returns a config as text, without where each part is written. */
function textOf(config: Config | undefined): string {
  return JSON.stringify(config ?? null, (key, value: unknown) => (key === "place" ? undefined : value));
}

/** Whether all changes are in the sources, and none is of an ignore file, which also decides about what is not walked. */
function isLocal({ changed, gone }: InputChanges, { config: { sources }, discovered: { skills } }: Run): boolean {
  const dirs = new Set(skills.map(({ place }) => place.dir));
  return changed.every((path) => {
    const above = ancestors(path);
    const isInSource = sources.some((one) => one.kind === "directory" && [path, ...above].includes(one.dir));
    // In a skill it is walked with it; in a directory that is gone, nothing is left.
    const isOwned = above.some((dir) => dirs.has(dir)) || gone.has(above[0] ?? "");
    return isInSource && (isOwned || !IGNORE_FILES.test(path));
  });
}

/** A path of an ignore file, or in what git keeps. */
const IGNORE_FILES = /(?:^|\/)\.(?:git|gitignore|skillignore)(?:\/|$)/i;

/** Names by which discovery decides something, also in a skill. */
const DECIDES = /^(?:\.|skil|agent\.md$|toolset\.md$|package\.json$|plugin\.json$)/i;

/** Whether of what is at a path only the bytes have changed, and nothing that decides which files a skill has. */
function isContent(path: string, { files }: Config, host: Host): boolean {
  const name = baseName(path);
  if (DECIDES.test(name) && name !== "SKILL.md") return false;
  const status = host.entryStatus(path);
  const most = Math.min(files.maxBytes ?? LARGEST_WHOLE, LARGEST_WHOLE);
  return !isFailure(status) && status.kind === "file" && status.size <= most;
}

/** Returns the numbers of the skills that some paths are files of; undefined if one is of no skill. */
function findOwners(skills: readonly FoundSkill[], paths: readonly string[]): ReadonlySet<number> | undefined {
  const numbers = new Map<string, number[]>();
  for (const [number, { place }] of skills.entries()) {
    const others = numbers.get(place.dir);
    if (others === undefined) numbers.set(place.dir, [number]);
    else others.push(number);
  }
  const owners = new Set<number>();
  for (const path of paths) {
    const dir = [path, ...ancestors(path)].find((above) => numbers.has(above)) ?? "";
    const file = dir === path ? FLAT_DOCUMENT : path.slice(dir === "." ? 0 : dir.length + 1);
    for (const number of numbers.get(dir) ?? [-1]) {
      const input = skills[number]?.input;
      if (input === undefined || (file !== input.document && !input.files.includes(file))) return undefined;
      owners.add(number);
    }
  }
  return owners;
}

/** The directories that a path is in, the innermost first; "." for what is in the project. */
function ancestors(path: string): readonly string[] {
  const dirs: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) dirs.push(path.slice(0, end));
  return isAbsolute(path) || path.startsWith("../") ? dirs : [...dirs, "."];
}
