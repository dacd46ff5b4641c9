/**
 * Takes: a ParsedSkill. Gives: a CheckedSkill with typed fields, or undefined if an error makes it unusable; findings
 * go to the report. Never: reads another skill or a file, changes its input.
 */
import { toJson, type JsonValue } from "../../model/fields.ts";
import type { CheckedSkill, FrontmatterBlock, ParsedSkill, SkillFields } from "../../model/skill.ts";
import { countLineEnds, type TextSpan } from "../../model/source.ts";
import { parseModelReference } from "../../runtime/model-reference.ts";
import { estimateTokens } from "../../runtime/prompt/token-count.ts";
import { canonicalField, knownFields, splitQualifiedName, standardFields, typedFields } from "../../profiles/index.ts";
import { editDistance, nearestNames } from "../../runtime/access.ts";
import { createContext, lastEntry, type CheckContext } from "./context.ts";
import type { CheckOptions } from "./check-options.ts";
import { checkAnchors } from "./links/anchors.ts";
import { planRename } from "./field-fixes.ts";
import { checkClientField } from "./fields/client-fields.ts";
import { checkCodeFences } from "./links/code-fences.ts";
import { checkCodePaths } from "./links/code-paths.ts";
import { checkDeclaredFiles } from "./files/declared-files.ts";
import { checkDeceptiveText } from "./security/check.ts";
import { checkDescription, missingDescription } from "./description/check.ts";
import { checkFileNames } from "./files/file-names.ts";
import { checkInvocation } from "./fields/invocation.ts";
import { checkLinks } from "./links/check.ts";
import { checkName } from "./name/check.ts";
import { checkExecutes, checkFileCount, checkOfferedTools, checkReader } from "./fields/reader.ts";
import { checkCompatibility, checkLicense, checkMetadata } from "./fields/standard-fields.ts";
import { checkSubstitution } from "./substitution/check.ts";
import { checkTagForms } from "./fields/tags.ts";
import { checkTextHygiene } from "./text/check.ts";
import { checkTools } from "./tools/check.ts";

export { checkCompanion } from "./companions/check.ts";
export type { CheckOptions } from "./check-options.ts";
export { checkPreparedOutput } from "./prepared-output.ts";
export { createTargetLook } from "./links/check.ts";
export { createFileChecks, type FileChecks, type FileContents } from "./files/check.ts";

/** Recommended sizes (agentskills.io specification: under 500 lines, under 5,000 tokens). */
const MAX_LINES = 500;
const MAX_TOKENS = 5_000;

export function check(
  skill: ParsedSkill,
  { profile, report, key, offeredTools }: CheckOptions,
): CheckedSkill | undefined {
  const context = createContext(skill, profile, report, key);
  for (const nested of skill.nested) context.at("nested-skill", undefined, { nested });
  checkFileNames(context);
  checkFileCount(context);
  checkTextHygiene(context);
  checkBody(context);
  checkLinks(context);
  checkAnchors(context);
  checkCodeFences(context);
  checkCodePaths(context);
  checkSubstitution(context);
  checkDeceptiveText(context.at, skill.source.text, {
    path: "SKILL.md",
    metadataEnd: skill.frontmatter === undefined ? 0 : skill.body.start,
    name: lastEntry(skill, (key) => key === "name")?.value.span,
  });
  const typed = checkFields(context);
  if (typed !== undefined) {
    checkInvocation(context, typed);
    checkExecutes(context, typed);
    checkOfferedTools(context, typed, offeredTools);
  }
  checkTagForms(context);
  return typed === undefined ? undefined : { ...skill, typed };
}

/** Checks only the fields, for frontmatter outside a SKILL.md. */
export function checkFrontmatter(skill: ParsedSkill, { profile, report, key }: CheckOptions): void {
  checkFields(createContext(skill, profile, report, key));
}

/** Creates a skill from a document without usable frontmatter: the text as the body, the directory as the name. */
export function asBareBody(skill: ParsedSkill): CheckedSkill | undefined {
  if (skill.dirName === undefined) return undefined;
  const start = skill.source.text.startsWith("\uFEFF") ? 1 : 0;
  const body = { start, byteOffset: start * 3, line: 1, text: skill.source.text.slice(start) };
  return { ...skill, body, typed: { ...EMPTY_FIELDS, name: skill.dirName, description: "" } };
}

const EMPTY_FIELDS = {
  metadata: {},
  allowedTools: [],
  tags: [],
  toolsets: [],
  requiredScope: [],
  hooks: {},
  disableModelInvocation: false,
  userInvocable: true,
  extra: {},
} as const;

