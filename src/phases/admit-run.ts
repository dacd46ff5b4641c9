/** Judges the units of a run and admits its skills. */
import {
  createFindings,
  judge,
  keepRules,
  resolveSuppressions,
  type PlacedGroup,
  type Rule,
  type Suppressions,
  type Verdict,
} from "../diagnostics/index.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { EVAL_REASON } from "../model/evals.ts";
import { recallUnder } from "../model/recall.ts";
import type { Dropped } from "../model/skill.ts";
import type { Profile } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import { admitSkill, isUsable } from "./admit-skill.ts";
import { admit, errorsBySkill, lowerErrors, type AdmissionDecision } from "./admit.ts";
import type { Earlier, Making } from "./compilation.ts";
import { compileSkill } from "./compile-skill.ts";
import { unitSettingsOf, type UnitHashing } from "./unit-settings.ts";
import { crashOf, placeOfSkill, placeUnits } from "./place-units.ts";
import type { PreparedSkill } from "./prepare-skills.ts";
import { findSystem, withoutMisleading, type SystemHint } from "./find-system.ts";
import type { ReadCompanions } from "./read-companions.ts";
import type { ReadShared } from "./read-shared.ts";
import { lostRestrictions, type Restrictions } from "./restrictions.ts";
import { admissionRules } from "./rules.ts";
import type { Run, RunSkill } from "./run.ts";

export interface AdmittedRun {
  readonly suppressions: Suppressions;
  /** The system that the skills were probably written for, if they are read with the default profile. */
  readonly system?: Profile | undefined;
  /** What was found before linking: it decides which skills are admitted. */
  readonly verdict: Verdict;
  /** Skills that are not kept as they are. */
  readonly left: readonly PlacedGroup[];
  readonly admitted: readonly AdmittedSkill[];
  readonly dropped: readonly Dropped[];
  /** Skills that could be read, the invalid ones included. */
  readonly seen: number;
  /** Skills that could not be compiled because of a bug. */
  readonly crashes: number;
}

interface AdmitRunInput {
  readonly run: Run;
  readonly skills: readonly RunSkill[];
  readonly prepared: ReadonlyMap<number, PreparedSkill>;
  /** Agents and toolsets, of which the findings are judged with those of the skills. */
  readonly companions: ReadCompanions;
  readonly shared: ReadShared;
  readonly making: Pick<Making, "hashing">;
  readonly earlier?: Pick<Earlier, "recall" | "known"> | undefined;
}

export async function admitRun({
  run,
  skills,
  prepared,
  companions,
  shared,
  making,
  earlier,
}: AdmitRunInput): Promise<AdmittedRun> {
  const { config, profile, policy, discovered } = run;
  const system = findSystem(run, skills);
  const suppressible = groupsOf({ run, skills, prepared, companions, shared, earlier }, system);
  const suppressions = resolveSuppressions(suppressible, ruleBook);
  const verdict = judge([...suppressible, ...suppressions.faults], policy, suppressions);
  const errors = errorsBySkill(verdict.judged);
  const restrictions = restrictionsOf(skills);
  const admissions = new Map(
    admit(errors, restrictions, { ...profile, onInvalid: config.onInvalid ?? profile.onInvalid }),
  );
  const bare = await compileBare(skills, run, { admissions, hashing: making.hashing });
  const judged = lowerErrors(verdict.judged, admissions);
  const kept = admitAll(skills, { admissions, prepared, bare });
  const left = reportLeftOut(skills, reasonsOf(errors, restrictions), admissions);
  return {
    system: system?.profile,
    suppressions,
    verdict: { ...verdict, judged },
    left: left.groups,
    admitted: kept,
    dropped: [...discovered.dropped, ...skills.flatMap(filesLeftOut), ...left.dropped],
    seen: skills.filter(wasRead).length,
    // What could be read and has no unit was not compiled.
    crashes: skills.filter((skill) => skill.unit === undefined && crashOf(skill) !== undefined).length,
  };
}

/** Returns what was found before linking. */
function groupsOf(
  { run, skills, prepared, companions, shared, earlier }: Omit<AdmitRunInput, "making">,
  system: SystemHint | undefined,
): readonly PlacedGroup[] {
  const { index, discovered } = run;
  const recall = recallUnder(earlier?.recall, `run ${index}`);
  const ofPlaces =
    system === undefined ? discovered.groups : withoutMisleading(discovered.groups, false, system.profile);
  const { folders } = shared;
  const units = placeUnits(run, skills, { system: system?.profile, recall, known: earlier?.known, folders });
  const found = [...ofPlaces, ...units];
  return [
    ...(system === undefined ? [] : [system.group]),
    ...(prepared.size === 0 ? found : found.map((group) => withoutPrepared(group, prepared))),
    ...[...prepared.values()].map((one) => one.found),
    ...companions.groups,
  ];
}

/** Removes the findings about commands that the step `prepare` has handled. */
function withoutPrepared(group: PlacedGroup, prepared: ReadonlyMap<number, PreparedSkill>): PlacedGroup {
  const isPrepared = group.place !== undefined && prepared.has(group.place);
  return isPrepared ? keepRules(group, ruleBook, ({ voidIf }) => voidIf !== "prepared") : group;
}

