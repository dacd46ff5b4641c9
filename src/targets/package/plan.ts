/** What a package contains: which skills, under which names, in which form. Skills without restrictions are not read. */
import { isFailure } from "../../model/host.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { TargetPlace } from "../target.ts";
import { CODEX_FILE, codexPolicy, type CodexPolicy } from "./codex-policy.ts";
import { documentsOf } from "./document.ts";
import { flatNames } from "./names.ts";
import type { LeftSkill, PlannedSkill, SkillForm, WeakRestriction } from "./planning.ts";
import { weakRestriction } from "./restrictions.ts";

/** What a package contains, in the order of names, and what it does not. */
export interface PackagePlan {
  readonly skills: readonly PlannedSkill[];
  readonly left: readonly LeftSkill[];
}

export function planSkills(skills: readonly LinkedSkill[], form: SkillForm, place: TargetPlace): PackagePlan {
  const open = documentsOf(place);
  const left: LeftSkill[] = [];
  const kept: Pick<PlannedSkill, "skill" | "weak">[] = [];
  for (const skill of skills) {
    const elsewhere = form.inPlace === undefined ? undefined : misplaced(skill, form.inPlace);
    const isForced = place.unrestricted.includes(skill.entry.id);
    const weak = isForced ? undefined : weakRestriction(skill, form.frontmatter, open);
    const isWritten = form.inPlace !== undefined || weak?.isInDoubt === true;
    if (elsewhere !== undefined) {
      left.push({ skill, why: elsewhere, isForcible: false });
      // Codex finds it at any depth.
      const isBelow = skill.entry.source.file.startsWith(form.inPlace ?? "");
      const isHidden = skill.entry.disableModelInvocation;
      if (isBelow && (isHidden || (weak !== undefined && weak.isMeant !== true)))
        kept.push({ skill, ...(weak && { weak }) });
    } else if (weak === undefined) kept.push({ skill });
    else if (isWritten) kept.push({ skill, ...(weak.isMeant !== true && { weak }) });
    else left.push({ skill, why: weak, isForcible: true });
  }
  const entries = kept.map(({ skill }) => skill.entry);
  const names = form.keepsNames === true ? entries.map(({ name }) => name) : flatNames(entries);
  const planned = kept.map((one, at): PlannedSkill => {
    const codex = one.weak === undefined ? codexOf(one.skill, form, place) : undefined;
    return { ...one, name: names[at] as string, ...(codex && { codex }) };
  });
  return { skills: planned.toSorted((one, two) => (one.name < two.name ? -1 : 1)), left };
}

/** Returns why clients do not find a skill in its place; undefined if they do. */
function misplaced({ entry: { name, source } }: LinkedSkill, dir: string): WeakRestriction | undefined {
  const below = source.kind !== "inline" && source.file.startsWith(dir) ? source.file.slice(dir.length) : "";
  if (/^[^/]+\/SKILL\.md$/.test(below)) return undefined;
  const wanted = `${dir}${name}/SKILL.md`;
  const fix = `move it to ${wanted}, or write copies with files: "copy"`;
  return { field: "name", reason: `clients find skills only in ${dir}, as ${wanted}`, fix };
}

export function codexFileOf({ codex }: PlannedSkill): string | undefined {
  return codex?.kind === "write" ? codex.text : undefined;
}

/** Undefined if nothing has to hide the skill, or its own file does. */
function codexOf(
  skill: LinkedSkill,
  { inPlace }: SkillForm,
  { read, unrestricted }: TargetPlace,
): CodexPolicy | undefined {
  const { entry, files, reading } = skill;
  if (!entry.disableModelInvocation) return undefined;
  const own = files.find(({ path }) => path === CODEX_FILE);
  if (own !== undefined && reading.openaiYaml?.allowsImplicit !== undefined) return undefined;
  const inTheWay = files.find(
    ({ path }) => path === "agents" || (path !== CODEX_FILE && path.toLowerCase() === CODEX_FILE),
  );
  const bytes = own && read(own.location);
  const text = bytes === undefined || isFailure(bytes) ? undefined : new TextDecoder().decode(bytes);
  const policy: CodexPolicy =
    inTheWay === undefined ? codexPolicy(text) : { kind: "taken", reason: `the skill has "${inTheWay.path}"` };
  const isPossible = policy.kind === "write" && inPlace === undefined;
  return !isPossible && unrestricted.includes(entry.id) ? undefined : policy;
}
