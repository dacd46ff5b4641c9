/**
 * What a run of a command leaves for the next one, in another process: what discovery found, and the key of each unit. Decides
 * which of it still holds. Any doubt: nothing does, and everything is done again.
 */
import { resolve } from "node:path";
import type { InputChanges, Witness } from "../../engine/index.ts";
import { inMemory, NO_BYTES } from "../../engine/stored-bytes.ts";
import type { StoredBytes } from "../../model/stored-bytes.ts";
import { toPosixPath } from "../../host/index.ts";
import { outputDirs, type Config } from "../../model/config.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Host } from "../../model/host.ts";
import type { PiecePolicy } from "../../model/piece.ts";
import type { FoundSkill } from "../../model/skill.ts";
import type { SkillUnit } from "../../model/unit.ts";
import type { LinkedSkills, LinkedStore } from "../../phases/admit-skill.ts";
import type { UnitStore } from "../../phases/compile-all.ts";
import { findingsOnly, withPieces, type Compilation } from "../../phases/compilation.ts";
import type { Compiled } from "../../phases/compiled.ts";
import { discoverAllAgain } from "../../phases/discover-all.ts";
import { readRuns, writeRuns } from "../../phases/kept-runs.ts";
import type { Run } from "../../phases/run.ts";
import { followEdit, type EditedRun, type EditGiven } from "./edit-trail.ts";
import { ancestors, findOwners, isContent } from "./edited-paths.ts";
import { columnsOfRun, editBaseOf } from "./edited-skills.ts";
import { writeColumns } from "./kept-columns.ts";
import { readDiscovery, textOf, writeDiscovery, type Discovery } from "./kept-discovery.ts";
import { toJson } from "./kept-sections.ts";
import type { LeavesBehind, LeftBehind, TrailNow } from "./left-behind.ts";
import { openCatalog, type LeftCatalog } from "./left-catalog.ts";
import type { KeptRuns, SavedSkills } from "./saved-skills.ts";

/** What an edit could change besides skills; undefined where it could change more than the next run could tell. */
export interface EditsLeft {
  /** Where manifests around skills are read from; undefined if they are not. */
  readonly manifests: Pick<Host, "readFile" | "status"> | undefined;
}

export interface RunTrail {
  /** Returns what discovery would find now; undefined if the run before does not say. */
  follow(now: TrailNow): readonly Run[] | undefined;
  /** Returns what an edit of texts comes to; undefined if there may be more to it. */
  edit(now: TrailNow, kind: "build" | "check", given: Compilation): Promise<EditedRun | undefined>;
  /** What the run has edited, if it was no more than an edit. */
  edited(): EditedRun | undefined;
  /** Gives units that have not changed. */
  readonly store: UnitStore;
  /** Skills as they were linked, where they are not in the cache. */
  readonly linked?: LinkedSkills;
  /** Takes note of what was compiled, and of where its units are kept. */
  note(compiled: Compiled, kept: KeptRuns): void;
  /** Returns what was found around the sources; it only depends on what discovery depends on. */
  around(find: () => readonly Diagnostic[]): readonly Diagnostic[];
  /** Returns what this run leaves; undefined for nothing. */
  leave(edits: EditsLeft | undefined): LeavesBehind | undefined;
}

/** What a run found out about the one before. */
interface Followed {
  readonly runs: readonly Run[];
  readonly changes: InputChanges;
  /** What is left for the next run, if the runs are the same. */
  readonly discovery?: StoredBytes;
  /** Undefined if it may be something else by now. */
  readonly around?: readonly Diagnostic[];
  /** The catalog of the run before, if it has left one; opened once. */
  catalog(): LeftCatalog | undefined;
  unitOf(run: number, number: number): SkillUnit | undefined;
}

