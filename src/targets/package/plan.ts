/**
 * What a package contains: which skills, under which names, in which form. Made twice, by the check and by the writing of
 * an output, from the same values; skills of which nothing is changed or lost are not read.
 */
import { createFindings, type Findings } from "../../diagnostics/index.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { TargetPlace } from "../target.ts";
import { CODEX_FILE, codexPolicy } from "./codex-policy.ts";
import { openDocument, type OpenDocument } from "./document.ts";
import { spanOfScalar } from "./frontmatter-lines.ts";
import { reportLosses } from "./losses.ts";
import { nameFault } from "./names.ts";
import type { PlannedSkill, Planning, SkillForm } from "./planning.ts";
import { reportReferences, reportNested } from "./references.ts";
import { leftOutOf } from "./restrictions.ts";
import { packageRules } from "./rules.ts";

/** What a package contains, in the order of names, and what is wrong with it. */
export interface PackagePlan {
  readonly skills: readonly PlannedSkill[];
  readonly findings: Findings;
}

/** Plans the skills of one directory. */
export function planSkills(skills: readonly LinkedSkill[], form: SkillForm, place: TargetPlace): PackagePlan {
  const findings = createFindings();
  const documents = new Map<LinkedSkill, OpenDocument>();
  const open = (skill: LinkedSkill): OpenDocument => {
    const known = documents.get(skill) ?? openDocument(skill, place);
    documents.set(skill, known);
    return known;
  };
  const planning: Planning = { form, place, findings, open };
  const contained = skills.filter((skill) => !isLeftOut(skill, planning));
  const names = form.names(contained);
  const planned = contained.map((skill, at) => planSkill(skill, names[at] as string, planning));
  reportClashes(planned, planning);
  reportNested(planned, planning);
  reportReferences(planned, planning);
  return { skills: planned.toSorted((one, two) => (one.name < two.name ? -1 : 1)), findings };
}

function isLeftOut(skill: LinkedSkill, { form, place, findings, open }: Planning): boolean {
  const { entry } = skill;
  if (place.unrestricted.includes(entry.id)) return false;
  const left = leftOutOf(skill, form.frontmatter, open);
  if (left === undefined) return false;
  const { field, ...args } = left;
  const at = open(skill).placeOf(field);
  findings.add(packageRules["target-skill-left-out"], at, {
    skill: entry.id,
    outDir: place.outDir,
    isForcible: true,
    ...args,
  });
  return true;
}

function planSkill(skill: LinkedSkill, name: string, planning: Planning): PlannedSkill {
  const { entry } = skill;
  if (name !== entry.name) reportRenamed(skill, name, planning);
  reportLosses(skill, name, planning);
  if (!entry.disableModelInvocation) return { skill, name };
  const codexFile = codexFileOf(skill, planning);
  return { skill, name, ...(codexFile !== undefined && { codexFile }) };
}

function reportRenamed(skill: LinkedSkill, to: string, { form, place: { outDir }, findings, open }: Planning): void {
  const { entry } = skill;
  const document = open(skill);
  const at = document.placeOf("name");
  findings.add(packageRules["target-name-changed"], at, { from: entry.name, to, outDir, what: "skill" });
  if (form.frontmatter === "closed" || document.isInline) return;
  const written = document.fields.filter(({ key }) => key === "name");
  if (written.length === 0) return;
  const [field] = written;
  if (written.length === 1 && field !== undefined && spanOfScalar(field, entry.name) !== undefined) return;
  const reason = `it becomes "${to}", but it is not written as one value on one line`;
  findings.add(packageRules["target-name-clash"], at, { name: entry.name, outDir, reason });
}

/** Returns the file that hides a skill in Codex; undefined if there is nothing to write. */
function codexFileOf(skill: LinkedSkill, { place, findings, open }: Planning): string | undefined {
  const isTaken = (path: string): boolean =>
    path !== CODEX_FILE && (path === "agents" || path.toLowerCase() === CODEX_FILE);
  const inTheWay = skill.files.find(({ path }) => isTaken(path));
  const own = skill.files.find(({ path }) => path === CODEX_FILE);
  const read = own && place.read(own.location);
  const text = read instanceof Uint8Array ? new TextDecoder().decode(read) : undefined;
  const policy = codexPolicy(text);
  if (inTheWay === undefined && policy.kind === "hidden") return undefined;
  if (inTheWay === undefined && policy.kind === "write") return policy.text;
  const reason = policy.kind === "taken" ? policy.reason : `the skill has "${inTheWay?.path ?? ""}"`;
  const at = open(skill).placeOf("disable-model-invocation");
  const args = { path: CODEX_FILE, reason: `it hides the skill "${skill.entry.id}" in Codex, but ${reason}` };
  findings.add(packageRules["target-path-taken"], at, args);
  return undefined;
}

/** File systems that ignore case have one directory for both. */
function reportClashes(planned: readonly PlannedSkill[], { place: { outDir }, findings, open }: Planning): void {
  const first = new Map<string, PlannedSkill>();
  for (const one of planned) {
    const { name, skill } = one;
    const folded = name.normalize("NFC").toLowerCase();
    const other = first.get(folded);
    const reason = nameFault(name) ?? (other && `the skill "${other.skill.entry.id}" has it as well`);
    if (other === undefined) first.set(folded, one);
    if (reason === undefined) continue;
    findings.add(packageRules["target-name-clash"], open(skill).placeOf("name"), { name, outDir, reason });
  }
}
