/** Skills that a package does not contain, because it would not restrict them as they ask for. */
import type { FieldKey } from "../../model/field-table.ts";
import { fieldTable } from "../../model/field-table.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { FrontmatterForm } from "../../model/package.ts";
import { withoutYamlComment } from "../../model/trim.ts";
import { valueOf } from "./closed-frontmatter.ts";
import type { OpenDocument } from "./document.ts";
import { fieldFates, type FieldFate } from "./field-fates.ts";

/** Why a skill is left out. */
export interface LeftOut {
  /** The field that is the reason, as in the frontmatter. */
  readonly field: string;
  readonly reason: string;
  /** What makes the package contain it; empty if nothing of the skill does. */
  readonly fix: string;
  /** The author wants it to be left out. */
  readonly isMeant: boolean;
}

/** Restrictions that clients read in frontmatter, with the value that they need. */
const READ: Readonly<Partial<Record<FieldKey, string>>> = {
  disableModelInvocation: "true",
  userInvocable: "false",
  disallowedTools: "",
  hooks: "",
};

/** Returns why a package does not contain a skill; undefined if it does. */
export function leftOutOf(
  skill: LinkedSkill,
  form: FrontmatterForm,
  open: (skill: LinkedSkill) => Pick<OpenDocument, "fields" | "isInline">,
): LeftOut | undefined {
  const { entry } = skill;
  if (entry.metadata["internal"] === true || entry.metadata["internal"] === "true")
    return { field: "metadata", reason: "its metadata says internal: true", fix: "", isMeant: true };
  const never = restricting(skill, "never");
  if (never !== undefined) return { field: never, reason: `no client checks its ${never}`, fix: "", isMeant: false };
  const restricts = restricting(skill, "restricts");
  if (form === "closed" && restricts !== undefined)
    return {
      field: restricts,
      reason: `nothing enforces its ${restricts} in closed frontmatter`,
      fix: "write an output with verbatim frontmatter",
      isMeant: false,
    };
  return form === "closed" ? undefined : unreadRestriction(skill, open);
}

function restricting({ entry }: LinkedSkill, fate: FieldFate): string | undefined {
  for (const [key, row] of Object.entries(fieldTable) as [FieldKey, { readonly field: string }][])
    if (fieldFates[key] === fate && valueOf(entry, key) !== undefined) return row.field;
  return undefined;
}

/** A restriction that skillc reads in other spellings is none to clients, which get the document as it is. */
function unreadRestriction(
  skill: LinkedSkill,
  open: (skill: LinkedSkill) => Pick<OpenDocument, "fields" | "isInline">,
): LeftOut | undefined {
  for (const [key, needed] of Object.entries(READ) as [FieldKey, string][]) {
    if (valueOf(skill.entry, key) === undefined) continue;
    const { fields, isInline } = open(skill);
    const { field } = fieldTable[key];
    const written = fields.find((one) => one.key === field);
    const isRead = written !== undefined && (needed === "" || withoutYamlComment(written.value) === needed);
    if (isInline || isRead) continue;
    const example = needed === "" ? field : `${field}: ${needed}`;
    return {
      field,
      reason: `clients do not read its ${field} as it is written`,
      fix: `write ${example} on a line of its own, without indentation`,
      isMeant: false,
    };
  }
  return undefined;
}