/** Starts the trail of a run that may follow another one. `mark` adds to findings what they are kept with. */
export function createRunTrail(
  {
    witness,
    left,
  }: {
    readonly witness: Pick<Witness, "changes" | "carry">;
    readonly left: LeftBehind | undefined;
  },
  mark: EditGiven["mark"],
): RunTrail {
  let followed: Followed | undefined;
  let edited: EditedRun | undefined;
  let last: LastRun | undefined;
  let around: readonly Diagnostic[] = [];
  let config = "";
  let saved: TrailNow["saved"];
  let joined: LeftCatalog | undefined;
  const look = lookOnce(witness);
  return {
    async edit(now, kind, given) {
      const seen = left && look(now);
      const making = (kind === "build" ? withPieces : findingsOnly)(given);
      edited = seen && (await followEdit(now, seen, left, { given, making, mark }));
      if (seen === undefined || edited === undefined) return undefined;
      witness.carry(seen);
      now.saved?.save();
      return edited;
    },
    edited: () => edited,
    follow(now) {
      config = textOf(now.config);
      ({ saved } = now);
      const seen = left && look(now);
      const known = seen && findKnown(now, seen, left);
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
    linked: {
      of: (policy) => linkedIn(policy, { catalog: () => followed?.catalog(), saved: () => saved }),
      join: (skills) => (joined = followed?.catalog())?.join(skills),
    },
    note: (compiled, kept) => void (last = { compiled, kept }),
    around: (find) => (around = followed?.around ?? find()),
    leave(asks) {
      if (edited !== undefined)
        return asks === undefined ? { ...edited.leaves, edits: NO_BYTES, columns: NO_BYTES } : edited.leaves;
      const known = { discovery: followed?.discovery, columns: joined?.columns() };
      return last && leaveRuns(last, known, { around, config }, asks);
    },
  };
}

/** Returns skills as they were linked: as the last run has left them, else as they are stored. */
function linkedIn(
  policy: PiecePolicy,
  { catalog, saved }: Pick<Followed, "catalog"> & { readonly saved: () => TrailNow["saved"] },
): LinkedStore {
  return {
    get: (unit, place) => catalog()?.get(unit, place, policy) ?? saved()?.of(policy).get(unit, place),
    set: () => {},
  };
}

interface LastRun {
  readonly compiled: Compiled;
  readonly kept: KeptRuns;
}

/** Returns what finds the changes since the last run; they are looked for once. */
function lookOnce({ changes }: Pick<Witness, "changes">): (now: TrailNow) => InputChanges | undefined {
  let found: InputChanges | undefined;
  return ({ config, saved, base }) => {
    // Through a link, a file can belong to skills in other directories.
    if (config === undefined || saved === undefined || config.symlinks !== "refuse") return undefined;
    return (found ??= changes(outputDirs(config.outputs).map((dir) => toPosixPath(resolve(base, dir)))));
  };
}

interface KnownToLeave {
  /** If it found the same as in the run before. */
  readonly discovery: StoredBytes | undefined;
  /** If they were made of those of the run before. */
  readonly columns: ReturnType<LeftCatalog["columns"]>;
}

function leaveRuns(
  { compiled, kept }: LastRun,
  { discovery, columns }: KnownToLeave,
  found: Pick<Discovery, "around" | "config">,
  asks: EditsLeft | undefined,
): LeavesBehind | undefined {
  const runs = discovery === undefined ? writeRuns(compiled.runs.map(({ run }) => run)) : "";
  if (runs === undefined) return undefined;
  const base = asks && editBaseOf(compiled, kept.places, asks.manifests);
  return {
    discovery: discovery ?? writeDiscovery({ runs, ...found }),
    units: inMemory(toJson(kept.units)),
    edits: base === undefined ? NO_BYTES : inMemory(toJson(base)),
    columns:
      base?.catalog === undefined
        ? NO_BYTES
        : writeColumns(columns ? { ...columns, hash: compiled.linked.catalog.hash } : columnsOfRun(compiled)),
  };
}

/** Returns what is around the sources, by the trail if there is one. */
export function aroundOf(trail: RunTrail | undefined, find: () => readonly Diagnostic[]): readonly Diagnostic[] {
  return trail === undefined ? find() : trail.around(find);
}

/** Keeps the skills of all runs for later ones: with pieces, if there is a catalog. */
export function keepSkills(
  saved: SavedSkills | undefined,
  compiled: Compiled | undefined,
  trail: RunTrail | undefined,
): void {
  const kept = compiled && saved?.keep(compiled.runs, compiled.catalog !== undefined);
  if (compiled !== undefined && kept !== undefined) trail?.note(compiled, kept);
  saved?.save();
}

function findKnown(now: TrailNow, changes: InputChanges, left: LeftBehind): Followed | undefined {
  const { config, saved } = now;
  const kept = config && readDiscovery(left, config);
  if (config === undefined || saved === undefined || kept === undefined) return undefined;
  const runs = readRuns(kept.runs, config, now);
  const discovery = kept.bytes;
  const keptUnits = kept.blocks.map((ofRun) =>
    ofRun.flatMap(([key, count]) => saved.block(key)?.units ?? Array.from({ length: count }, () => undefined)),
  );
  const unitOf = (run: number, number: number): SkillUnit | undefined => keptUnits[run]?.[number];
  let catalog: { readonly opened: LeftCatalog | undefined } | undefined;
  const known = {
    runs,
    changes,
    unitOf,
    catalog() {
      const [skills = [], blocks = []] = [runs[0]?.discovered.skills, kept.blocks[0]];
      catalog ??= { opened: openCatalog(left, { config, skills, blocks, saved, project: now.base }) };
      return catalog.opened;
    },
  };
  return followEdits(known, { ...now, config, discovery, around: kept.around }) ?? walkAgain(known, { ...now, config });
}

type Known = Pick<Followed, "runs" | "changes" | "catalog" | "unitOf">;

/** Where only bytes of skills are others, the same is found. */
function followEdits(
  { runs, changes, catalog, unitOf }: Known,
  { config, host, ...rest }: TrailNow & { readonly config: Config } & Required<Pick<Followed, "discovery" | "around">>,
): Followed | undefined {
  const isPlain = changes.gone.size === 0 && changes.changed.every((path) => isContent(path, config, host));
  const edited = isPlain ? runs.map(({ discovered }) => ownersIn(discovered.skills, changes.changed)) : [undefined];
  if (edited.includes(undefined)) return undefined;
  const { discovery, around } = rest;
  return {
    runs,
    changes,
    discovery,
    around,
    catalog,
    unitOf: (run, number) => (edited[run]?.has(number) === true ? undefined : unitOf(run, number)),
  };
}

function ownersIn(skills: readonly FoundSkill[], paths: readonly string[]): ReadonlySet<number> | undefined {
  const dirs = skills.map(({ place }) => place.dir);
  return findOwners(dirs, (number) => (skills[number] as FoundSkill).input, paths);
}

/** Where skills or their files have come or gone, only directories with changes are walked. */
function walkAgain(
  { runs, changes, catalog, unitOf }: Known,
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
    catalog,
    // All that has changed is asked about again.
    changes: { ...changes, changed: [] },
    unitOf(run, number) {
      const skill = found[run]?.discovered.skills[number];
      return unitOf(run, (skill && numbers[run]?.get(skill)) ?? -1);
    },
  };
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
