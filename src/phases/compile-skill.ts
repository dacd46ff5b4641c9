/** Compiles one skill: from its bytes to its unit, under as many profiles as asked for. */
import { decodeText } from "../contents/index.ts";
import { createFindings, readSuppressionComments, type Findings } from "../diagnostics/index.ts";
import type { Document, SkillDocument } from "../model/document.ts";
import type { FindingGroup, SuppressionComment } from "../model/finding.ts";
import { sampleOf } from "../model/compared-files.ts";
import { isFailure, type HostFailure } from "../model/host.ts";
import type { FileBytes, SkillInput } from "../model/skill.ts";
import { createSourceText, type SourceText } from "../model/source.ts";
import type { OutsideLink, ReadingFacts, SkillUnit, UnreadableFile } from "../model/unit.ts";
import { isQualifiedName, type FrontmatterRule } from "../profiles/index.ts";
import { discoverRules } from "../discover/rules.ts";
import {
  asMarkdown,
  doubtfulParts,
  findInlineRestrictions,
  findUnreadRestrictions,
  loadLinkReader,
  parse,
  parseYamlDocument,
  withLinks,
  type Parsed,
} from "../parse/index.ts";
import {
  asBareBody,
  checkOpenaiYaml,
  checkSkill,
  checkText,
  createEvalChecks,
  createEvalTest,
  createFileChecks,
  createTargetTest,
  findOutside,
  outsideIn,
  type ReadEvals,
  OPENAI_YAML,
  reportIn,
  type OpenaiPolicy,
} from "../check/index.ts";
import { measure, readForeign, readLarge } from "./read-file.ts";
import { bulkOfEvals, judgeEvals, shippedFiles } from "./unit-evals.ts";
import {
  findNonstandard,
  toBulk,
  toComparedFiles,
  toFacts,
  toLinkRow,
  type FileSamples,
  type ReadFile,
} from "./unit-facts.ts";
import { referencesIn } from "./unit-references.ts";
import { unitKey } from "./unit-key.ts";
import type { UnitHashing, UnitSettings } from "./unit-settings.ts";
import { findWritten } from "./frontmatter-places.ts";

/**
 * Compiles a skill under each of the settings. Everything is read once; what two settings read alike is done once. All
 * settings have the same eval files.
 *
 * @returns one unit per settings, in order. Never rejects because of what is in the skill.
 * @example
 * const [unit] = await compileSkill(input, [{ profile: behaviorOf(standardProfile) }], { hash, build });
 */
export async function compileSkill(
  input: SkillInput,
  settings: readonly UnitSettings[],
  hashing?: UnitHashing,
): Promise<readonly SkillUnit[]> {
  const read = new Map<string, FileBytes | HostFailure>();
  const document = input.read(input.document);
  read.set(input.document, document);
  const bytes = isFailure(document) ? new Uint8Array() : document.bytes;
  const readings = await readDocuments(input, bytes, settings);
  const { evals, shares } = settings[0] ?? {};
  const options = { read, patterns: evals?.files ?? [], shares };
  const files = await readFiles(input, [...new Set(readings.map(({ texts }) => texts))], options);
  return settings.map((one, index): SkillUnit => {
    const reading = readings[index] as SkillReading;
    const key = hashing === undefined ? "" : unitKey({ input, settings: one, read, ...hashing });
    const sha256 = isFailure(document) ? "" : document.sha256;
    return toUnit({ input, settings: one, reading, files, key, sha256, hash: hashing?.hash ?? (() => "") });
  });
}

/** A document as one profile reads it; `texts` is shared by readings that see the same text in the same way. */
interface SkillReading {
  readonly parsed: Parsed;
  readonly texts: TextPart;
}

/** What is found in the texts of a skill, whatever the profile. */
interface TextPart {
  readonly document: SkillDocument;
  readonly found: FindingGroup;
  /** Of the other files; complete once they are read. */
  filesFound: FindingGroup;
}

async function readDocuments(
  input: SkillInput,
  bytes: Uint8Array,
  settings: readonly UnitSettings[],
): Promise<readonly SkillReading[]> {
  const readBy = new Map<string, SkillReading>();
  const textsBy = new Map<string, TextPart>();
  const readings: SkillReading[] = [];
  for (const { profile } of settings) {
    const key = settings.length === 1 ? "" : JSON.stringify(withoutIdleRules(profile.frontmatter, bytes));
    let reading = readBy.get(key);
    if (reading === undefined) {
      const parsed = parse(bytes, input, profile);
      const { body, fields, frontmatter } = parsed.document;
      const textKey = settings.length === 1 ? "" : JSON.stringify([body.start, frontmatter?.span, fields]);
      const texts = textsBy.get(textKey) ?? (await readTexts(parsed.document, input));
      textsBy.set(textKey, texts);
      reading = { parsed, texts };
      readBy.set(key, reading);
    }
    readings.push(reading);
  }
  return readings;
}