/** Compiles skills once more as bare bodies; one that has no text that could be kept is dropped. */
async function compileBare(
  skills: readonly RunSkill[],
  { profile, config }: Run,
  { admissions, hashing }: { admissions: Map<number, AdmissionDecision>; hashing: UnitHashing | undefined },
): Promise<ReadonlyMap<number, RunSkill>> {
  const bare = new Map<number, RunSkill>();
  for (const [number, admission] of admissions) {
    const skill = skills[number];
    if (skill === undefined || admission !== "bare") continue;
    const settings = { ...unitSettingsOf({ profile, config }), form: "bare" } as const;
    const [unit] = await compileSkill(skill.input, [settings], hashing);
    if (unit === undefined || !isUsable(unit)) admissions.set(skill.number, "drop");
    else bare.set(skill.number, { ...skill, unit });
  }
  return bare;
}

/** What was decided about skills, by number. */
interface AdmissionDecisions {
  readonly admissions: ReadonlyMap<number, AdmissionDecision>;
  readonly prepared: ReadonlyMap<number, PreparedSkill>;
  readonly bare: ReadonlyMap<number, RunSkill>;
}

function admitAll(
  skills: readonly RunSkill[],
  { admissions, prepared, bare }: AdmissionDecisions,
): readonly AdmittedSkill[] {
  const all = skills.map(({ admitted }) => admitted);
  if (admissions.size + prepared.size === 0 && all.every((one) => one !== undefined)) return all;
  const admitted: AdmittedSkill[] = [];
  for (const [number, plain] of all.entries()) {
    const admission = admissions.get(number);
    // A bare body is the document as it is: nothing of it was run.
    const ran = admission === "bare" ? undefined : prepared.get(number)?.body;
    const own = bare.get(number);
    const one = own === undefined ? plain : admitSkill(own);
    if (one === undefined || admission === "drop") continue;
    if (ran === undefined) {
      admitted.push(one);
      continue;
    }
    // Asked for only here: of a unit in a block, each of them is read from the disk.
    const { link, lines, at, reading, facts } = one.unit;
    admitted.push({
      ...one,
      unit: { link, lines, at, reading, facts: ran.toFacts(facts), bulk: ran.bulk },
      text: ran.text,
      isPrepared: true,
      linked: undefined,
    });
  }
  return admitted;
}

function restrictionsOf(skills: readonly RunSkill[]): ReadonlyMap<number, Restrictions> {
  const restrictions = new Map<number, Restrictions>();
  for (const [number, skill] of skills.entries()) {
    const lost = lostRestrictions(skill);
    if (lost !== undefined) restrictions.set(number, lost);
  }
  return restrictions;
}

/** Returns why skills are not kept as they are: their errors, and the restrictions that would not apply. */
function reasonsOf(
  errors: ReadonlyMap<number, readonly Rule[]>,
  restrictions: ReadonlyMap<number, Restrictions>,
): ReadonlyMap<number, readonly string[]> {
  const named = (rules: readonly Rule[]): readonly string[] => rules.map(({ name }) => name);
  const reasons = new Map(Array.from(errors, ([number, rules]) => [number, named(rules)] as const));
  for (const [number, { unread, lost }] of restrictions) {
    const rules = new Set([...named(errors.get(number) ?? []), ...unread]);
    reasons.set(number, [...rules, ...lost.map((field) => `${field} cannot be applied`)]);
  }
  return reasons;
}

/** Names skills that are not kept as they are. */
function reportLeftOut(
  skills: readonly RunSkill[],
  reasons: ReadonlyMap<number, readonly string[]>,
  admissions: ReadonlyMap<number, AdmissionDecision>,
): { readonly groups: readonly PlacedGroup[]; readonly dropped: readonly Dropped[] } {
  const groups: PlacedGroup[] = [];
  const dropped: Dropped[] = [];
  for (const [number, admission] of [...admissions].sort(([one], [two]) => one - two)) {
    if (admission === "keep" || admission === "marked") continue;
    const { place } = skills[number] as RunSkill;
    const reason = (reasons.get(number) ?? []).join(", ");
    const findings = createFindings();
    const rule = admissionRules[admission === "drop" ? "skill-dropped" : "skill-as-body"];
    findings.add(rule, placeOfSkill(place), { reason });
    groups.push({ findings: findings.findings, lines: findings.lines, place: number });
    if (admission === "drop") dropped.push({ file: place.catalogFile, reason });
  }
  return { groups, dropped };
}

function wasRead({ unit, crash }: RunSkill): boolean {
  return unit !== undefined || crash !== undefined;
}

/** Returns the files of a skill that do not ship. */
function filesLeftOut(skill: RunSkill): readonly Dropped[] {
  if (!wasRead(skill)) return NONE;
  const { input, place, unit } = skill;
  const inSkill = (path: string): string => place.catalogFile.slice(0, place.catalogFile.lastIndexOf("/") + 1) + path;
  const { unreadable = [], withheld = [] } = unit?.reading ?? {};
  if (input.leftOut.length + unreadable.length + withheld.length === 0) return NONE;
  return [
    ...input.leftOut.map(({ path, reason }) => ({ file: inSkill(path), reason })),
    ...unreadable.map(({ path, detail }) => ({ file: inSkill(path), reason: `unreadable (${detail})` })),
    ...withheld.map((path) => ({ file: inSkill(path), reason: EVAL_REASON })),
  ];
}

const NONE: readonly Dropped[] = [];
