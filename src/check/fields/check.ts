import { fieldDefaults, fieldKeyOf, fieldTable, type FieldType } from "../../model/field-table.ts";
import { toJson, type FieldEntry, type JsonValue, type FieldNode } from "../../model/fields.ts";
import { asRestriction, restrictionOf } from "../../model/restrictions.ts";
import { FLAT_DOCUMENT } from "../../model/skill.ts";
import type { SkillFields } from "../../model/unit.ts";
import { canonicalField, knownFields, splitQualifiedName, standardFields } from "../../profiles/index.ts";
import { parseModelReference } from "../../runtime/model-reference.ts";
import { lastEntry, type FieldContext } from "../context.ts";
import { checkDescription, missingDescription } from "../description/check.ts";
import { planRename } from "../field-fixes.ts";
import { checkDeclaredFiles } from "../files/declared-files.ts";
import { checkName } from "../name/check.ts";
import { checkNameForm } from "../name/name-form.ts";
import { checkTools } from "../tools/check.ts";
import { checkClientField, type FieldDraft } from "./client-fields.ts";
import { checkKinds } from "./kinds.ts";
import { checkReader } from "./reader.ts";
import { checkMetadataIndent } from "./metadata-indent.ts";
import { fieldRules } from "./rules.ts";
import { checkCompatibility, checkLicense, checkMetadata } from "./standard-fields.ts";
import { editDistance, nearestNames } from "../../runtime/access.ts";

export interface CheckedFields {
  /** Undefined if the skill cannot be used. */
  readonly fields?: SkillFields;
  /** As read, even if the skill cannot be used. */
  readonly name?: string | undefined;
  readonly fileDescriptions: ReadonlyMap<string, string>;
}

export const EMPTY_FIELDS = { ...fieldDefaults, extra: {} };

export function checkFields(context: FieldContext): CheckedFields {
  const { document, profile } = context;
  if (document.fields === undefined) return withoutFrontmatter(context);
  const name = nameOf(
    context,
    lastEntry(document, (key) => key === "name"),
  );
  const description = checkDescription(
    context,
    lastEntry(document, (key) => key === "description"),
  );
  const draft: FieldDraft = {};
  const fileDescriptions = new Map<string, string>();
  const extra: Record<string, JsonValue> = Object.create(null);
  const last = new Map(document.fields.entries.map((entry) => [entry.key, entry]));
  checkSpellings(context, [...last.values()]);
  const refused = checkKinds(context);
  const outdented = checkMetadataIndent(context, refused.has("metadata"));
  for (const [key, entry] of last) {
    const canonical = canonicalField(key);
    // A strict profile rejects the key itself: the form of its value is not a second mistake.
    const isOther = !standardFields.includes(key);
    const isRejected = isOther && (profile.fields === "closed" || (profile.fields === "no-scalars" && isScalar(entry)));
    if (outdented.has(entry)) extra[key] = toJson(entry.value);
    else if (isRejected || (profile.fields === "open" && canonical === undefined)) reportUnknown(context, entry);
    else if (canonical !== undefined) checkReader(context, entry, canonical);
    if (key === "name" || key === "description") continue;
    const declared = canonical === "files" ? checkDeclaredFiles(context, entry) : undefined;
    for (const [path, text] of declared ?? []) fileDescriptions.set(path, text);
    // What restricts a skill is judged all the same.
    const restricts = canonical !== "allowed-tools" && asRestriction(canonical) !== undefined;
    const isSilent = isRejected && !restricts;
    const shown = refused.has(key) ? { ...context, at: SILENT.at } : context;
    const reading = isSilent ? { ...context, ...SILENT } : shown;
    if (declared === undefined && !readField(reading, canonical, entry, draft)) extra[key] = toJson(entry.value);
  }
  readMetadata(draft);
  if (name === undefined || description === undefined) return { name, fileDescriptions };
  const qualified = profile.naming.qualified ? splitQualifiedName(name) : { name };
  return { fields: { description, ...EMPTY_FIELDS, ...draft, ...qualified, extra }, name, fileDescriptions };
}

const isScalar = ({ value }: FieldEntry): boolean => value.kind === "scalar" && value.value !== null;

/** The name of a single file can differ from that of the file, which is its name if the field is absent. */
function nameOf(context: FieldContext, entry: FieldEntry | undefined): string | undefined {
  const { skill, document, profile, at } = context;
  const { dirName } = skill;
  if (skill.document !== FLAT_DOCUMENT || dirName === undefined || profile.naming.reads === "directory")
    return checkName(context, entry);
  if (entry !== undefined) return checkName({ ...context, skill: { ...skill, dirName: undefined } }, entry);
  checkNameForm(dirName, profile, (rule, args) => at(rule, document.frontmatter?.fence, args));
  return dirName;
}

/** For a field about which nothing is reported. */
const SILENT = { at: () => undefined, loses: () => undefined };

/** A repeated key is a fault of the YAML instead. */
function checkSpellings({ at, loses }: FieldContext, entries: readonly FieldEntry[]): void {
  const first = new Map<string, string>();
  for (const { key, keySpan } of entries) {
    const field = canonicalField(key);
    if (field === undefined) continue;
    const earlier = first.get(field);
    if (earlier === undefined) first.set(field, key);
    else {
      loses(field);
      at(fieldRules["field-twice"], keySpan, { field, first: earlier, last: key });
    }
  }
}