async function readTexts(parsed: SkillDocument, input: SkillInput): Promise<TextPart> {
  const document = await withDoubtfulLinks(parsed, createTargetTest(input));
  return { document, found: checkText(input, document), filesFound: createFindings() };
}

/** What a profile does about characters that a document does not have makes no difference to it. */
function withoutIdleRules(rule: FrontmatterRule, bytes: Uint8Array): FrontmatterRule {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const hasControl = bytes.some((byte) => byte < 32 && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN);
  return {
    ...rule,
    ...(!hasMark && { byteOrderMark: "accept" }),
    ...(!hasControl && { controlCharacters: "accept" }),
  };
}

const [TAB, LINE_FEED, CARRIAGE_RETURN] = [9, 10, 13];

/** Adds the links of a body where any is in doubt; the Markdown parser is loaded for the first one. */
async function withDoubtfulLinks<D extends Document>(
  document: D,
  isSurelyRight: (target: string) => boolean,
): Promise<D> {
  const parts = doubtfulParts(document.body.text, isSurelyRight);
  return parts.length === 0 ? document : withLinks(document, parts, await loadLinkReader());
}

interface ReadFiles {
  readonly files: readonly ReadFile[];
  readonly samples: FileSamples;
  readonly unreadable: readonly UnreadableFile[];
  /** Findings about files that cannot be read, and the lines of the comments. */
  readonly found: Findings;
  readonly comments: readonly SuppressionComment[];
  /** Undefined for a skill without eval files. */
  readonly evals: ReadEvals | undefined;
  readonly openai: OpenaiPolicy | undefined;
  /** Links that leave the skill, where it may share files. */
  readonly outside: readonly OutsideLink[];
}

interface FileReading extends Pick<UnitSettings, "shares"> {
  readonly read: Map<string, FileBytes | HostFailure>;
  /** Of eval files. */
  readonly patterns: readonly string[];
}

/** Bytes that are measured are not kept. */
const NOTHING = new Uint8Array();

/** Reads the files of a skill, each once: they are measured and checked on the way. */
async function readFiles(
  input: SkillInput,
  parts: readonly TextPart[],
  { read, patterns, shares }: FileReading,
): Promise<ReadFiles> {
  const isSurelyRight = createTargetTest(input);
  const checks = parts.map(({ document }) => createFileChecks({ skill: input, document }));
  const evals = parts[0] && createEvalChecks(input, parts[0].document, createEvalTest(patterns));
  const found = createFindings();
  const files: ReadFile[] = [];
  const samples = new Map<string, number>();
  const comments: SuppressionComment[] = [];
  const unreadable: UnreadableFile[] = [];
  const outside: OutsideLink[] = [];
  let openai: OpenaiPolicy | undefined;
  for (const path of input.files) {
    const large = input.large?.get(path);
    const file = large === undefined ? input.read(path) : readLarge(path, large());
    if (isFailure(file)) {
      read.set(path, file);
      unreadable.push({ path, detail: file.detail });
      found.add(discoverRules["file-unreadable"], { file: path }, { path, detail: file.detail });
      continue;
    }
    read.set(path, { bytes: NOTHING, sha256: file.sha256 });
    if ("found" in file) {
      files.push(file.one);
      for (const check of checks) check.see({ found: file.found, ...file.one });
      continue;
    }
    const text = decodeText(file.bytes);
    const source = text === undefined ? undefined : createSourceText(path, text);
    const one = measure(path, file, source);
    if (file.sha256 === "") samples.set(path, sampleOf(file.bytes));
    if (path === OPENAI_YAML && source !== undefined)
      openai = checkOpenaiYaml({ source, ...parseYamlDocument(source) }, reportIn(source, found));
    const markdown = source && (await readMarkdown(source, isSurelyRight));
    if (markdown !== undefined) comments.push(...readSuppressionComments(markdown.source, 0, found));
    if (source !== undefined && shares) outside.push(...findOutside(input, source, markdown));
    files.push(one);
    const foreign = source === undefined ? readForeign(path, file.bytes) : undefined;
    for (const check of checks) check.see({ source, markdown, foreign, ...one });
    evals?.see({ source, ...one });
  }
  for (const [index, part] of parts.entries()) part.filesFound = checks[index]?.finish() ?? createFindings();
  return { files, samples, unreadable, found, comments, openai, outside, evals: evals?.finish() };
}

