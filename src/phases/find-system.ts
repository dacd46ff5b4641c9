/** Finds out which system the skills of a run were written for, if its profile is not the one that they are read with. */
import { createFindings, keepRules, type Place, type PlacedGroup, type Rule } from "../diagnostics/index.ts";
import { isQualifiedName, systemSigns, type Profile, type SystemSigns } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";
import { admissionRules } from "./rules.ts";
import type { Run, RunSkill } from "./run.ts";

export interface SystemHint {
  readonly profile: Profile;
  /** The finding that names the profile. */
  readonly group: PlacedGroup;
}

interface Sign {
  /** The end of a sentence. */
  readonly text: string;
  readonly place: Place;
}

/** Returns the first system with a sign; undefined in a profile that was chosen among others. */
export function findSystem(run: Run, skills: readonly RunSkill[]): SystemHint | undefined {
  const { config, profile } = run;
  // Every profile but the default one is a decision, and so is turning the rule off.
  if (profile.levelsFrom !== undefined || config.rules[admissionRules["other-system"].name] === "off") return undefined;
  const checked = new Set([config.profile, ...(config.alsoCheck ?? [])]);
  const ofSkills = signsOf(skills);
  for (const signs of systemSigns) {
    const sign = signOfConfig(signs, run) ?? signOfCompanion(signs, run) ?? signOfSkills(signs, ofSkills);
    if (sign === undefined) continue;
    const { name, label } = signs.profile;
    if (checked.has(name)) return undefined;
    const findings = createFindings();
    findings.add(admissionRules["other-system"], sign.place, { label, profile: name, sign: sign.text });
    return { profile: signs.profile, group: findings };
  }
  return undefined;
}

/** Leaves out what only misleads while the skills are read with another profile than that of their system. */
export function withoutMisleading(
  groups: readonly PlacedGroup[],
  isQualified: boolean,
  system: Profile,
): readonly PlacedGroup[] {
  return groups.map((group) => keepRules(group, ruleBook, (rule) => !misleads(rule, isQualified, system)));
}

/** Whether following the advice of a rule would break a skill in its own system, or the system is named already. */
function misleads({ voidIf }: Rule, isQualified: boolean, { naming, tools }: Profile): boolean {
  if (voidIf === "qualified-name") return naming.qualified && isQualified;
  return voidIf === "other-system" || (voidIf === "tools-as-items" && tools === "items");
}

function signOfConfig({ profile, sourceKeys }: SystemSigns, { config }: Run): Sign | undefined {
  const { foreignKey, sources } = config;
  if (foreignKey !== undefined && sourceKeys.includes(foreignKey.key))
    return { text: `its list of sources has the key "${foreignKey.key}"`, place: foreignKey.place };
  for (const source of sources) {
    if (source.kind !== "directory") continue;
    const { dir, place = { file: dir } } = source;
    const home = profile.directories.find((one) => `/${dir}/`.includes(`/${one}/`));
    if (home !== undefined) return { text: `its skills are in "${home}"`, place };
  }
  return undefined;
}

function signOfCompanion({ companions }: SystemSigns, { discovered }: Run): Sign | undefined {
  for (const { file, start } of discovered.unread) {
    const home = `${file.slice(0, file.lastIndexOf("/") + 1)}skills/`;
    const isSign = companions.some(
      (sign) =>
        file.endsWith(sign.file) &&
        sign.text?.test(start) !== false &&
        (sign.besideSkills !== true || discovered.skills.some(({ place }) => `${place.dir}/`.startsWith(home))),
    );
    if (isSign) return { text: `it has a file "${file}"`, place: { file } };
  }
  return undefined;
}

/** What the skills say about their system; for thousands of skills, it is found once for all systems. */
interface SkillSigns {
  /** The first skill with a namespace in its name. */
  readonly qualified: { readonly name: string; readonly file: string } | undefined;
  /** Skills without frontmatter: the file of the first one, and their number. */
  readonly bare: { readonly file: string; readonly count: number } | undefined;
  readonly count: number;
}

function signsOf(skills: readonly RunSkill[]): SkillSigns {
  let qualified: SkillSigns["qualified"];
  let first: string | undefined;
  let count = 0;
  for (const { unit, input, place } of skills) {
    if (unit === undefined || input.inline !== undefined) continue;
    const { frontmatter } = unit.reading;
    const { name } = unit.link;
    if (qualified === undefined && name?.includes(":") === true && isQualifiedName(name))
      qualified = { name, file: place.file };
    if (frontmatter.state !== "unread" || !frontmatter.faults.includes("absent")) continue;
    first ??= place.file;
    count++;
  }
  return { qualified, bare: first === undefined ? undefined : { file: first, count }, count: skills.length };
}

function signOfSkills({ profile }: SystemSigns, { qualified, bare, count }: SkillSigns): Sign | undefined {
  if (profile.naming.qualified && qualified !== undefined)
    return { text: `the name "${qualified.name}" has a namespace`, place: { file: qualified.file } };
  if (profile.frontmatter.broken !== "body" || bare === undefined || bare.count < 2 || bare.count * 2 < count)
    return undefined;
  return { text: `${bare.count} of ${count} skills have no frontmatter`, place: { file: bare.file } };
}
