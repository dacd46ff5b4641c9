/** Compiles the skills of all runs; a skill that several profiles find is read once. */
import { isFailure } from "../model/host.ts";
import type { FoundSkill, SkillInput } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import { behaviorOf } from "../profiles/index.ts";
import { compileSkill } from "./compile-skill.ts";
import type { UnitHashing, UnitSettings } from "./unit-settings.ts";
import type { Run, RunSkill } from "./run.ts";

/** Units that are known already. Equal keys of a skill mean the same listing; the files may have changed. */
export interface UnitStore {
  get(skill: SkillKey, settings: string): SkillUnit | undefined;
  set(skill: SkillKey, settings: string, unit: SkillUnit): void;
}

export interface SkillKey {
  /** Directory of the skill; "" for inline skills, whose text the key contains. */
  readonly dir: string;
  readonly key: string;
}

export interface CompileAllOptions {
  readonly hashing?: UnitHashing | undefined;
  readonly store?: UnitStore | undefined;
}

/** A skill as several runs found it. */
interface Shared {
  readonly skill: FoundSkill;
  readonly key: SkillKey;
  readonly runs: number[];
}

/** Settings of a run, and their key. */
interface RunSettings {
  readonly settings: UnitSettings;
  readonly key: string;
}

type Compiled = Pick<RunSkill, "unit" | "crash">;

/** The skills of each run with their units, in the order of discovery. */
export async function compileAll(
  runs: readonly Run[],
  options: CompileAllOptions,
): Promise<readonly (readonly RunSkill[])[]> {
  const settings = runs.map(settingsOf);
  const keys = runs.map(({ discovered }) => discovered.skills.map(keyOf));
  const compiled = runs.map(() => new Map<string, Compiled>());
  for (const shared of shareSkills(runs, keys)) {
    const wanted = shared.runs.map((run) => settings[run] as RunSettings);
    const units = await compileShared(shared, wanted, options);
    for (const [index, run] of shared.runs.entries()) compiled[run]?.set(shared.key.key, units[index] ?? {});
  }
  return runs.map(({ discovered }, run) =>
    discovered.skills.map((skill, number) => ({
      ...skill,
      number,
      ...compiled[run]?.get(keys[run]?.[number]?.key ?? ""),
    })),
  );
}

function settingsOf({ profile, config }: Run): RunSettings {
  const settings = { profile: behaviorOf(profile), ...(config.tools && { tools: config.tools }) };
  return { settings, key: JSON.stringify(settings) };
}

function shareSkills(runs: readonly Run[], keys: readonly (readonly SkillKey[])[]): Iterable<Shared> {
  const shared = new Map<string, Shared>();
  for (const [run, { discovered }] of runs.entries())
    for (const [number, skill] of discovered.skills.entries()) {
      const key = keys[run]?.[number] as SkillKey;
      const known = shared.get(key.key);
      if (known === undefined) shared.set(key.key, { skill, key, runs: [run] });
      else if (!known.runs.includes(run)) known.runs.push(run);
    }
  return shared.values();
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

async function compileShared(
  { skill, key }: Shared,
  wanted: readonly RunSettings[],
  { hashing, store }: CompileAllOptions,
): Promise<readonly Compiled[]> {
  const { input } = skill;
  const known = input.inline === undefined ? wanted.map((one) => store?.get(key, one.key)) : [];
  if (known.length > 0 && known.every((unit) => unit !== undefined)) return known.map((unit) => ({ unit }));
  const document = input.read(input.document);
  if (isFailure(document)) return [];
  // A check keeps no bytes: what was read to see that it can be read is not read again.
  const inHand: SkillInput = { ...input, read: (path) => (path === input.document ? document : input.read(path)) };
  const settings = wanted.map((one) => one.settings);
  try {
    const units = await compileSkill(inHand, settings, hashing);
    for (const [index, unit] of units.entries()) store?.set(key, wanted[index]?.key ?? "", unit);
    return units.map((unit) => ({ unit }));
  } catch (error) {
    const crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return settings.map(() => ({ crash }));
  }
}
