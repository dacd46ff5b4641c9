/** Compiles the skills of all runs; a skill that several profiles find is read once. */
import { isFailure } from "../model/host.ts";
import type { FoundSkill, SkillInput } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import { behaviorOf } from "../profiles/index.ts";
import { compileSkill } from "./compile-skill.ts";
import type { UnitHashing, UnitSettings } from "./unit-settings.ts";
import type { Run, RunSkill } from "./run.ts";

/** Units that are known already, by the skill and its settings. */
export interface UnitStore {
  get(skill: FoundSkill, settings: string): SkillUnit | undefined;
  set(skill: FoundSkill, settings: string, unit: SkillUnit): void;
}

export interface CompileAllOptions {
  readonly hashing?: UnitHashing | undefined;
  readonly store?: UnitStore | undefined;
}

/** A skill as several runs found it. */
interface Shared {
  readonly skill: FoundSkill;
  readonly runs: number[];
}

/** The skills of each run with their units, in the order of discovery. */
export async function compileAll(
  runs: readonly Run[],
  options: CompileAllOptions,
): Promise<readonly (readonly RunSkill[])[]> {
  const settings = runs.map(({ profile, config }): UnitSettings => ({
    profile: behaviorOf(profile),
    ...(config.tools && { tools: config.tools }),
  }));
  const compiled = new Map<string, Pick<RunSkill, "unit" | "crash">>();
  for (const [key, { skill, runs: numbers }] of shareSkills(runs)) {
    const wanted = numbers.map((number) => settings[number] as UnitSettings);
    const units = await compileShared(skill, wanted, options);
    for (const [index, number] of numbers.entries()) compiled.set(`${number} ${key}`, units[index] ?? {});
  }
  return runs.map(({ discovered }, run) =>
    discovered.skills.map((skill, number) => ({
      ...skill,
      number,
      ...compiled.get(`${run} ${keyOf(skill)}`),
    })),
  );
}

function shareSkills(runs: readonly Run[]): ReadonlyMap<string, Shared> {
  const shared = new Map<string, Shared>();
  for (const [run, { discovered }] of runs.entries())
    for (const skill of discovered.skills) {
      const key = keyOf(skill);
      const known = shared.get(key);
      if (known === undefined) shared.set(key, { skill, runs: [run] });
      else if (!known.runs.includes(run)) known.runs.push(run);
    }
  return shared;
}

/** The same for two findings of a skill from which compiling would see the same. */
function keyOf({ place, input }: FoundSkill): string {
  const { dirName, document, files, leftOut, nested, inline } = input;
  const position = inline === undefined ? "" : place.origin.index;
  return JSON.stringify([place.dir, position, dirName, document, files, leftOut, nested]);
}

async function compileShared(
  skill: FoundSkill,
  settings: readonly UnitSettings[],
  { hashing, store }: CompileAllOptions,
): Promise<readonly Pick<RunSkill, "unit" | "crash">[]> {
  const keys = settings.map((one) => (store === undefined ? "" : JSON.stringify(one)));
  const known = keys.map((key) => store?.get(skill, key));
  if (known.every((unit) => unit !== undefined)) return known.map((unit) => ({ unit }));
  const { input } = skill;
  const document = input.read(input.document);
  if (isFailure(document)) return [];
  // A check keeps no bytes: what was read to see that it can be read is not read again.
  const inHand: SkillInput = { ...input, read: (path) => (path === input.document ? document : input.read(path)) };
  try {
    const units = await compileSkill(inHand, settings, hashing);
    for (const [index, unit] of units.entries()) store?.set(skill, keys[index] ?? "", unit);
    return units.map((unit) => ({ unit }));
  } catch (error) {
    const crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return settings.map(() => ({ crash }));
  }
}
