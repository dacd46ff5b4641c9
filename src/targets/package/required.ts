import type { PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";

/** Reports each skill that a planned one requires and the package, or the archive of one skill, lacks. */
export function reportRequired(
  planned: readonly PlannedSkill[],
  { form, place: { outDir }, findings, open }: Planning,
): void {
  const isSingle = form.isUpload === true;
  const ids = new Set(planned.map(({ skill }) => skill.entry.id));
  for (const { skill } of planned)
    for (const { kind, id, name, field } of skill.entry.dependencies ?? []) {
      if (kind !== "required" || id === undefined || (ids.has(id) && !isSingle)) continue;
      const at = open(skill).placeOf(field.split(".")[0] ?? field);
      findings.add(packageRules["target-lacks-required"], at, { skill: skill.entry.id, name, outDir, isSingle });
    }
}