/** Some systems write the model and the tags below metadata. */
function readMetadata(draft: FieldDraft): void {
  const { model, tags } = draft.metadata ?? {};
  if (draft.model === undefined && typeof model === "string" && model.includes("://"))
    draft.model = parseModelReference(model);
  if (draft.tags !== undefined || typeof tags !== "string") return;
  const written = tags.split(",").map((tag) => tag.trim());
  draft.tags = [...new Set(written.filter((tag) => tag !== ""))];
}

function withoutFrontmatter({ skill, document, profile }: FieldContext): CheckedFields {
  const fileDescriptions = new Map<string, string>();
  const description = missingDescription({ document, profile });
  const name = skill.dirName;
  if (profile.naming.missing === "refuse" || description === undefined || name === undefined)
    return { fileDescriptions };
  return { fields: { ...EMPTY_FIELDS, name, description }, fileDescriptions };
}

/** Returns false for a field that belongs under `extra`. */
function readField(
  context: FieldContext,
  canonical: string | undefined,
  entry: FieldEntry,
  draft: FieldDraft,
): boolean {
  const assign = <K extends keyof SkillFields>(field: K, value: SkillFields[K] | undefined): boolean => {
    if (value !== undefined) draft[field] = value;
    return value !== undefined;
  };
  switch (canonical) {
    case "license":
      return assign("license", checkLicense(context, entry));
    case "compatibility":
      return assign("compatibility", checkCompatibility(context, entry));
    case "metadata":
      return assign("metadata", checkMetadata(context, entry));
    case "allowed-tools": {
      const { tools, raw } = checkTools(context, entry);
      return assign("allowedTools", tools) && assign("allowedToolsRaw", raw);
    }
    default: {
      const key = canonical === undefined ? undefined : fieldKeyOf(canonical);
      return key !== undefined && checkClientField(context, key, entry, draft);
    }
  }
}

function reportUnknown({ document, at, loses, profile }: FieldContext, entry: FieldEntry): void {
  const { key: field, keySpan } = entry;
  const isKnown = canonicalField(field) !== undefined;
  // No client reads it in this spelling.
  const restriction = isKnown ? undefined : restrictionOf(field);
  if (restriction !== undefined) loses(restriction);
  const meant = findMeantField(entry, profile.fields === "closed" ? standardFields : knownFields);
  const nearest = meant?.name ?? "";
  const applicability = meant?.likeness === "same" ? "safe" : "unsafe";
  const fixes =
    meant === undefined || meant.likeness === "near"
      ? []
      : planRename(document, { field, right: nearest, span: keySpan, applicability });
  if (meant !== undefined && meant.likeness !== "near" && profile.fields === "open")
    return at(fieldRules["field-misspelt"], keySpan, { field, nearest }, { fixes });
  at(fieldRules["unknown-field"], keySpan, { field, nearest, known: isKnown }, { fixes });
}

interface MeantField {
  readonly name: string;
  /**
   * `same`: the same word in another spelling. `typo`: one letter of a long word is wrong, missing, extra or swapped.
   * `near`: similar, but as likely another word: `authors` and `author`, `created_at` and `created_by`.
   */
  readonly likeness: "same" | "typo" | "near";
}

/** Too many other words are one letter away from a shorter one. */
const LONG_WORD = 6;

/** Undefined if no field is similar, or if the value does not have the type of the similar one. */
function findMeantField({ key, value }: FieldEntry, candidates: readonly string[]): MeantField | undefined {
  const same = candidates.find((candidate) => bare(candidate) === bare(key));
  if (same !== undefined) return { name: same, likeness: "same" };
  const fitting = candidates.filter((candidate) => hasTypeOf(value, candidate));
  const [name, ...others] = nearestNames(key, fitting);
  if (name === undefined || Math.abs(name.length - key.length) > 2) return undefined;
  return { name, likeness: isTypo(key, name) && !others.some((other) => isTypo(key, other)) ? "typo" : "near" };
}

/** Without case and separators; `licence` is the British spelling. */
const bare = (field: string): string =>
  field
    .toLowerCase()
    .replaceAll(/[-_\s]/g, "")
    .replace(/^licence$/, "license");

function isTypo(field: string, meant: string): boolean {
  const [one, two] = [bare(field), bare(meant)];
  const isLong = Math.min(one.length, two.length) >= LONG_WORD;
  return isLong && one[0] === two[0] && one.at(-1) === two.at(-1) && editDistance(one, two, 1) === 1;
}

const kindsOf: Readonly<Record<FieldType, readonly FieldNode["kind"][]>> = {
  text: ["scalar"],
  model: ["scalar"],
  texts: ["scalar", "list"],
  tools: ["scalar", "list"],
  mapping: ["map"],
  metadata: ["map"],
  flag: ["scalar"],
  source: ["scalar", "list", "map"],
};

function hasTypeOf(value: FieldNode, field: string): boolean {
  if (field === "name" || field === "description") return value.kind === "scalar";
  const key = fieldKeyOf(field);
  if (key === undefined) return false;
  const { type } = fieldTable[key];
  const isFlag = value.kind === "scalar" && /^(?:true|false|yes|no|on|off)$/i.test(value.source);
  return type === "flag" ? isFlag : kindsOf[type].includes(value.kind) && !(isFlag && type === "text");
}
