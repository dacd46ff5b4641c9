/** Some clients leave a skill out because of the kind of a value. */
import { describeValue } from "../../model/describe-value.ts";
import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import type { ValueKind } from "../../model/profile.ts";
import type { ProfileBehavior } from "../../profiles/index.ts";
import type { FieldContext } from "../context.ts";
import { planFlag, planQuotes } from "../field-fixes.ts";
import { isTyped, typeOf } from "../field-text.ts";
import { fieldRules } from "./rules.ts";

/**
 * Reports fields of a kind that the client refuses; of a repeated field, the last. The values of the returned fields
 * need no other finding.
 */
export function checkKinds({ document, profile, at }: FieldContext): ReadonlySet<string> {
  const refused = new Set<string>();
  for (const [path, accepted] of Object.entries(profile.kinds)) {
    const [field = "", below] = path.split(".");
    const entry = findEntry(document.fields?.entries ?? [], field, below);
    if (entry === undefined || kindsOf(entry.value, profile).some((kind) => accepted.includes(kind))) continue;
    const { value, keySpan } = entry;
    // Another finding says which value of a mapping is not a string.
    const isNamed = value.kind === "map" && accepted.includes("strings");
    if (below === undefined && !isNamed) refused.add(field);
    const isRead = value.kind === "scalar" && typeof value.value === "string" && isTyped(profile, value);
    const found = isRead ? typeOf(value) : describeValue(value);
    const args = {
      field: path,
      found,
      client: profile.who ?? profile.label,
      accepted: accepted.map((kind) => WORDS[kind]).join(" or "),
    };
    const isFlag = accepted.includes("boolean") && /^(?:true|false)$/.test(value.source);
    const quotes = accepted.includes("string") && !isRead ? planQuotes(document, value) : [];
    const fixes = isFlag ? planFlag(value, value.source === "true") : quotes;
    at(fieldRules["field-kind-refused"], value.span ?? keySpan, args, { fixes });
  }
  return refused;
}

function findEntry(entries: readonly FieldEntry[], field: string, below: string | undefined): FieldEntry | undefined {
  const entry = entries.findLast(({ key }) => key === field);
  if (below === undefined || entry === undefined) return entry;
  return entry.value.kind === "map" ? findEntry(entry.value.entries, below, undefined) : undefined;
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

/** A mapping of strings is also a mapping, a list of strings also a list. */
function kindsOf(node: FieldNode, profile: ProfileBehavior): readonly ValueKind[] {
  const areStrings = (nodes: readonly FieldNode[]): boolean => nodes.every((one) => kindOf(one, profile) === "string");
  if (node.kind === "list") return areStrings(node.items) ? ["list", "texts"] : ["list"];
  if (node.kind === "scalar" && node.value === null && node.source === "") return [kindOf(node, profile), "nothing"];
  if (node.kind !== "map") return [kindOf(node, profile)];
  return areStrings(node.entries.map(({ value }) => value)) ? ["mapping", "strings"] : ["mapping"];
}

/** The kind that the reader of the profile gets. */
function kindOf(node: FieldNode, profile: ProfileBehavior): ValueKind {
  if (node.kind !== "scalar") return node.kind === "list" ? "list" : "mapping";
  if (profile.scalars === "failsafe") return "string";
  if (node.value === null) return "null";
  if (typeof node.value === "boolean") return "boolean";
  return isTyped(profile, node) ? "number" : "string";
}
