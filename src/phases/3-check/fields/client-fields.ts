/** Checks the types of client and system fields that have their own place in the catalog. */
import { toJson, type FieldEntry, type FieldNode, type JsonValue } from "../../../model/fields.ts";
import type { SkillFields } from "../../../model/unit.ts";
import { phpTruth } from "../../../profiles/index.ts";
import { nearestNames } from "../../../runtime/access.ts";
import { parseModelReference } from "../../../runtime/model-reference.ts";
import { describeValue, type FieldContext } from "../context.ts";
import { planFlag } from "../field-fixes.ts";
import { checkHooks } from "./hooks.ts";
import { checkModelReference } from "./model.ts";
import { checkTools } from "../tools/check.ts";
import { fieldRules } from "./rules.ts";

type Draft = { -readonly [K in keyof SkillFields]?: SkillFields[K] };

const TRUE = /^(?:true|yes|on|1)$/i;
const FALSE = /^(?:false|no|off|0)$/i;

/** Converts a value to the type of a field; undefined if it has another type. */
type Reader<T> = (value: JsonValue) => T | undefined;

/** Reads a scalar as written: `version: 1.10` is "1.10". */
const text: Reader<string> = (value) => (value === null || typeof value === "object" ? undefined : String(value));

const words =
  (separator: RegExp): Reader<readonly string[]> =>
  (value) => {
    if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).flatMap((item) => text(item) ?? []);
      return items.length === value.length ? items : undefined;
    }
    return text(value)
      ?.split(separator)
      .map((word) => word.trim())
      .filter((word) => word !== "");
  };

const map: Reader<Readonly<Record<string, JsonValue>>> = (value) =>
  value === null || typeof value !== "object" || Array.isArray(value)
    ? undefined
    : (value as Readonly<Record<string, JsonValue>>);

interface ClientField {
  /** The required type, for the message. */
  readonly expected: string;
  readonly apply: (draft: Draft, value: JsonValue) => boolean;
}

function field<T>(expected: string, read: Reader<T>, set: (draft: Draft, value: T) => void): ClientField {
  const apply = (draft: Draft, value: JsonValue): boolean => {
    const taken = read(value);
    if (taken !== undefined) set(draft, taken);
    return taken !== undefined;
  };
  return { expected, apply };
}

const clientFields: ReadonlyMap<string, ClientField> = new Map([
  ["version", field("a string", text, (draft, value) => (draft.version = value))],
  ["when_to_use", field("a string", text, (draft, value) => (draft.whenToUse = value))],
  ["context", field("a string", text, (draft, value) => (draft.context = value))],
  ["agent", field("a string", text, (draft, value) => (draft.agent = value))],
  ["effort", field("a string", text, (draft, value) => (draft.effort = value))],
  ["shell", field("a string", text, (draft, value) => (draft.shell = value))],
  ["model", field("a string", text, (draft, value) => (draft.model = parseModelReference(value)))],
  ["tags", field("a list of strings", words(/,/), (draft, value) => (draft.tags = unique(value)))],
  ["toolsets", field("a list of strings", words(/,/), (draft, value) => (draft.toolsets = unique(value)))],
  [
    "required_scope",
    field("a string or a list of strings", words(/,/), (draft, value) => (draft.requiredScope = unique(value))),
  ],
  [
    "paths",
    field("a string or a list of globs", words(/[,\s]+(?![^{]*\})/), (draft, value) => (draft.paths = unique(value))),
  ],
  ["arguments", field("a list of names", words(/[\s,]+/), (draft, value) => (draft.arguments = unique(value)))],
  ["hooks", field("a mapping of events", map, (draft, value) => (draft.hooks = value))],
]);

/** Checks one such field and writes it into the draft; false when its value cannot be used. */
export function checkClientField(context: FieldContext, canonical: string, entry: FieldEntry, draft: Draft): boolean {
  const { value } = entry;
  const isEmpty = value.kind === "scalar" && value.value === null;
  switch (canonical) {
    case "argument-hint":
      // `[issue-number]` without quotes is a YAML list; the text as written counts.
      if (!isEmpty) draft.argumentHint = value.source;
      return true;
    case "disallowed-tools":
      draft.disallowedTools = checkTools(context, entry).tools;
      return true;
    case "disable-model-invocation":
      return setBoolean(context, entry, (flag) => (draft.disableModelInvocation = flag));
    case "user-invocable":
      return setBoolean(context, entry, (flag) => (draft.userInvocable = flag));
  }
  if (canonical === "model") checkModelReference(context, entry);
  if (canonical === "hooks") checkHooks(context, value);
  const known = clientFields.get(canonical);
  if (known === undefined || isEmpty) return known !== undefined;
  checkKnownValue(context, canonical, value);
  if (canonical === "version" && value.kind === "scalar" && !SEMVER.test(value.source))
    context.at(fieldRules["version-not-semver"], value.span, { version: value.source });
  const wanted = refusedForm(context, canonical, value);
  const fits = wanted === undefined && known.apply(draft, toJson(value));
  const refused = Object.hasOwn(context.profile.forms, canonical) ? context.profile.label : "";
  if (!fits)
    context.at(fieldRules["field-type"], value.span, {
      field: entry.key,
      expected: wanted ?? known.expected,
      found: describeValue(value),
      refused,
    });
  return fits;
}

/** A quoted "false" is false: taking it for true hides a skill, or shows it, against its author's word. */
function setBoolean({ profile, at }: FieldContext, { key, value }: FieldEntry, set: (flag: boolean) => void): boolean {
  if (profile.booleans === "php") {
    set(phpTruth(value) ?? FALSE_IS_DEFAULT.test(key) === false);
    return true;
  }
  const source = value.kind === "scalar" ? value.source : "";
  const flag = TRUE.test(source) ? true : FALSE.test(source) ? false : undefined;
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

/** What a value would have to be for the reader of the profile, when it is not. */
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

/** Values that Claude Code supports; it ignores others or uses the default. */
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

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
