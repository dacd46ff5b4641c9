/** Compiles the skills of all runs; a skill that several profiles find is read once. */
import { measurePieces } from "../contents/index.ts";
import { isFailure, type HostFailure } from "../model/host.ts";
import { isSameList } from "../model/same-list.ts";
import type { OnProgress } from "../model/progress.ts";
import type { FileBytes, FoundSkill, SkillInput } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import { admitSkill, type Linking } from "./admit-skill.ts";
import { compileSkill } from "./compile-skill.ts";
import { unitKey } from "./unit-key.ts";
import { digestSettings, unitSettingsOf, type UnitHashing, type UnitSettings } from "./unit-settings.ts";
import type { Run, RunSkill } from "./run.ts";

/** Units that are known already. Equal keys of a skill mean the same listing; the files may have changed. */
export interface UnitStore {
  get(skill: SkillKey, settings: string): SkillUnit | undefined;
  set(skill: SkillKey, settings: string, unit: SkillUnit): void;
  /** Returns the unit of a skill by its run and number, if nothing of the skill has changed since it was compiled. */
  unitOf?(run: number, number: number): SkillUnit | undefined;
  /**
   * Returns the skills of the last build, and the directories of which units were forgotten since; the other units are as
   * they were. It returns them once: if the build fails, the next one knows nothing.
   */
  takeLast(): (LastSkills & { readonly forgotten: readonly string[] }) | undefined;
  keepLast(skills: LastSkills): void;
}

interface SkillKey {
  /** Directory of the skill; "" for inline skills, whose text the key contains. */
  readonly dir: string;
  readonly key: string;
}

/** Units of earlier runs by their key: what has one key is one unit, wherever and whenever it was compiled. */
export interface UnitCache {
  get(key: string): SkillUnit | undefined;
  set(key: string, unit: SkillUnit): void;
}

/** Takes over skills that are compiled, in their order so far; it may put others in their place that say the same. */
export type SettleSkills = (skills: RunSkill[]) => void;

