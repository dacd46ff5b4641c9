/** What the specification does not allow in a skill, so that clients that follow it to the letter skip the skill. */
import { thousands } from "../../diagnostics/rule.ts";
import { LONGEST_NAME } from "./names.ts";
import type { PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";

/** In characters (agentskills.io specification, 69ef37e). */
const LONGEST = { description: 1024, compatibility: 500 } as const;

/** Words of lower-case letters and digits, with single hyphens between them. */
const NAME = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

/** Reports what a skill has that the specification does not allow, at the first of its places. */
export function reportConformity(planned: PlannedSkill, { form, place, findings, open }: Planning): void {
  const { entry } = planned.skill;
  const isVerbatim = form.frontmatter === "verbatim";
  const faults = [
    ...(isVerbatim ? faultsAsWritten(planned, form.inPlace !== undefined) : []),
    ...faultsOfValues(planned),
  ];
  const [first] = faults;
  if (first === undefined) return;
  const at = open(planned.skill).placeOf(first.field);
  const args = {
    skill: entry.id,
    outDir: place.outDir,
    faults: faults.map(({ fault }) => fault).join(", "),
    isClosed: form.frontmatter === "closed",
  };
  findings.add(packageRules["target-not-conforming"], at, args);
}

interface Nonconformity {
  readonly field: string;
  readonly fault: string;
}

/** What closed frontmatter does without. */
function faultsAsWritten({ skill, name }: PlannedSkill, isInPlace: boolean): readonly Nonconformity[] {
  const { entry, nonstandard, reading } = skill;
  const directory = entry.source.file.split("/").at(-2) ?? "";
  return [
    ...(reading.frontmatter.state === "read" ? [] : [{ field: "", fault: "its frontmatter is not valid YAML" }]),
    ...nonstandard.map((field) => ({
      field,
      fault: field === "allowed-tools" ? "allowed-tools is a list" : `${field} is not one of its fields`,
    })),
    ...(isInPlace && directory !== name
      ? [{ field: "name", fault: `the name is "${name}", its directory "${directory}"` }]
      : []),
  ];
}

function faultsOfValues({ skill: { entry }, name }: PlannedSkill): readonly Nonconformity[] {
  const isName = NAME.test(name) && name === name.toLowerCase() && [...name].length <= LONGEST_NAME;
  const lengths = (["description", "compatibility"] as const).flatMap((field) => {
    const { length } = [...(entry[field] ?? "")];
    return length > LONGEST[field] ? [{ field, fault: `${field} has ${thousands(length)} characters` }] : [];
  });
  return isName ? lengths : [{ field: "name", fault: `the name is "${name}"` }, ...lengths];
}
