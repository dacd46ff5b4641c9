import { baseName, parentPath } from "../../paths/index.ts";
import type { Place } from "../../diagnostics/index.ts";
import type { AdmittedSkill } from "../../model/admitted.ts";
import { isDeclared, type DeclaredReference, type SkillReference } from "../../model/references.ts";
import { versionOf } from "../../model/skill-version.ts";
import { NOT_SELECTED, type Dropped } from "../../model/skill.ts";
import { parseRange, parseVersion, satisfies } from "../../refs/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import type { LinkFindings } from "../placed-findings.ts";
import { findCycles, wayAround, type Requirements } from "./cycles.ts";
import type { ResolvedReference, ResolvedReferences } from "./resolve.ts";
import { dependencyRules, describeWay } from "./rules.ts";

export interface ReportContext {
  readonly skills: readonly AdmittedSkill[];
  readonly findings: LinkFindings;
  readonly dropped: readonly Dropped[];
  readonly isPart: boolean;
  /** Readers of the profile have each skill alone, as it was uploaded or fetched. */
  readonly isAlone: boolean;
}

export function reportReferences(resolved: ResolvedReferences, given: ReportContext): void {
  const { skills } = given;
  const context: Context = { ...given, nearest: createNearest(skills) };
  for (const [at, references] of resolved.entries())
    for (const one of references) {
      const skill = skills[at] as AdmittedSkill;
      const { kind, strength } = one.reference;
      if (isOfField(one)) {
        if (strength !== "weak") reportDeclared(one, skill, context);
      } else if (kind === "mention" && one.several === undefined && one.to !== at) {
        const declared = references.filter(isOfField);
        if (one.to === undefined || !declared.some(({ to }) => to === one.to))
          reportMention(one, { skill, declared }, context);
      }
    }
}

/** Each of these names is compared with those of all skills. */
const MOST_NEAREST = 32;

function createNearest(skills: readonly AdmittedSkill[]): (name: string) => string {
  let names: readonly string[] | undefined;
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.size >= MOST_NEAREST) return found ?? "";
    names ??= [...new Set(skills.flatMap(({ id, unit }) => [id, unit.link.name]))].sort();
    const nearest = nearestNames(name, names)[0] ?? "";
    known.set(name, nearest);
    return nearest;
  };
}

export function placeOf({ place, unit }: AdmittedSkill, { at, field }: Pick<SkillReference, "at" | "field">): Place {
  if (place.inline !== undefined)
    return { ...place.inline(field === undefined ? "instructions" : "metadata"), file: place.file };
  return { file: place.file, at, lines: unit.lines };
}

interface Context extends ReportContext {
  readonly nearest: (name: string) => string;
}

function reportMention(
  { reference, to }: ResolvedReference,
  { skill, declared }: { readonly skill: AdmittedSkill; readonly declared: readonly DeclaredOne[] },
  { findings, isPart, nearest }: Context,
): void {
  const { to: name } = reference;
  const place = placeOf(skill, reference);
  if (to !== undefined) {
    const declares = declared.some((one) => /requires[-_]skills$/.test(one.reference.field));
    findings.of(skill).add(dependencyRules["skill-mention-undeclared"], place, { name, declares });
  } else if (!isPart)
    findings.of(skill).add(dependencyRules["skill-mention-missing"], place, { name, nearest: nearest(name) });
}

interface DeclaredOne extends ResolvedReference {
  readonly reference: DeclaredReference;
}

function isOfField(one: ResolvedReference): one is DeclaredOne {
  return isDeclared(one.reference);
}

