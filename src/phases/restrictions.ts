/** Finds restrictions of a skill that would not apply if the skill were kept. */
import type { Finding } from "../model/finding.ts";
import { isFailure } from "../model/host.ts";
import type { SkillUnit } from "../model/unit.ts";
import { canonicalField, restrictingFields, type FrontmatterRule } from "../profiles/index.ts";
import { findInlineRestrictions, findUnreadRestrictions, restrictionOf } from "../parse/index.ts";
import { parseRules } from "../parse/rules.ts";
import { EMPTY_STRING } from "../check/fields/client-fields.ts";
import { fieldRules } from "../check/fields/rules.ts";
import { toolRules } from "../check/tools/rules.ts";
import type { RunSkill } from "./run.ts";

/** Names of the rules about frontmatter that cannot be read. */
export const unreadableRules: ReadonlySet<string> = new Set(
  (["yaml-invalid", "frontmatter-missing", "frontmatter-unterminated", "frontmatter-not-mapping"] as const).map(
    (name) => parseRules[name].name,
  ),
);

export interface Restrictions {
  /** Names of the rules because of which the frontmatter cannot be read. */
  readonly unread: readonly string[];
  /** Restricting fields whose values cannot be used. */
  readonly lost: readonly string[];
}

/** Returns the restrictions of a skill that cannot be applied; undefined if there are none. */
export function lostRestrictions({ input, unit }: RunSkill, rule: FrontmatterRule): Restrictions | undefined {
  if (unit === undefined) return undefined;
  const inText = input.inline === undefined ? [] : findInlineRestrictions(textOf(input), rule);
  const names = [...new Set(unit.findings.map((finding) => finding.rule))];
  const isRepaired = names.includes(parseRules["yaml-repaired"].name);
  const unread = isRepaired ? [] : names.filter((name) => unreadableRules.has(name) || name === ALIAS_LIMIT);
  if (unread.length === 0 || input.inline !== undefined) {
    const lost = new Set([...inText, ...unit.findings.flatMap((finding) => unusableField(finding, unit))]);
    return lost.size === 0 ? undefined : { unread: [], lost: [...lost] };
  }
  return { unread, lost: findUnreadRestrictions(textOf(input), rule) };
}

function textOf(input: RunSkill["input"]): string {
  const read = input.read(input.document);
  return isFailure(read) ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
}

const ALIAS_LIMIT = parseRules["yaml-alias-limit"].name;
/** Rules about values that are not used, with the field in `args`. */
const UNUSED_VALUE = new Set<string>([
  fieldRules["field-type"].name,
  fieldRules["boolean-unparseable"].name,
  toolRules["allowed-tools-invalid"].name,
]);

/** Rules about hooks that never run. */
const UNUSED_HOOK = new Set<string>([fieldRules["hook-invalid"].name, fieldRules["hook-entry-invalid"].name]);

/** Rules about two values for one field, with the field or key in `args`; the last value may restrict less. */
const TWO_VALUES = new Set<string>([parseRules["yaml-duplicate-key"].name, fieldRules["field-twice"].name]);

/** Rules about keys that no client reads, with the key in `args`. */
const UNREAD_KEY = new Set<string>([fieldRules["field-misspelt"].name, fieldRules["unknown-field"].name]);

function unusableField({ rule, args }: Finding, { facts }: SkillUnit): string | readonly string[] {
  if (UNUSED_HOOK.has(rule)) return "hooks";
  // The rule of lists has no argument for the field; a string is read nevertheless.
  if (rule === toolRules["allowed-tools-not-list"].name) return args["found"] === "a string" ? [] : "allowed-tools";
  const key = String(args["field"] ?? args["key"]);
  if (UNREAD_KEY.has(rule)) return (args["known"] !== true && restrictionOf(key)) || [];
  const field = canonicalField(key);
  if (field === undefined || !restrictingFields.has(field)) return [];
  if (TWO_VALUES.has(rule)) return field;
  // An empty value states nothing.
  const statesNothing = args["found"] === EMPTY_STRING || String(args["source"] ?? "-").trim() === "";
  if (!UNUSED_VALUE.has(rule) || statesNothing) return [];
  // Without some of its tools the list allows less.
  return field === "allowed-tools" && facts !== undefined && facts.fields.allowedTools.length > 0 ? [] : field;
}
