import type { FixPlan, Findings } from "../../diagnostics/index.ts";
import { canonicalField } from "../../profiles/index.ts";
import { lastEntry, type FieldContext } from "../context.ts";
import type { CheckedFields } from "../fields/check.ts";
import type { OpenaiPolicy } from "./openai-yaml.ts";
import { manifestRules } from "./rules.ts";

const FIELD = "disable-model-invocation";

/**
 * Returns the fields under the policy of `agents/openai.yaml`: in a profile that applies it, a skill that only the file
 * hides is hidden. Any other way of hiding it in some clients only is reported.
 */
export function applyOpenaiPolicy(
  checked: CheckedFields,
  { says, source, span }: OpenaiPolicy,
  { document, profile, findings }: FieldContext & { readonly findings: Findings },
): CheckedFields {
  const { fields } = checked;
  const { allowsImplicit } = says;
  if (fields === undefined || allowsImplicit === undefined) return checked;
  const entry = lastEntry(document, (key) => canonicalField(key) === FIELD);
  const isHidden = fields.disableModelInvocation;
  if (isHidden === !allowsImplicit) return checked;
  if (!allowsImplicit && entry === undefined && profile.openaiPolicy === "applied")
    return { ...checked, fields: { ...fields, disableModelInvocation: true } };
  // Without a field, the policy only says what is so anyway.
  const fixes: FixPlan[] =
    span === undefined || !allowsImplicit
      ? []
      : [{ title: "write false", applicability: "unsafe", edits: [{ span, text: "false" }] }];
  const { source: own } = document;
  const text = entry === undefined ? "" : "SKILL.md says otherwise here";
  const labels = entry?.keySpan === undefined ? [] : [{ file: own.file, source: own, span: entry.keySpan, text }];
  const args = { hides: !allowsImplicit, says: entry === undefined ? "does not" : "offers it" };
  findings.add(manifestRules["openai-yaml-conflict"], { file: source.file, source, span }, args, { fixes, labels });
  return checked;
}
