/**
 * Takes: the parsed documents of one skill. Gives: typed fields, and findings without levels. Never: looks at another
 * skill, reads a file, changes what it was given.
 */
import { createFindings, type Findings } from "../diagnostics/index.ts";
import type { SkillDocument } from "../model/document.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { RestrictingField } from "../model/restrictions.ts";
import { FLAT_DOCUMENT } from "../model/skill.ts";
import type { SkillFields } from "../model/unit.ts";
import type { ProfileBehavior } from "../profiles/index.ts";
import { tokenizeBody } from "../runtime/render/tokenize.ts";
import { reportFiles, reportIn, type FieldContext, type SkillContext, type SkillListing } from "./context.ts";
import { checkFields, EMPTY_FIELDS, type CheckedFields } from "./fields/check.ts";
import { checkExecutes } from "./fields/reader.ts";
import { checkIndexTier, checkInvocation, checkTagForms } from "./fields/related-fields.ts";
import { createLosses } from "./losses.ts";
import { applyOpenaiPolicy } from "./manifests/openai-policy.ts";
import type { OpenaiPolicy } from "./manifests/openai-yaml.ts";
import { checkFileNames } from "./files/file-names.ts";
import { fileRules } from "./files/rules.ts";
import { checkAnchors } from "./links/anchors.ts";
import { checkLinks } from "./links/check.ts";
import { checkCodeFences } from "./links/code-fences.ts";
import { checkCodePaths } from "./links/code-paths.ts";
import { checkDeceptiveDocument } from "./security/check-document.ts";
import { checkReferences } from "./references/check.ts";
import type { FoundReference } from "./references/declared.ts";
import { checkBodySize, checkLimits, checkUploadSize } from "./size/check.ts";
import { checkCommands, checkSubstitution } from "./substitution/check.ts";
import { checkControlCharacters, checkTextHygiene } from "./text/check.ts";
import { checkOfferedTools } from "./tools/check.ts";

export { reportIn } from "./context.ts";
export { checkCompanion } from "./companions/check.ts";
export { createEvalChecks, type ReadEvals } from "./evals/check.ts";
export { createEvalTest, MOST_EVAL_BYTES } from "./evals/eval-paths.ts";
export { readEvals } from "./evals/read-evals.ts";
export { createFileChecks } from "./files/check.ts";
export { createTargetTest, pathInSkill, pathOfTarget } from "./links/check.ts";
export { findOutside, outsideIn } from "./links/outside.ts";
export { checkOpenaiYaml, OPENAI_YAML, type OpenaiPolicy } from "./manifests/openai-yaml.ts";
export { checkPreparedOutput } from "./prepared-output.ts";
export { createLargeTextCheck } from "./security/large-text.ts";

/** Checks what every profile reads alike: names of files, text, links, tokens. */
export function checkText(skill: SkillListing, document: SkillDocument): FindingGroup {
  const findings = createFindings();
  const context = createContext(skill, document, findings);
  for (const nested of skill.nested) context.at(fileRules["nested-skill"], undefined, { nested });
  checkFileNames(context);
  checkTextHygiene(context);
  checkBodySize(context);
  // Links of a single file start where it is.
  checkLinks(context, skill.document === FLAT_DOCUMENT ? ".." : "");
  checkAnchors(context);
  checkCodeFences(context);
  checkCodePaths(context);
  checkCommands(context);
  checkDeceptiveDocument(document, "SKILL.md", findings);
  checkTagForms(context);
  return findings;
}

interface CheckSkillOptions {
  readonly profile: ProfileBehavior;
  /** Names of the tools that the application has; undefined when that is unknown. */
  readonly tools?: readonly string[] | undefined;
  readonly sizes: readonly { readonly path: string; readonly bytes: number }[];
  /** The links of the body; default: those of the document. */
  readonly links?: SkillDocument["links"] | undefined;
  /** Further fields whose items are names of skills. */
  readonly skillFields?: readonly string[] | undefined;
  /** What `agents/openai.yaml` says; undefined without the file. */
  readonly openai?: OpenaiPolicy | undefined;
}

/** What the fields of a skill are under one profile. */
export interface CheckedSkill {
  readonly checked: CheckedFields;
  /** Restrictions whose values cannot be applied. */
  readonly unusable: readonly RestrictingField[];
  /** The skills that it names. */
  readonly references: readonly FoundReference[];
  readonly found: FindingGroup;
}

/** Checks what depends on the profile: fields and limits. */
export function checkSkill(
  skill: SkillListing,
  document: SkillDocument,
  { profile, tools, sizes, openai, links = document.links, skillFields = [] }: CheckSkillOptions,
): CheckedSkill {
  const findings = createFindings();
  const { loses, all } = createLosses();
  const context: SkillContext & FieldContext = { profile, loses, ...createContext(skill, document, findings) };
  checkLimits(context, profile);
  checkControlCharacters(context, profile);
  const written = checkFields(context);
  const checked = openai === undefined ? written : applyOpenaiPolicy(written, openai, { ...context, findings });
  if (checked.fields !== undefined) {
    checkInvocation(context, checked.fields);
    checkIndexTier(context, checked.fields);
    checkExecutes(context, checked.fields);
    checkOfferedTools(context, checked.fields, tools);
  }
  checkSubstitution(context, checked.fields);
  checkUploadSize(context, profile, sizes);
  const references = checkReferences(context, checked.fields, { links, more: skillFields });
  return { checked, unusable: all(checked.fields?.allowedTools ?? []), references, found: findings };
}

function createContext(skill: SkillListing, document: SkillDocument, findings: Findings): SkillContext {
  return { skill, document, at: reportIn(document.source, findings), atFile: reportFiles(findings) };
}

/** The skill that a document without usable frontmatter still is: its text as the body, its directory as the name. */
export function asBareBody(
  { dirName }: Pick<SkillListing, "dirName">,
  document: SkillDocument,
): { readonly document: SkillDocument; readonly fields: SkillFields } | undefined {
  if (dirName === undefined) return undefined;
  const { text } = document.source;
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const body = { start, byteOffset: start * 3, line: 1, text: text.slice(start) };
  const places = tokenizeBody(body.text);
  return { document: { ...document, body, places }, fields: { ...EMPTY_FIELDS, name: dirName, description: "" } };
}
