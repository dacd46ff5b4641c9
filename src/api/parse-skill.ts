import { compareDiagnostics, diagnose, judge } from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { toJson, type JsonValue } from "../model/fields.ts";
import type { SkillFields } from "../model/unit.ts";
import { parse } from "../parse/index.ts";
import { checkSkill, checkText } from "../check/index.ts";
import { behaviorOf, findProfile, levelChain, readBody, standardProfile } from "../profiles/index.ts";
import { ruleBook } from "../rules.ts";

/**
 * Options of `parseSkill`.
 *
 * @example
 * parseSkill(bytes, { profile: "spec", directory: "pdf", file: "skills/pdf/SKILL.md" });
 */
export interface ParseSkillOptions {
  /** Name of a profile; default `standard`. */
  readonly profile?: string;
  /** `exact` reproduces documented defects of the profile's system. */
  readonly compat?: "exact";
  /** Leave the body out of the result. */
  readonly metadataOnly?: boolean;
  /** Name of the skill's directory: strict profiles require the same name, lenient ones use it for a missing name. */
  readonly directory?: string;
  /** Path for the diagnostics; default `SKILL.md`. */
  readonly file?: string;
}

/**
 * One SKILL.md: its fields, its body and its findings.
 *
 * @example
 * const { skill, diagnostics } = parseSkill(bytes);
 * if (skill === undefined) for (const { message } of diagnostics) console.error(message);
 */
export interface ParsedSkillDocument {
  /** Fields as written; undefined without a readable frontmatter. Keys need not be safe identifiers. */
  readonly frontmatter: Readonly<Record<string, JsonValue>> | undefined;
  /** Fields as in the catalog; undefined if the skill cannot be used in the profile. */
  readonly skill: SkillFields | undefined;
  /** Everything after the closing fence, unchanged or trimmed as by the profile's system; "" with `metadataOnly`. */
  readonly body: string;
  /** Bytes before the body. */
  readonly bodyOffset: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one SKILL.md. Numbers whose text JSON would change (`1.10`, `007`) are kept as text.
 *
 * @param bytes The file as it is on disk; a string counts as UTF-8.
 * @returns the parts that can be read; it never throws for bad input.
 * @example
 * const { frontmatter, body } = parseSkill(await readFile("skills/pdf/SKILL.md"));
 */
export function parseSkill(bytes: Uint8Array | string, options: ParseSkillOptions = {}): ParsedSkillDocument {
  const profile = findProfile(options.profile ?? "standard", options.compat) ?? standardProfile;
  const { directory, file = "SKILL.md" } = options;
  const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const listing = { document: file, dirName: directory, files: [], leftOut: [], nested: [] };
  const { document, found } = parse(data, listing, profile);
  const { checked, found: more } = checkSkill(listing, document, { profile: behaviorOf(profile), sizes: [] });
  const groups = [found, checkText(listing, document), more];
  const { judged } = judge(groups, { book: ruleBook, profiles: levelChain(profile.name) });
  return {
    frontmatter: document.fields === undefined ? undefined : (toJson(document.fields) as Record<string, JsonValue>),
    skill: checked.fields,
    body: options.metadataOnly === true ? "" : readBody(document.body.text, profile.body),
    bodyOffset: document.body.byteOffset,
    diagnostics: judged.map((one) => diagnose(one)).sort(compareDiagnostics),
  };
}

/**
 * Checks frontmatter given as an object, such as the result of another parser.
 *
 * @returns the findings; empty if it is valid.
 * @example
 * validateFrontmatter({ name: "pdf", description: "Reads PDF forms. Use when …" }) // []
 */
export function validateFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
  options: Omit<ParseSkillOptions, "metadataOnly"> = {},
): readonly Diagnostic[] {
  // JSON is YAML: one reader for both inputs applies the same rules.
  const text = `---\n${JSON.stringify(frontmatter)}\n---\n-\n`;
  return parseSkill(text, options).diagnostics.map(({ span: _span, lineText: _lineText, ...diagnostic }) => diagnostic);
}
