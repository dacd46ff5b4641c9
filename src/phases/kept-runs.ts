/** What discovery found, as a text: where no listing has changed since, nothing needs to be walked again. */
import type { Contents } from "../contents/index.ts";
import type { Discovered } from "../discover/index.ts";
import { openSkill } from "../discover/open-skill.ts";
import type { Config } from "../model/config.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { Host } from "../model/host.ts";
import type { FoundSkill } from "../model/skill.ts";
import { runsOf } from "./discover-all.ts";
import { fromColumns, openColumns, toColumns, type KeptSkills } from "./kept-skills.ts";
import type { Run } from "./run.ts";

interface KeptSearch {
  readonly testData: readonly (readonly [string, number])[];
  readonly pruned: readonly (readonly [string, number])[];
}

type Search = Discovered["searches"][number];

/** What was found under one profile, as JSON. */
interface KeptRun extends Pick<Discovered, "unread" | "dropped" | "flat" | "groups"> {
  readonly skills: KeptSkills;
  readonly searches: readonly (KeptSearch & Pick<Search, "ignored" | "mirrors">)[];
}

/**
 * Returns what discovery found as JSON; undefined if that is more than texts and numbers: inline skills, links, files that are
 * not read whole, agents and toolsets.
 */
export function writeRuns(runs: readonly Run[]): string | undefined {
  return runs.every(({ discovered }) => isPlain(discovered))
    ? JSON.stringify(runs.map(({ discovered }) => toKept(discovered)))
    : undefined;
}

/** The opposite of `writeRuns`, under the same config. */
export function readRuns(
  text: string,
  config: Config,
  from: { readonly host: Host; readonly contents: Contents },
): readonly Run[] {
  const kept = JSON.parse(text) as readonly KeptRun[];
  return runsOf(config, (_own, _profile, index) => fromKept(kept[index] as KeptRun, from));
}

/** The only run of a config, of which each skill is made when it is asked for. */
export interface OpenRun {
  /** Without skills. */
  readonly run: Run;
  /** The directory of each skill. */
  readonly dirs: readonly string[];
  skillAt(number: number): FoundSkill;
}

/** As `readRuns`, for a config with one profile. */
export function openRun(text: string, config: Config, from: Parameters<typeof readRuns>[2]): OpenRun | undefined {
  const [kept, ...others] = JSON.parse(text) as readonly KeptRun[];
  if (kept === undefined || others.length > 0) return undefined;
  const { dirs, at } = openColumns(kept.skills);
  const [run, ...more] = runsOf(config, () => fromKept({ ...kept, skills: toColumns([]) }, from));
  if (run === undefined || more.length > 0) return undefined;
  return { run, dirs, skillAt: (number) => openSkill(at(number), from) };
}

function isPlain({ skills, companions }: Discovered): boolean {
  const isOdd = ({ place, input, isOversized, hasLinks }: FoundSkill): boolean =>
    place.origin.kind === "inline" || input.large !== undefined || isOversized === true || hasLinks === true;
  return companions.length === 0 && !skills.some(isOdd);
}

function toKept({ skills, searches, unread, dropped, flat, groups }: Discovered): KeptRun {
  return {
    skills: toColumns(skills),
    searches: searches.map(({ testData, pruned, ...rest }) => ({
      ...rest,
      testData: [...testData],
      pruned: [...pruned],
    })),
    unread,
    dropped,
    flat,
    groups: groups.map(({ place, dir, ...group }) => ({ ...plain(group), place, dir })),
  };
}

function fromKept({ skills, searches, ...rest }: KeptRun, from: Parameters<typeof openSkill>[1]): Discovered {
  return {
    skills: fromColumns(skills).map((skill) => openSkill(skill, from)),
    companions: [],
    searches: searches.map(({ testData, pruned, ...search }) => ({
      testData: new Map(testData),
      pruned: new Map(pruned),
      ignored: [...search.ignored],
      mirrors: [...search.mirrors],
    })),
    ...rest,
  };
}

function plain({ findings, lines }: FindingGroup): FindingGroup {
  return { findings, lines };
}