function checkBody({ skill, at }: CheckContext): void {
  if (skill.body.text.trim() === "" && skill.frontmatter !== undefined)
    at("body-empty", closingFence(skill.frontmatter, skill.source.text), {});
  const lines = countLines(skill.source.text);
  if (lines > MAX_LINES) at("body-too-many-lines", undefined, { lines, limit: MAX_LINES });
  // The estimate never exceeds half the bytes, so small bodies need no exact estimate.
  if (skill.bytes.length < MAX_TOKENS * 2) return;
  const tokens = estimateTokens(skill.bytes.subarray(skill.body.byteOffset));
  if (tokens > MAX_TOKENS) at("body-too-many-tokens", undefined, { tokens, limit: MAX_TOKENS });
}

/** Counts lines as an editor does: a final line ending does not start another line. */
function countLines(text: string): number {
  return countLineEnds(text) + (text.endsWith("\n") || text.endsWith("\r") ? 0 : 1);
}

/** The line after the block: three hyphens and optional whitespace. */
function closingFence({ span }: FrontmatterBlock, text: string): TextSpan {
  const start = span.end + (/^[\r\n]*/.exec(text.slice(span.end, span.end + 2))?.[0].length ?? 0);
  return { start, end: start + 3 };
}

function checkFields(context: CheckContext): SkillFields | undefined {
  const { skill, profile } = context;
  if (skill.fields === undefined) return withoutFrontmatter(context);
  const name = checkName(
    context,
    lastEntry(skill, (key) => key === "name"),
  );
  const description = checkDescription(
    context,
    lastEntry(skill, (key) => key === "description"),
  );

  const draft: { -readonly [K in keyof SkillFields]?: SkillFields[K] } = {};
  const extra: Record<string, JsonValue> = Object.create(null);
  const last = new Map(skill.fields.entries.map((entry) => [entry.key, entry]));
  for (const [key, entry] of last) {
    const canonical = canonicalField(key);
    if (profile.fields === "closed" ? !standardFields.includes(key) : canonical === undefined)
      reportUnknown(context, key, entry.keySpan);
    else if (canonical !== undefined) checkReader(context, entry, canonical);
    if (key === "name" || key === "description") continue;
    if (!readField(context, canonical, entry, draft)) extra[key] = toJson(entry.value);
  }
  const metadata = draft.metadata ?? {};
  const modelUri = metadata["model"];
  if (draft.model === undefined && typeof modelUri === "string" && modelUri.includes("://"))
    draft.model = parseModelReference(modelUri);
  if (draft.tags === undefined && typeof metadata["tags"] === "string")
    draft.tags = [
      ...new Set(
        metadata["tags"]
          .split(",")
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ""),
      ),
    ];
  if (name === undefined || description === undefined) return undefined;
  const qualified = profile.naming.qualified ? splitQualifiedName(name) : { name };
  return { ...EMPTY_FIELDS, ...draft, ...qualified, description, extra };
}

function withoutFrontmatter({ skill, profile }: CheckContext): SkillFields | undefined {
  const description = missingDescription({ skill, profile });
  if (profile.naming.missing === "refuse" || description === undefined || skill.dirName === undefined) return undefined;
  return { ...EMPTY_FIELDS, name: skill.dirName, description };
}

/** Reads one field into the draft; returns false if it belongs under `extra`. */
function readField(
  context: CheckContext,
  canonical: string | undefined,
  entry: Parameters<typeof checkClientField>[2],
  draft: { -readonly [K in keyof SkillFields]?: SkillFields[K] },
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
    case "files":
      return assign("fileDescriptions", checkDeclaredFiles(context, entry));
    case "allowed-tools": {
      const { tools, raw } = checkTools(context, entry);
      return assign("allowedTools", tools) && assign("allowedToolsRaw", raw);
    }
    default:
      return isClientField(canonical) && checkClientField(context, canonical, entry, draft);
  }
}

function isClientField(canonical: string | undefined): canonical is string {
  return canonical !== undefined && typedFields.includes(canonical);
}

/** Returns whether every other name is clearly less similar than the nearest one. */
function isClear(field: string, nearest: string, others: readonly string[]): boolean {
  const distance = (name: string): number => editDistance(field.toLowerCase(), name.toLowerCase(), 4);
  const least = distance(nearest);
  return others.every((other) => (least === 0 ? distance(other) > 0 : distance(other) > least + 1));
}

function reportUnknown(
  { skill, at, profile }: CheckContext,
  field: string,
  span: { start: number; end: number } | undefined,
): void {
  const candidates = profile.fields === "closed" ? standardFields : knownFields;
  const [nearest = "", ...others] = nearestNames(field, candidates);
  const isNear = nearest !== "" && Math.abs(nearest.length - field.length) <= 2;
  const fixes = isNear && isClear(field, nearest, others) ? planRename(skill, field, nearest, span) : [];
  if (isNear && profile.fields === "open") return at("field-misspelt", span, { field, nearest }, [], fixes);
  const known = canonicalField(field) !== undefined;
  at("unknown-field", span, { field, nearest: isNear ? nearest : "", known }, [], fixes);
}
