/** What the readers of a package do not accept in a skill as it is written there: what is an error under their profile. */
import { thousands } from "../../diagnostics/rule.ts";
import { findProfile, measureText, type Profile } from "../../profiles/index.ts";
import type { CatalogSkill } from "../../runtime/catalog/catalog.ts";
import type { PlannedSkill, Planning } from "./planning.ts";
import { packageRules } from "./rules.ts";

/** Words of lower-case letters and digits, with single hyphens between them. */
const NAME = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

/** Reports what the profile of the package does not allow, at the first of its places. */
export function reportConformity(planned: PlannedSkill, planning: Planning): void {
  const { form, place, findings, open } = planning;
  const { profile: name } = form;
  const profile = name === undefined ? undefined : findProfile(name);
  if (name === undefined || profile === undefined) return;
  const { entry } = planned.skill;
  const faults = faultsOf(planned, { planning, profile }).filter(({ rule }) => place.isError(rule, name));
  const [first] = faults;
  if (first === undefined) return;
  const at = open(planned.skill).placeOf(first.field);
  const all = faults.map(({ fault }) => fault).join(", ");
  if (profile.limits?.by === "upload") {
    const args = { skill: entry.id, who: profile.limits.whose, reason: all };
    return findings.add(packageRules["upload-rejected"], at, args);
  }
  const args = {
    skill: entry.id,
    outDir: place.outDir,
    faults: all,
    // What the standard itself does not allow needs no other name.
    profile: faults.every(({ rule }) => place.isError(rule, "spec")) ? "" : name,
    isClosed: form.frontmatter === "closed",
  };
  findings.add(packageRules["target-not-conforming"], at, args);
}

interface Nonconformity {
  /** The rule of which a finding would say the same about a source. */
  readonly rule: string;
  readonly field: string;
  readonly fault: string;
}

interface PackageReading {
  readonly planning: Planning;
  readonly profile: Profile;
}

function faultsOf(planned: PlannedSkill, reading: PackageReading): readonly Nonconformity[] {
  const { form } = reading.planning;
  const { entry } = planned.skill;
  return [
    ...(form.frontmatter === "verbatim" ? faultsAsWritten(planned, reading.planning) : []),
    ...(form.nameFault === undefined ? faultsOfName(planned.name, reading.profile) : []),
    ...faultsOfDescription(entry, reading.profile),
    ...faultsOfFields(entry, reading.profile),
    ...faultsOfFiles(planned.skill),
  ];
}

/** What closed frontmatter does without. */
function faultsAsWritten({ skill, name }: PlannedSkill, { form, place, open }: Planning): readonly Nonconformity[] {
  const { entry, nonstandard, reading } = skill;
  const isInPlace = form.inPlace !== undefined;
  const directory = entry.source.file.split("/").at(-2) ?? "";
  // Without a profile that fills them in, the skill would not be here; so that documents are rarely read.
  const written = place.fillsIn ? open(skill).fields : undefined;
  const missing = ["name", "description"].filter(
    (field) => written?.some(({ key, value }) => key === field && !/^(?:""|'')?$/.test(value)) === false,
  );
  return [
    ...missing.map((field) => ({ rule: `${field}-missing`, field, fault: `it has no ${field}` })),
    ...(reading.frontmatter.state === "read"
      ? []
      : [{ rule: "yaml-invalid", field: "", fault: "its frontmatter is not valid YAML" }]),
    ...nonstandard.map((field) =>
      field === "allowed-tools"
        ? { rule: "allowed-tools-not-string", field, fault: "allowed-tools is a list" }
        : { rule: "unknown-field", field, fault: `${field} is not one of its fields` },
    ),
    ...(isInPlace && directory !== name
      ? [{ rule: "name-dir-mismatch", field: "name", fault: `the name is "${name}", its directory "${directory}"` }]
      : []),
  ];
}

function faultsOfName(name: string, { naming, lengthUnit }: Profile): readonly Nonconformity[] {
  const fault = (rule: string, text: string): readonly Nonconformity[] => [{ rule, field: "name", fault: text }];
  const isName = NAME.test(name) && name === name.toLowerCase();
  if (!isName) return fault("name-bad-char", `the name is "${name}"`);
  if (measureText(name, lengthUnit) > naming.maxLength) return fault("name-too-long", `the name is "${name}"`);
  const word = /anthropic|claude/.exec(name)?.[0];
  return [
    ...(/^[a-z0-9-]+$/.test(name) ? [] : fault("name-non-ascii", `its name "${name}" has letters outside a-z`)),
    ...(word === undefined ? [] : fault("name-reserved", `its name contains "${word}"`)),
  ];
}

function faultsOfDescription({ description }: CatalogSkill, { lengthUnit, description: rule }: Profile) {
  const fault = (name: string, text: string): readonly Nonconformity[] => [
    { rule: name, field: "description", fault: text },
  ];
  if (description.trim() === "") return fault("description-empty", "it has no description");
  const length = measureText(description, lengthUnit);
  const tag = /<[^<>\s][^<>]{0,100}>|[<>]/.exec(description)?.[0];
  return [
    ...(length > rule.maxLength
      ? fault("description-too-long", `description has ${thousands(length)} characters`)
      : []),
    ...(tag === undefined
      ? []
      : fault("description-angle-brackets", `its description contains the tag ${JSON.stringify(tag)}`)),
    ...(/[\r\n]/.test(description.trim()) ? fault("description-multiline", "its description has several lines") : []),
  ];
}

function faultsOfFields({ compatibility, allowedToolsRaw }: CatalogSkill, profile: Profile): readonly Nonconformity[] {
  const length = compatibility === undefined ? 1 : measureText(compatibility, profile.lengthUnit);
  const field = "compatibility";
  return [
    ...(length === 0 ? [{ rule: "compatibility-empty", field, fault: "compatibility is empty" }] : []),
    ...(length > profile.maxCompatibilityLength
      ? [{ rule: "compatibility-too-long", field, fault: `compatibility has ${thousands(length)} characters` }]
      : []),
    ...(allowedToolsRaw !== undefined && hasCommas(allowedToolsRaw)
      ? [{ rule: "allowed-tools-comma", field: "allowed-tools", fault: "commas separate its allowed-tools" }]
      : []),
  ];
}

/** An outer skill contains none of an inner one, but its own files may have such names. */
function faultsOfFiles({ files }: PlannedSkill["skill"]): readonly Nonconformity[] {
  const second = files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path));
  if (second === undefined) return [];
  return [{ rule: "nested-skill", field: "", fault: `it has a second SKILL.md, "${second.path}"` }];
}

/** Whether a text separates tools by commas; one in parentheses, or of a list, is another thing. */
function hasCommas(text: string): boolean {
  return !/^\s*(?:\[|-\s)/.test(text) && text.replace(/\([^()]*\)/g, "").includes(",");
}
