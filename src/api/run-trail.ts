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
import type { FoundSkill } from "../model/skill.ts";
import { baseName, isAbsolute } from "../paths/index.ts";
import type { LastSkills, UnitCache, UnitStore } from "../phases/compile-all.ts";
import { readRuns, writeRuns } from "../phases/kept-runs.ts";
import type { Run } from "../phases/run.ts";

/** What a run has left, as bytes that are read when they are needed; undefined if they are not what was written. */
export interface LeftBehind {
  readonly discovery: () => Uint8Array | undefined;
  readonly units: () => Uint8Array | undefined;
}

export interface RunTrail {
  /** Returns what discovery would find now; undefined if the run before does not say. */
  follow(now: TrailNow): readonly Run[] | undefined;
  /** Gives units that have not changed, and takes note of all that there are. */
  readonly store: UnitStore;
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
  /** The units of earlier runs. */
  readonly cache: UnitCache | undefined;
  /** Absolute path that the paths of the config are relative to. */
  readonly base: string;
}

interface Discovery {
  /** JSON of the runs. */
  readonly runs: string;
  readonly around: readonly Diagnostic[];
}

/** What a run found out about the one before. */
interface Followed {
  readonly discovery: Uint8Array;
  readonly around: readonly Diagnostic[];
  unitOf(run: number, number: number): ReturnType<UnitCache["get"]>;
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
  let last: LastSkills | undefined;
  let found: readonly Diagnostic[] = [];
  return {
    follow(now) {
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
      keepLast: (skills) => void (last = skills),
    },
    around: (find) => (found = followed?.around ?? find()),
    leave() {
      if (last === undefined) return undefined;
      const runs = followed === undefined ? writeRuns(last.runs) : "";
      if (runs === undefined) return undefined;
      const discovery = followed?.discovery ?? toBytes({ runs, around: found } satisfies Discovery);
      const keys = last.skills.map((skills) => skills.map(({ unit }) => unit?.key ?? ""));
      return { discovery, units: toBytes(keys) };
    },
  };
}

/** Returns what is around the sources, by the trail if there is one. */
export function aroundOf(trail: RunTrail | undefined, find: () => readonly Diagnostic[]): readonly Diagnostic[] {
  return trail === undefined ? find() : trail.around(find);
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value), "utf8");
}

function findKnown(
  { config, host, contents, cache, base }: TrailNow,
  witness: Pick<Witness, "changes">,
  left: LeftBehind,
): (Followed & { readonly runs: readonly Run[]; readonly changes: InputChanges }) | undefined {
  if (config === undefined || cache === undefined) return undefined;
  // Through a link, a file can belong to skills in other directories.
  if (config.symlinks !== "refuse") return undefined;
  const changes = witness.changes(outputDirs(config.outputs).map((dir) => toPosixPath(resolve(base, dir))));
  const isPlain = changes?.changed.every((path) => isContent(path, config, host)) === true;
  const [discovery, units] = isPlain ? [left.discovery(), left.units()] : [];
  if (changes === undefined || !discovery || !units || discovery.length === 0) return undefined;
  const kept = JSON.parse(asBuffer(discovery).toString("utf8")) as Discovery;
  const keys = JSON.parse(asBuffer(units).toString("utf8")) as readonly (readonly string[])[];
  const runs = readRuns(kept.runs, config, { host, contents });
  const changed = runs.map(({ discovered }) => findOwners(discovered.skills, changes.changed));
  if (changed.includes(undefined)) return undefined;
  return {
    runs,
    changes,
    discovery,
    around: kept.around,
    unitOf(run, number) {
      const key = keys[run]?.[number] ?? "";
      return key === "" || changed[run]?.has(number) === true ? undefined : cache.get(key);
    },
  };
}

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
    const dir = ancestors(path).find((above) => numbers.has(above)) ?? "";
    const file = path.slice(dir === "." ? 0 : dir.length + 1);
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
