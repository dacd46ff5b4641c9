import type { AdmittedSkill } from "../model/admitted.ts";
import type { Config } from "../model/config.ts";
import { joinPath } from "../paths/index.ts";
import { nearestNames } from "../runtime/access.ts";
import { isPart } from "./is-part.ts";
import type { LinkFindings } from "./placed-findings.ts";
import { linkRules, NOT_THERE } from "./rules.ts";

/** Also reports skills that models do not see. */
export function reportExpectedSkills(
  skills: readonly AdmittedSkill[],
  config: Pick<Config, "sources" | "file">,
  findings: LinkFindings,
): void {
  const testing = skills.filter(({ unit }) => unit.link.expects !== undefined);
  if (testing.length === 0) return;
  const hidden = new Map<string, boolean>();
  for (const { id, unit } of skills)
    for (const name of [id, unit.link.name]) hidden.set(name, unit.link.hidden === true && hidden.get(name) !== false);
  for (const skill of testing)
    for (const { name = skill.id, file, at } of skill.unit.link.expects ?? []) {
      const isHidden = hidden.get(name);
      if (isHidden === false || (isHidden === undefined && isPart(config, skills))) continue;
      const reason = isHidden === true ? "no model sees" : NOT_THERE;
      const place = { file: joinPath(skill.place.dir, file), at, lines: skill.unit.lines };
      const nearest = nearestNames(name, [...hidden.keys()])[0] ?? "";
      findings.of(skill).add(linkRules["eval-skill-unknown"], place, { name, reason, nearest });
    }
}
