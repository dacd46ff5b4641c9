/** Kinds of values for which the client of a profile leaves a skill out. */
import { describeValue } from "../../model/describe-value.ts";
import type { FieldNode } from "../../model/fields.ts";
import type { ValueKind } from "../../model/profile.ts";
import type { ProfileBehavior } from "../../profiles/index.ts";
import type { FieldContext } from "../context.ts";
import { isTyped, typeOf } from "../field-text.ts";
import { fieldRules } from "./rules.ts";

/** Reports fields of a kind that the client refuses; of a repeated field, the last. */
export function checkKinds({ document, profile, at }: FieldContext): void {
  const last = new Map((document.fields?.entries ?? []).map((entry) => [entry.key, entry]));
  for (const [field, accepted] of Object.entries(profile.kinds)) {
    const entry = last.get(field);
    if (entry === undefined || kindsOf(entry.value, profile).some((kind) => accepted.includes(kind))) continue;
    const { value, keySpan } = entry;
    const isRead = value.kind === "scalar" && typeof value.value === "string" && isTyped(profile, value);
    const found = isRead ? typeOf(value) : describeValue(value);
    const args = {
      field,
      found,
      client: profile.who ?? profile.label,
      accepted: accepted.map((kind) => WORDS[kind]).join(" or "),
    };
    at(fieldRules["field-kind-refused"], value.span ?? keySpan, args);
  }
}

const WORDS: Readonly<Record<ValueKind, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  list: "a list",
  texts: "a list of strings",
  mapping: "a mapping",
  strings: "a mapping of strings",
  null: "null",
  nothing: "nothing",
};

/** A mapping of strings, or a list of them, is a mapping, or a list, too. */
function kindsOf(node: FieldNode, profile: ProfileBehavior): readonly ValueKind[] {
  const areStrings = (nodes: readonly FieldNode[]): boolean => nodes.every((one) => kindOf(one, profile) === "string");
  if (node.kind === "list") return areStrings(node.items) ? ["list", "texts"] : ["list"];
  if (node.kind === "scalar" && node.value === null && node.source === "") return [kindOf(node, profile), "nothing"];
  if (node.kind !== "map") return [kindOf(node, profile)];
  return areStrings(node.entries.map(({ value }) => value)) ? ["mapping", "strings"] : ["mapping"];
}

/** What the reader of the profile gets of a value. */
function kindOf(node: FieldNode, profile: ProfileBehavior): ValueKind {
  if (node.kind !== "scalar") return node.kind === "list" ? "list" : "mapping";
  if (profile.scalars === "failsafe") return "string";
  if (node.value === null) return "null";
  if (typeof node.value === "boolean") return "boolean";
  return isTyped(profile, node) ? "number" : "string";
}