interface CompileAllOptions {
  readonly hashing?: UnitHashing | undefined;
  readonly store?: UnitStore | undefined;
  /** Used only with `hashing`. */
  readonly cache?: UnitCache | undefined;
  /** Absent where no catalog is made. */
  readonly linking?: Linking | undefined;
  /** Used where there is one run. */
  readonly settle?: SettleSkills | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** A skill as several runs found it. */
interface Shared {
  readonly skill: FoundSkill;
  readonly runs: number[];
  readonly found: { readonly skill: FoundSkill; readonly run: number; readonly number: number }[];
}

interface SharedSkills {
  readonly all: readonly Shared[];
  /** Returns the positions of the skills of a directory. */
  readonly inDir: (dir: string) => readonly number[];
}

/** Settings of a run, and their key. */
interface RunSettings {
  readonly settings: UnitSettings;
  readonly key: string;
}

type MadeUnit = Pick<RunSkill, "unit" | "crash">;

export interface LastSkills {
  readonly runs: readonly Run[];
  readonly shared: SharedSkills;
  readonly skills: readonly (readonly RunSkill[])[];
  /** Positions of those that are compiled in each build: unreadable ones, and those whose text is in the config. */
  readonly open: readonly number[];
}

/**
 * The skills of each run with their units, in the order of discovery. With the same runs and the same store as the last
 * time, a skill of which nothing was forgotten is the same object.
 */
export async function compileAll(
  runs: readonly Run[],
  options: CompileAllOptions,
): Promise<readonly (readonly RunSkill[])[]> {
  const { store } = options;
  const settings = runs.map((run) => settingsOf(run, options.hashing));
  const last = store?.takeLast();
  const known = last !== undefined && isSameList(last.runs, runs) ? last : undefined;
  const shared = known?.shared ?? shareSkills(runs);
  const { all, inDir } = shared;
  const changed = known?.forgotten.flatMap((dir) => inDir(dir)) ?? [];
  const work = known === undefined ? [...all.keys()] : [...new Set([...known.open, ...changed])];
  const skills = runs.map((_, run): RunSkill[] => [...(known?.skills[run] ?? [])]);
  const open: number[] = [];
  for (const [done, at] of work.entries()) {
    options.onProgress?.({ phase: "compile", done, total: work.length });
    const one = all[at] as Shared;
    const { skill: first, runs: inRuns, found } = one;
    const wanted = (): readonly RunSettings[] => inRuns.map((run) => settings[run] as RunSettings);
    const compiled = findUnchanged(one, store) ?? (await compileOne(first, wanted(), options));
    // The spread is not the first (CONTRIBUTING, "What V8 does to us"), here and wherever there are thousands of objects.
    for (const { skill, run, number } of found) {
      const { place, input } = skill;
      const own = compiled[inRuns.indexOf(run)];
      // The catalog is of the first run.
      const linking = run === 0 ? options.linking : undefined;
      const admitted = own?.unit && admitSkill({ number, place, input, unit: own.unit }, linking);
      (skills[run] as RunSkill[])[number] = { admitted, number, ...skill, ...own };
    }
    if (runs.length === 1) options.settle?.(skills[0] as RunSkill[]);
    const isRead = inRuns.every((_, index) => compiled[index]?.unit !== undefined);
    if (!isRead || first.input.inline !== undefined) open.push(at);
  }
  store?.keepLast({ runs, shared, skills, open });
  return skills;
}

/** Returns the units of a skill that is as it was in an earlier process. */
function findUnchanged({ runs, found }: Shared, store: UnitStore | undefined): readonly MadeUnit[] | undefined {
  if (store?.unitOf === undefined) return undefined;
  const units = runs.map((run) => store.unitOf?.(run, found.find((one) => one.run === run)?.number ?? -1));
  return units.every((unit) => unit !== undefined) ? units.map((unit) => ({ unit })) : undefined;
}

async function compileOne(
  first: FoundSkill,
  wanted: readonly RunSettings[],
  options: CompileAllOptions,
): Promise<readonly MadeUnit[]> {
  const key = keyOf(first);
  return findKnown(first, key, wanted, options) ?? (await compileShared(first, key, wanted, options));
}

function settingsOf({ profile, config }: Run, hashing: UnitHashing | undefined): RunSettings {
  const settings = unitSettingsOf({ profile, config });
  const digest = hashing && digestSettings(settings, hashing.hash);
  return { settings: { ...settings, digest }, key: JSON.stringify(settings) };
}

function shareSkills(runs: readonly Run[]): SharedSkills {
  const all: Shared[] = [];
  const firstInDir = new Map<string, Shared>();
  const byKey = new Map<string, Shared>();
  for (const [run, { discovered }] of runs.entries())
    for (const [number, skill] of discovered.skills.entries()) {
      const first = firstInDir.get(skill.place.dir);
      // Only what is found again is compared.
      const shared = first && byKey.set(keyOf(first.skill).key, first).get(keyOf(skill).key);
      const found = { skill, run, number };
      if (shared !== undefined) {
        if (!shared.runs.includes(run)) shared.runs.push(run);
        shared.found.push(found);
        continue;
      }
      // Literal lists, because there are thousands (CONTRIBUTING, "What V8 does to us").
      const own: Shared = { skill, runs: [run], found: [found] };
      all.push(own);
      if (first === undefined) firstInDir.set(skill.place.dir, own);
      else byKey.set(keyOf(skill).key, own);
    }
  let byDir: ReadonlyMap<string, readonly number[]> | undefined;
  return { all, inDir: (dir) => (byDir ??= positionsByDir(all)).get(dir) ?? [] };
}

function positionsByDir(all: readonly Shared[]): ReadonlyMap<string, readonly number[]> {
  const byDir = new Map<string, number[]>();
  for (const [at, { skill }] of all.entries()) {
    const { dir } = skill.place;
    const others = byDir.get(dir);
    if (others === undefined) byDir.set(dir, [at]);
    else others.push(at);
  }
  return byDir;
}

/** The same for two findings of a skill from which compiling would see the same. */
function keyOf({ place, input }: FoundSkill): SkillKey {
  const { dirName, document, files, large, leftOut, nested, inline } = input;
  const position = inline === undefined ? "" : [place.origin.index, inline];
  return {
    dir: place.dir,
    key: JSON.stringify([
      place.dir,
      position,
      dirName,
      document,
      files,
      [...(large ?? new Map()).keys()],
      leftOut,
      nested,
    ]),
  };
}

/** Returns the units of a skill that has not changed; undefined if one of them is not known. */
function findKnown(
  { input }: FoundSkill,
  key: SkillKey,
  wanted: readonly RunSettings[],
  { store }: CompileAllOptions,
): readonly MadeUnit[] | undefined {
  if (store === undefined || input.inline !== undefined) return undefined;
  const known = wanted.flatMap((one) => store.get(key, one.key) ?? []);
  return known.length === wanted.length ? known.map((unit) => ({ unit })) : undefined;
}

async function compileShared(
  { input }: FoundSkill,
  key: SkillKey,
  wanted: readonly RunSettings[],
  { hashing, store, cache }: CompileAllOptions,
): Promise<readonly MadeUnit[]> {
  const settings = wanted.map((one) => one.settings);
  const keep = (units: readonly SkillUnit[]): readonly MadeUnit[] => {
    for (const [index, unit] of units.entries()) store?.set(key, wanted[index]?.key ?? "", unit);
    return units.map((unit) => ({ unit }));
  };
  const isCached = cache !== undefined && hashing !== undefined && input.inline === undefined;
  const { inHand, read } = readAhead(input, isCached);
  if (isFailure(read.get(input.document))) return [];
  if (isCached) {
    const cached = settings.map((one) => cache.get(unitKey({ input, settings: one, read, ...hashing })));
    if (cached.every((unit) => unit !== undefined)) return keep(cached);
  }
  // It can be known, and too large to be read.
  if (isFailure(inHand.read(input.document))) return [];
  try {
    const units = await compileSkill(inHand, settings, hashing);
    // The key is made of what was compiled, which need not be what was looked up: a large file is read twice.
    if (isCached) for (const unit of units) cache.set(unit.key, unit);
    return keep(units);
  } catch (error) {
    const crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return settings.map(() => ({ crash }));
  }
}

/** Bytes of one skill that are kept between looking for its units and compiling it. */
const IN_HAND = 32 * 1024 * 1024;

interface ReadAhead {
  /** The skill, with what was read. */
  readonly inHand: SkillInput;
  /** Digests, and what could not be read. */
  readonly read: ReadonlyMap<string, FileBytes | HostFailure>;
}

/** Reads the document, to see that it can be read; for a key, the digests of all files as well. */
function readAhead(input: SkillInput, isKeyed: boolean): ReadAhead {
  const held = new Map<string, FileBytes | HostFailure>();
  const read = new Map<string, FileBytes | HostFailure>();
  let room = IN_HAND;
  for (const path of isKeyed ? [input.document, ...input.files] : [input.document]) {
    const digest = isKeyed ? digestUnread(input, path) : undefined;
    const file = digest ?? input.read(path);
    const size = isFailure(file) ? 0 : file.bytes.length;
    // A check keeps no bytes: what was read already is not read again.
    if (digest === undefined && (size <= room || path === input.document)) held.set(path, file);
    room -= size <= room ? size : 0;
    read.set(path, isFailure(file) ? file : { bytes: NOTHING, sha256: file.sha256 });
  }
  const readOnce = (path: string): FileBytes | HostFailure => {
    const file = held.get(path) ?? input.read(path);
    if (path === input.document) held.set(path, file);
    return file;
  };
  // `files` may be a getter of a class, which a spread leaves out.
  const { files } = input;
  return { inHand: { ...input, files, digest: (path) => input.digest?.(path), read: readOnce }, read };
}

/** Returns the digest of a file of which no bytes are kept: it is as it was, or large; undefined for any other. */
function digestUnread(input: SkillInput, path: string): FileBytes | HostFailure | undefined {
  const known = input.digest?.(path);
  const large = known === undefined ? input.large?.get(path) : undefined;
  if (large === undefined) return known === undefined ? undefined : { bytes: NOTHING, sha256: known };
  const file = measurePieces(large());
  return isFailure(file) ? file : { bytes: NOTHING, sha256: file.sha256 };
}

const NOTHING = new Uint8Array();
