/** One profile's way through the build: its skills, and what is judged of them. */
import type { LevelPolicy } from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";
import type { FoundSkill } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import { findProfile, levelChain, standardProfile, type Profile } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import type { Discovered } from "../discover/index.ts";

export interface RunSkill extends FoundSkill {
  /** Findings refer to the skill by it. */
  readonly number: number;
  /** Undefined when compiling it failed because of a bug. */
  readonly unit?: SkillUnit;
  readonly crash?: string;
  /** Undefined for a skill that cannot be used. */
  readonly admitted?: AdmittedSkill | undefined;
}

export interface Run {
  /** 0 for the profile that makes the catalog. */
  readonly index: number;
  /** With the run's own profile. */
  readonly config: Config;
  readonly profile: Profile;
  readonly policy: LevelPolicy;
  readonly discovered: Discovered;
}

export function profileOf({ profile, compat }: Pick<Config, "profile" | "compat">): Profile {
  return findProfile(profile, compat) ?? standardProfile;
}

export function policyOf({ profile, rules, overrides = [] }: Config): LevelPolicy {
  return { book: ruleBook, profiles: levelChain(profile), levels: rules, overrides };
}
