/** Restrictions that a package cannot keep: clients that read it would not restrict a skill as its author does. */
import type { FieldKey } from "../../model/field-table.ts";
import { fieldTable } from "../../model/field-table.ts";
import type { LinkedSkill } from "../../model/linked.ts";
import type { FrontmatterForm } from "../../model/package.ts";
import { restrictionOf } from "../../model/restrictions.ts";
import { withoutYamlComment } from "../../model/trim.ts";
import { valueOf } from "./closed-frontmatter.ts";
import { CODEX_FILE } from "./codex-policy.ts";
import { fieldFates, type FieldFate } from "./field-fates.ts";
import type { OpenSkill, WeakRestriction } from "./planning.ts";

/** Restrictions that clients read in frontmatter, with the value that they need. */
const READ: Readonly<Partial<Record<FieldKey, string>>> = {
  disableModelInvocation: "true",
  userInvocable: "false",
  disallowedTools: "",
  hooks: "",
};

/** Returns a restriction that a package cannot keep; undefined if it keeps all. */
export function weakRestriction(
  skill: LinkedSkill,
  form: FrontmatterForm,
  open: OpenSkill,
): WeakRestriction | undefined {
  const { metadata } = skill.entry;
  if (metadata["internal"] === true || metadata["internal"] === "true")
    return { field: "metadata", reason: "its metadata says internal: true", fix: "", isMeant: true };
  const never = restricting(skill, "never");
  if (never !== undefined) return { field: never, reason: `no client checks its ${never}`, fix: "" };
  const restricts = restricting(skill, "restricts");
  if (form === "closed" && restricts !== undefined)
    return {
      field: restricts,
      reason: `nothing enforces its ${restricts} in closed frontmatter`,
      fix: "write an output with verbatim frontmatter",
    };
  return contradiction(skill) ?? (form === "closed" ? undefined : unreadRestriction(skill, open));
}

function restricting({ entry }: LinkedSkill, fate: FieldFate): string | undefined {
  for (const [key, row] of Object.entries(fieldTable) as [FieldKey, { readonly field: string }][])
    if (fieldFates[key] === fate && valueOf(entry, key) !== undefined) return row.field;
  return undefined;
}

const HIDES = "disable-model-invocation";

/** Codex reads one file, all other clients another: a skill that only one of them hides is not hidden. */
function contradiction({ entry, files, nonstandard, reading }: LinkedSkill): WeakRestriction | undefined {
  const { openaiYaml } = reading;
  if (openaiYaml === undefined || !files.some(({ path }) => path === CODEX_FILE)) return undefined;
  const { allowsImplicit, isInvalid } = openaiYaml;
  const isHidden = entry.disableModelInvocation && nonstandard.some((key) => restrictionOf(key) === HIDES);
  const shared = { field: HIDES, isInDoubt: true } as const;
  if (isHidden && isInvalid === true)
    return { ...shared, reason: `Codex ignores its ${CODEX_FILE}, which is not valid`, fix: `correct ${CODEX_FILE}` };
  if (isHidden && allowsImplicit === true)
    return { ...shared, reason: `its ${CODEX_FILE} offers it in Codex`, fix: `write allow_implicit_invocation: false` };
  if (!isHidden && allowsImplicit === false)
    return {
      ...shared,
      reason: `only Codex hides it: its SKILL.md does not say ${HIDES}: true`,
      fix: `write ${HIDES}: true in SKILL.md`,
    };
  return undefined;
}

/** A restriction that skillc reads in other spellings is none to clients, which get the document as it is. */
function unreadRestriction(skill: LinkedSkill, open: OpenSkill): WeakRestriction | undefined {
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
    };
  }
  return undefined;
}
