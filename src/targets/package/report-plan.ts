import type { Findings } from "../../diagnostics/index.ts";
import type { TargetPlace } from "../target.ts";
import { CODEX_FILE } from "./codex-policy.ts";
import { reportConformity } from "./conformity.ts";
import { documentsOf } from "./document.ts";
import { spanOfScalar } from "./frontmatter-lines.ts";
import { reportLosses } from "./losses.ts";
import { nameFault } from "./names.ts";
import type { PackagePlan } from "./plan.ts";
import type { LeftSkill, PlannedSkill, Planning, SkillForm } from "./planning.ts";
import { reportNested, reportReferences } from "./references.ts";
import { packageRules } from "./rules.ts";
import { reportStaying } from "./shared-copies.ts";

export function reportPlan(plan: PackagePlan, form: SkillForm, place: TargetPlace, findings: Findings): void {
  const planning: Planning = { form, place, findings, open: documentsOf(place) };
  for (const one of plan.left) reportLeft(one, planning);
  for (const one of plan.skills) {
    reportWeak(one, planning);
    reportRenamed(one, planning);
    reportLosses(one, planning);
    reportConformity(one, planning);
  }
  reportClashes(plan.skills, planning);
  reportNested(plan.skills, planning);
  reportReferences(plan.skills, planning);
  reportStaying(plan.skills, planning);
  reportRequired(plan.skills, planning);
}

function reportLeft({ skill, why, isForcible }: LeftSkill, { place: { outDir }, findings, open }: Planning): void {
  const { field, reason, fix, isMeant = false } = why;
  const args = { skill: skill.entry.id, outDir, reason, fix, isMeant, isForcible };
  findings.add(packageRules["target-skill-left-out"], open(skill).placeOf(field), args);
}

function reportWeak({ skill, codex, weak }: PlannedSkill, { form, place: { outDir }, findings, open }: Planning): void {
  const { id } = skill.entry;
  if (weak !== undefined) {
    const { field, reason, fix } = weak;
    const args = { skill: id, outDir, reason, fix, isInPlace: form.inPlace !== undefined };
    findings.add(packageRules["target-restriction-lost"], open(skill).placeOf(field), args);
  }
  const at = codex && open(skill).placeOf("disable-model-invocation");
  if (codex?.kind === "taken") {
    const args = { path: CODEX_FILE, reason: `it has to hide the skill "${id}" in Codex, but ${codex.reason}` };
    findings.add(packageRules["target-path-taken"], at ?? { file: skill.entry.source.file }, args);
  } else if (codex !== undefined && form.inPlace !== undefined) {
    const fix = `write ${CODEX_FILE} next to its SKILL.md, with the line "policy:" and below it "  allow_implicit_invocation: false"`;
    const args = { skill: id, outDir, reason: `Codex obeys only ${CODEX_FILE}, which it lacks`, fix, isInPlace: true };
    findings.add(packageRules["target-restriction-lost"], at ?? { file: skill.entry.source.file }, args);
  }
}

function reportRenamed({ skill, name }: PlannedSkill, { form, place: { outDir }, findings, open }: Planning): void {
  const { entry } = skill;
  if (name === entry.name) return;
  const document = open(skill);
  const at = document.placeOf("name");
  findings.add(packageRules["target-name-changed"], at, { from: entry.name, to: name, outDir, what: "skill" });
  if (form.frontmatter === "closed" || document.isInline) return;
  const written = document.fields.filter(({ key }) => key === "name");
  const [field] = written;
  if (written.length === 1 && field !== undefined && spanOfScalar(field, entry.name) !== undefined) return;
  const reason = `it becomes "${name}", but it is not written as one value on one line`;
  findings.add(packageRules["target-name-clash"], at, { name: entry.name, outDir, reason });
}

/** File systems that ignore case have one directory for both. */
function reportClashes(planned: readonly PlannedSkill[], { form, place, findings, open }: Planning): void {
  const first = new Map<string, PlannedSkill>();
  for (const one of planned) {
    const { name, skill } = one;
    const folded = name.normalize("NFC").toLowerCase();
    const other = first.get(folded);
    const reason =
      nameFault(name) ?? form.nameFault?.(name) ?? (other && `the skill "${other.skill.entry.id}" has it as well`);
    if (other === undefined) first.set(folded, one);
    if (reason === undefined) continue;
    findings.add(packageRules["target-name-clash"], open(skill).placeOf("name"), {
      name,
      outDir: place.outDir,
      reason,
    });
  }
}

/** Reports each skill that a planned one requires and the package, or the archive of one skill, lacks. */
function reportRequired(planned: readonly PlannedSkill[], { form, place: { outDir }, findings, open }: Planning): void {
  const isSingle = form.isUpload === true;
  const ids = new Set(planned.map(({ skill }) => skill.entry.id));
  for (const { skill } of planned)
    for (const { kind, id, name, field } of skill.entry.dependencies ?? []) {
      if (kind !== "required" || id === undefined || (ids.has(id) && !isSingle)) continue;
      const at = open(skill).placeOf(field.split(".")[0] ?? field);
      findings.add(packageRules["target-lacks-required"], at, { skill: skill.entry.id, name, outDir, isSingle });
    }
}