function reportDeclared({ reference, to, several }: DeclaredOne, skill: AdmittedSkill, context: Context): void {
  const { skills, findings, dropped, isPart, isAlone, nearest } = context;
  const { to: name, kind, strength } = reference;
  const target = to === undefined ? undefined : skills[to];
  if (target !== undefined) {
    if (kind !== "related") reportTarget(reference, target, { skill, findings });
    return;
  }
  if (several === undefined && kind === "optional") return;
  const isCertain = strength === undefined && !isPart;
  const place = placeOf(skill, reference);
  if (several !== undefined) {
    const [first = "", second = ""] = several.map((at) => skills[at]?.id ?? "").sort();
    return findings.of(skill).add(dependencyRules["dependency-ambiguous"], place, { name, first, second, isCertain });
  }
  const left = dropped.find(({ file }) => isDocumentOf(file, name));
  const isExcluded = left?.reason === NOT_SELECTED;
  const leftOut = left === undefined ? "" : isExcluded ? parentPath(left.file) : left.file;
  const args = {
    name,
    kind,
    nearest: left === undefined ? nearest(name) : "",
    leftOut,
    isExcluded,
    isCertain,
    isAlone,
  };
  findings.of(skill).add(dependencyRules["dependency-missing"], place, args);
}

function isDocumentOf(file: string, name: string): boolean {
  return /^skill\.md$/i.test(baseName(file)) && baseName(parentPath(file)) === name;
}

/** The skill exists, but is hidden, or has a version that does not fit. */
function reportTarget(
  reference: DeclaredReference,
  target: AdmittedSkill,
  { findings, skill }: Pick<ReportContext, "findings"> & { readonly skill: AdmittedSkill },
): void {
  const { to: name, range } = reference;
  const reason = hiddenBy(target, skill);
  if (reason !== undefined)
    findings.of(skill).add(dependencyRules["dependency-hidden"], placeOf(skill, reference), { name, reason });
  if (range === undefined) return;
  const version = versionOf(target.unit.facts.fields);
  const fault = versionFault(version, range);
  if (fault === undefined) return;
  const args = { skill: skill.id, name, range, version: version ?? "", fault };
  findings.of(skill).add(dependencyRules["dependency-version"], placeOf(skill, reference), args);
}

function hiddenBy(target: AdmittedSkill, skill: AdmittedSkill): "invocation" | "scope" | undefined {
  if (target.unit.link.hidden === true) return "invocation";
  const { requiredScope } = target.unit.facts.fields;
  if (requiredScope.length === 0) return undefined;
  const own = skill.unit.facts.fields.requiredScope;
  return requiredScope.every((scope) => own.includes(scope)) ? undefined : "scope";
}

function versionFault(text: string | undefined, written: string): "none" | "form" | "range" | undefined {
  if (text === undefined) return "none";
  const version = parseVersion(text);
  const range = parseRange(written);
  if (version === undefined) return "form";
  return range !== undefined && satisfies(version, range) ? undefined : "range";
}

/** Leaves out what a skill can do without. */
export function requirementsOf(resolved: ResolvedReferences): Requirements {
  return resolved.map((references, own) => {
    if (references.length === 0) return NONE;
    const required: number[] = [];
    for (const { reference, to } of references)
      if (to !== undefined && to !== own && reference.kind === "required") required.push(to);
    return required;
  });
}

const NONE: readonly number[] = [];

/** Reports a cycle once; returns the positions of its skills. */
export function reportCycles(
  resolved: ResolvedReferences,
  requirements: Requirements,
  { skills, findings }: Pick<ReportContext, "skills" | "findings">,
): ReturnType<typeof findCycles> {
  const cycles = findCycles(requirements);
  for (const group of cycles) {
    const way = wayAround(group, requirements);
    const ids = way.map((at) => skills[at]?.id ?? "");
    const [first, second] = way;
    const skill = skills[first as number] as AdmittedSkill;
    const edge = resolved[first as number]?.find(({ to, reference }) => to === second && reference.kind === "required");
    findings.of(skill).add(dependencyRules["dependency-cycle"], placeOf(skill, edge?.reference ?? {}), {
      first: ids[0] ?? "",
      second: ids[1] ?? "",
      skills: group.length,
      way: describeWay(ids),
    });
  }
  return cycles;
}
