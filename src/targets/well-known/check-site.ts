import { thousands } from "../../diagnostics/rule.ts";
import type { Findings } from "../../diagnostics/index.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { ArchiveForm, WellKnownOptions } from "../../model/package.ts";
import { exceededBy } from "../archive/archive-file.ts";
import { documentsOf } from "../package/document.ts";
import { packageRules } from "../package/rules.ts";
import type { PlannedSkill } from "../package/planning.ts";
import { targetRules } from "../rules.ts";
import type { TargetPlace } from "../target.ts";
import { LONGEST_DESCRIPTION } from "./index-files.ts";
import { queriesOf } from "./queries.ts";
import { siteRules } from "./rules.ts";
import { readAddress } from "./site-address.ts";

const LIMITS = [
  { files: 1000, bytes: 50 * 1024 * 1024, who: "skills 1.7.4" },
  { files: 20, bytes: 1024 * 1024, who: "Microsoft Agent Framework by default" },
] as const;

/** Reports what readers of the site would not accept. */
export function checkSite(
  skills: readonly PlannedSkill[],
  { baseUrl, ard, archive }: WellKnownOptions,
  place: TargetPlace,
  findings: Findings,
): void {
  if (baseUrl === undefined ? ard : readAddress(baseUrl) === undefined)
    findings.add(siteRules["site-address-invalid"], place.at, { value: baseUrl ?? "", reason: "ard needs it" });
  for (const skill of skills) {
    checkSkill(skill, archive, place, findings);
    const { id, source } = skill.skill.entry;
    if (ard && queriesOf(skill.skill, place) === undefined)
      findings.add(siteRules["ard-queries-missing"], { file: source.file }, { skill: id });
  }
}

function checkSkill({ skill }: PlannedSkill, archive: ArchiveForm, place: TargetPlace, findings: Findings): void {
  const { entry } = skill;
  const at = { file: entry.source.file };
  if ([...entry.description].length > LONGEST_DESCRIPTION) {
    const what = `more than ${thousands(LONGEST_DESCRIPTION)} characters of the description into the index`;
    const args = { target: "well-known", outDir: place.outDir, what, isMinor: false, isClosed: false };
    findings.add(targetRules["target-loss"], documentsOf(place)(skill).placeOf("description"), args);
  }
  for (const { actual, limit, who, isRejected } of excessOf(skill, archive)) {
    const args = { skill: entry.id, what: "the directory", actual, limit: thousands(limit), who, isRejected };
    findings.add(packageRules["target-limit"], at, args);
  }
}

interface Excess {
  readonly actual: string;
  readonly limit: number;
  readonly who: string;
  readonly isRejected: boolean;
}

/** Returns the first limit of each reader that a skill exceeds. */
function excessOf({ files, document }: LinkedSkill, archive: ArchiveForm): readonly Excess[] {
  const sizes = [document.bytes, ...files.map((file) => file.bytes)];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const most = exceededBy(archive, sizes);
  if (most !== undefined)
    return [{ actual: `${thousands(bytes)} bytes`, limit: most, who: "an archive", isRejected: true }];
  return LIMITS.flatMap((limit): readonly Excess[] => {
    const { who } = limit;
    if (sizes.length > limit.files)
      return [{ actual: `${thousands(sizes.length)} files`, limit: limit.files, who, isRejected: false }];
    return bytes > limit.bytes
      ? [{ actual: `${thousands(bytes)} bytes`, limit: limit.bytes, who, isRejected: false }]
      : [];
  });
}
