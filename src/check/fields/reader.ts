import type { FieldEntry } from "../../model/fields.ts";
import type { SkillFields } from "../../model/unit.ts";
import { isReadBy, readersOf } from "../../profiles/index.ts";
import { lastEntry, type FieldContext } from "../context.ts";
import { fieldRules } from "./rules.ts";

/** Reports a field that some client reads, but not that of the profile. */
export function checkReader({ profile, at }: FieldContext, { key, keySpan }: FieldEntry, canonical: string): void {
  if (profile.reads === undefined || profile.fields === "closed" || isReadBy(profile.reads, canonical)) return;
  at(fieldRules["field-not-read"], keySpan, {
    field: key,
    reader: profile.label,
    readers: readersOf(canonical).join(", "),
  });
}

export function checkExecutes({ document, at }: FieldContext, typed: SkillFields): void {
  if (Object.keys(typed.hooks).length === 0) return;
  at(fieldRules["executes-code"], lastEntry(document, (key) => key === "hooks")?.keySpan, { what: "hooks" });
}