async function readMarkdown(
  source: SourceText,
  isSurelyRight: (target: string, from?: string) => boolean,
): Promise<Document | undefined> {
  const from = source.file.slice(0, Math.max(0, source.file.lastIndexOf("/")));
  const markdown = asMarkdown(source);
  return markdown && withDoubtfulLinks(markdown, (target) => isSurelyRight(target, from));
}

interface UnitInput {
  readonly input: SkillInput;
  readonly settings: UnitSettings;
  readonly reading: SkillReading;
  readonly files: ReadFiles;
  readonly key: string;
  /** Of the document. */
  readonly sha256: string;
  readonly hash: (data: Uint8Array) => string;
}

function toUnit(parts: UnitInput): SkillUnit {
  const { input, settings, reading, files, key, sha256, hash } = parts;
  const { parsed, texts } = reading;
  const { profile, tools, form } = settings;
  const findings = createFindings();
  const { openai } = files;
  const { checked, unusable, references, found } = checkSkill(input, parsed.document, {
    profile,
    tools,
    sizes: files.files,
    openai,
    links: texts.document.links,
    skillFields: settings.skillFields,
  });
  for (const group of [parsed.found, texts.found, found, files.found, texts.filesFound]) findings.append(group);
  const { fileDescriptions: declared } = checked;
  const evals = judgeEvals(files.evals, { settings, fields: checked.fields, declared, findings });
  const comments =
    input.inline === undefined
      ? readSuppressionComments(parsed.document.source, parsed.document.body.start, findings)
      : [];
  const bare = form === "bare" ? asBareBody(input, parsed.document) : undefined;
  const document = bare?.document ?? parsed.document;
  const fields = form === "bare" ? bare?.fields : checked.fields;
  const descriptions = form === "bare" ? new Map<string, string>() : declared;
  const written = findWritten(parsed.document, fields?.toolsets ?? [], findings);
  const facts = fields && {
    ...toFacts({ document, sha256, fields, descriptions, files: shippedFiles(files.files, evals), hash }),
    ...findNonstandard(parsed.document),
  };
  return {
    format: 2,
    key,
    link: {
      toolsets: written.toolsets,
      ...toLinkRow(fields, openai?.says),
      ...(evals.expects && { expects: evals.expects }),
      ...referencesIn(parsed.document.source, references, findings),
      ...(settings.shares && outsideIn(input, texts.document, files.outside)),
      ...(facts && toComparedFiles(facts, files.samples)),
    },
    reading: {
      frontmatter: parsed.frontmatter,
      unusable: [...new Set([...parsed.doubled, ...unusable])],
      restricts: findRestricts(parsed, input, profile.frontmatter),
      isQualified: checked.name !== undefined && isQualifiedName(checked.name),
      unreadable: files.unreadable,
      ...(openai && { openaiYaml: openai.says }),
      ...(evals.withheld.length > 0 && { withheld: evals.withheld }),
    },
    ...(facts && { facts }),
    // Copied: a list that grew is larger than it needs to be (CONTRIBUTING, "What V8 does to us").
    findings: [...findings.findings],
    lines: [...findings.lines],
    comments: [...comments, ...files.comments.map((comment) => adoptComment(comment, files.found, findings))],
    at: written.at,
    ...(fields && { bulk: { ...toBulk(document), ...bulkOfEvals(evals) } }),
  };
}

/** Restrictions that are written where no field is read. */
function findRestricts(
  { document, frontmatter }: Parsed,
  { inline }: SkillInput,
  rule: FrontmatterRule,
): ReadingFacts["restricts"] {
  const { text } = document.source;
  if (inline !== undefined) return findInlineRestrictions(text, rule);
  const isPartlyRead = frontmatter.state === "repaired" && frontmatter.isByLine === true;
  return frontmatter.state === "unread" || isPartlyRead ? findUnreadRestrictions(text, rule) : [];
}

function adoptComment(comment: SuppressionComment, from: FindingGroup, findings: Findings): SuppressionComment {
  return { ...comment, at: findings.adopt(comment.at, from.lines) };
}
