import { fieldTable, readFieldValue, type FieldKey, type FieldRow } from "../../model/field-table.ts";
import { toJson, type FieldEntry, type FieldNode } from "../../model/fields.ts";
import type { SkillFields } from "../../model/unit.ts";
import { phpTruth } from "../../profiles/index.ts";
import { nearestNames } from "../../runtime/access.ts";
import { describeValue, isBlank, type FieldContext } from "../context.ts";
import { planFlag, planQuotedList, planQuotes } from "../field-fixes.ts";
import { checkHooks } from "./hooks.ts";
import { checkTools } from "../tools/check.ts";
import { fieldRules } from "./rules.ts";
import { parseModelReference } from "../../runtime/model-reference.ts";

export type FieldDraft = { -readonly [K in keyof SkillFields]?: SkillFields[K] };

const TRUE = /^(?:true|yes|on|1)$/i;
const FALSE = /^(?:false|no|off|0)$/i;

/** Returns false if the value cannot be used. */
export function checkClientField(context: FieldContext, key: FieldKey, entry: FieldEntry, draft: FieldDraft): boolean {
  const { value } = entry;
  const row: FieldRow = fieldTable[key];
  const set = (taken: unknown): boolean => taken !== undefined && Object.assign(draft, { [key]: taken }) !== undefined;
  const isEmpty = value.kind === "scalar" && value.value === null;
  // `[issue-number]` without quotes is a YAML list; the text as written counts.
  if (row.type === "source") {
    if (!isEmpty) checkHint(context, value);
    return isEmpty || set(value.source);
  }
  if (row.type === "tools") return set(checkTools(context, entry).tools);
  if (row.type === "flag") return setBoolean(context, entry, set);
  if (row.type === "model") checkModelReference(context, entry);
  if (key === "hooks") checkHooks(context, value);
  if (isEmpty) return true;
  checkKnownValue(context, row.field, value);
  if (key === "version" && value.kind === "scalar" && !SEMVER.test(value.source))
    context.at(fieldRules["version-not-semver"], value.span, { version: value.source });
  const wanted = refusedForm(context, row.field, value);
  if (wanted === undefined && set(readFieldValue(row, toJson(value)))) return true;
  const refused = Object.hasOwn(context.profile.forms, row.field) ? context.profile.label : "";
  const args = { field: entry.key, expected: wanted ?? row.expected, found: describeUnused(row, value), refused };
  // An empty value states nothing.
  if (!isBlank(value)) context.loses(row.field);
  context.at(fieldRules["field-type"], value.span, args);
  return false;
}

/** A hint in brackets is a list; a client that reads only strings loses the skill. */
function checkHint({ document, at }: FieldContext, value: FieldNode): void {
  if (value.kind === "scalar" && typeof value.value === "string") return;
  const args = { found: describeValue(value), written: value.source };
  at(fieldRules["argument-hint-not-string"], value.span, args, {
    fixes: [...planQuotes(document, value), ...planQuotedList(document, value)],
  });
}

/** An empty string states nothing, one of separators may restrict. */
function describeUnused({ type }: FieldRow, value: FieldNode): string {
  if (isBlank(value)) return "an empty string";
  const isSeparators = type === "texts" && value.kind === "scalar" && /^[\s,]+$/.test(value.source);
  return isSeparators ? "a string of separators" : describeValue(value);
}

/** A quoted "false" is false: read as true it would hide a skill, or show it, against its author's intention. */
function setBoolean(
  { profile, at, loses }: FieldContext,
  { key, value }: FieldEntry,
  set: (flag: boolean) => unknown,
): boolean {
  if (profile.booleans === "php") {
    set(phpTruth(value) ?? FALSE_IS_DEFAULT.test(key) === false);
    return true;
  }
  const source = value.kind === "scalar" ? value.source : "";
  const flag = TRUE.test(source) ? true : FALSE.test(source) ? false : undefined;
  // An empty value states nothing.
  if (flag === undefined && (value.kind !== "scalar" || source.trim() !== "")) loses(key);
  if (flag === undefined && value.kind === "scalar")
    at(fieldRules["boolean-unparseable"], value.span, { field: key, source });
  else if (flag === undefined)
    at(fieldRules["field-type"], value.span, {
      field: key,
      expected: "true or false",
      found: describeValue(value),
      refused: "",
    });
  else if (value.kind === "scalar" && typeof value.value !== "boolean")
    at(
      fieldRules["boolean-as-text"],
      value.span,
      { field: key, source, taken: flag },
      { fixes: planFlag(value, flag) },
    );
  if (flag !== undefined) set(flag);
  return flag !== undefined;
}

const FALSE_IS_DEFAULT = /disable/i;

/** Undefined if the value has the required form. */
function refusedForm({ profile }: FieldContext, canonical: string, value: FieldNode): string | undefined {
  const form = Object.hasOwn(profile.forms, canonical) ? profile.forms[canonical] : undefined;
  if (form === undefined || (value.kind === "scalar" && value.value === null)) return undefined;
  const isText = value.kind === "scalar" && typeof value.value === "string";
  const fits = {
    list: value.kind === "list",
    "text-or-list": isText || value.kind === "list",
    scalar: value.kind === "scalar",
  }[form];
  return fits
    ? undefined
    : { list: "a list", "text-or-list": "a string or a list of strings", scalar: "a string" }[form];
}

/** Three numbers and what semver.org allows after them; a `v` before them is common. */
const SEMVER = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** Claude Code ignores other values or uses the default. */
const KNOWN_VALUES: ReadonlyMap<
  string,
  readonly [readonly string[], "shell-unknown-value" | "context-unknown-value" | "effort-unknown-value"]
> = new Map([
  ["shell", [["bash", "powershell"], "shell-unknown-value"]],
  ["context", [["fork", "inline"], "context-unknown-value"]],
  ["effort", [["low", "medium", "high", "max"], "effort-unknown-value"]],
] as const);

function checkKnownValue({ at }: FieldContext, canonical: string, value: FieldNode): void {
  const known = KNOWN_VALUES.get(canonical);
  if (known === undefined || value.kind !== "scalar") return;
  const [words, name] = known;
  if (words.includes(value.source) || (canonical === "effort" && /^\d+$/.test(value.source))) return;
  at(fieldRules[name], value.span, { value: value.source, nearest: nearestNames(value.source, words)[0] ?? "" });
}

function checkModelReference({ at }: FieldContext, { key, keySpan, value }: FieldEntry): void {
  if (value.kind !== "scalar") return;
  const { source } = value;
  if (isBlank(value))
    at(fieldRules["model-invalid"], value.span ?? keySpan, { field: key, written: source, fault: "is empty" });
  if (!source.includes("://")) return;
  const { provider, model, params = {} } = parseModelReference(source);
  const bare = Object.entries(params).find(([name, text]) => name === "" || text === "")?.[0];
  const fault =
    provider === undefined
      ? "names no provider before ://"
      : model === ""
        ? "names no model after ://"
        : bare !== undefined
          ? `gives the parameter "${bare}" no value`
          : "";
  if (fault !== "") at(fieldRules["model-invalid"], value.span, { field: key, written: source, fault });
}
