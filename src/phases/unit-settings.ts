/** What a unit depends on besides the skill, and how its digests are made. */
import type { EvalSettings } from "../model/evals.ts";
import { behaviorOf, type ProfileBehavior } from "../profiles/index.ts";
import type { Run } from "./run.ts";

/** What decides about a unit besides the skill itself. */
export interface UnitSettings {
  readonly profile: ProfileBehavior;
  /** Names of the tools that the application has; undefined when that is unknown. */
  readonly tools?: readonly string[] | undefined;
  /** Which files are eval files, and whether they ship; undefined: the usual places, and they do not. */
  readonly evals?: EvalSettings | undefined;
  /** Further fields whose items are names of skills. */
  readonly skillFields?: readonly string[] | undefined;
  /** Whether links that leave a skill may point to shared files. */
  readonly shares?: true | undefined;
  /** `bare`: the text of the document is the body, the name of its directory the name. */
  readonly form?: "bare";
  /** `digestSettings` of the rest, if thousands of skills have it. */
  readonly digest?: string | undefined;
}

/** Returns the settings of a run. */
export function unitSettingsOf({ profile, config }: Pick<Run, "profile" | "config">): UnitSettings {
  const { tools, evals, dependencies, shared } = config;
  const { fields } = dependencies;
  return {
    profile: behaviorOf(profile),
    ...(tools && { tools }),
    evals,
    ...(fields && { skillFields: fields }),
    ...(shared && { shares: true }),
  };
}

/** How digests and keys are made; without it units have none. */
export interface UnitHashing {
  /** Lower-case hexadecimal SHA-256. */
  readonly hash: (data: Uint8Array | string) => string;
  /** The build of skillc; part of every key. */
  readonly build: string;
}

/** Returns what stands for settings in the key of a unit: they are longer than the rest of it. */
export function digestSettings(
  { profile, tools, form, evals, skillFields, shares }: UnitSettings,
  hash: UnitHashing["hash"],
): string {
  const more = shares === true ? [shares] : [];
  return hash(JSON.stringify([profile, tools ?? null, form ?? "skill", evals ?? null, skillFields ?? null, ...more]));
}
