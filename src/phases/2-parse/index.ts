/**
 * Takes: a FoundSkill. Gives: a ParsedSkill: frontmatter as nodes with spans, the raw body. Never: throws, checks names
 * or values, changes a byte, loads the Markdown parser for a body without doubtful parts.
 */
import type { Report } from "../../diagnostics/index.ts";
import type { FieldNode } from "../../model/fields.ts";
import type { BodyAnchor, BodyLink, FoundFile, FoundSkill, FrontmatterBlock, ParsedSkill } from "../../model/skill.ts";
import { countLineEnds, createSourceText, detach, type SourceText, type TextSpan } from "../../model/source.ts";
import type { Profile } from "../../profiles/index.ts";
import { byteOffsetOf, decodeUtf8, guessEncoding, type DecodedText } from "./decode.ts";
import { cutDocument } from "./frontmatter-styles.ts";
import { readFields, reportMissing, reportUnterminated } from "./frontmatter-fields.ts";
import { findPlaceholders } from "./placeholders.ts";
import type { LinkReader } from "./markdown.ts";

export { parseCompanion } from "./companion.ts";
export { hasReadableFrontmatter } from "./frontmatter-fields.ts";
export { doubtfulParts } from "./doubtful-parts.ts";
export { loadLinkReader, type LinkReader } from "./markdown.ts";
export { parseYamlDocument } from "./yaml.ts";

export interface ParseOptions {
  readonly profile: Profile;
  readonly report: Report;
  /** Key of the skill in the report. */
  readonly key: string;
}

/** A byte order mark. */
const MARK = { start: 0, end: 1 };

/** Parses everything except the links of the body. */
export function parse(found: FoundSkill, options: ParseOptions): ParsedSkill {
  if (found.inline !== undefined) return parseInline(found, found.inline);
  const { report, profile, key } = options;
  const decoded = decodeUtf8(found.bytes);
  const { text, badByte } = decoded;
  const source = createSourceText(found.file, text);
  const place = { file: found.file, source, skill: key };
  if (badByte !== undefined) {
    const at = text.indexOf("\uFFFD");
    report.report(
      "encoding-invalid",
      { ...place, ...(at >= 0 && { span: { start: at, end: at + 1 } }) },
      { offset: badByte, guess: guessEncoding(found.bytes) },
    );
  }
  const cut = cutDocument(text, profile.frontmatter);
  if (text.startsWith("\uFEFF")) {
    report.report(
      "bom",
      { ...place, span: MARK },
      {},
      [],
      [{ title: "delete the byte order mark", applicability: "safe", edits: [{ span: MARK, text: "" }] }],
    );
    if (profile.frontmatter.byteOrderMark === "refuse" && cut.kind === "found")
      report.report("frontmatter-missing", { ...place, span: cut.fence }, { found: "bom" });
  }
  // A file that is not UTF-8 from its first byte, such as UTF-16, has no frontmatter for that reason.
  if (cut.kind === "missing" && badByte !== 0) reportMissing(cut, found.dirName, place, report);
  if (cut.kind === "unterminated") reportUnterminated(cut, place, report);
  if (cut.kind !== "found") return withBody(found, source, decoded, cut.bodyStart);

  // Field values are slices of this text and live as long as the catalog.
  const frontmatter: FrontmatterBlock = { text: detach(cut.text), span: cut.span, fence: cut.fence };
  const fields = readFields(frontmatter, place, options);
  if (fields === undefined && profile.frontmatter.broken !== "refuse")
    return withBody(found, source, decoded, cut.fence.start);
  return { ...withBody(found, source, decoded, cut.bodyStart), frontmatter, ...(fields && { fields }) };
}

/**
 * Adds the links in some parts of a body, the fence that is never closed, and the anchors if a part is the whole body.
 * The first part is read after its frontmatter: three hyphens there would be read as another one.
 */
export function withLinks(parsed: ParsedSkill, parts: readonly TextSpan[], readLinks: LinkReader): ParsedSkill {
  const { body, source, frontmatter } = parsed;
  const isWhole = parts[0]?.start === 0 && parts[0].end === body.text.length;
  const read = parts.map((part) => {
    const start = part.start === 0 ? (frontmatter?.fence.start ?? body.start) : body.start + part.start;
    const { links, anchors, openFence } = readLinks(source.text.slice(start, body.start + part.end));
    const moveSpan = (span: TextSpan): TextSpan => ({ start: span.start + start, end: span.end + start });
    const move = <T extends BodyLink | BodyAnchor>(item: T): T => ({ ...item, span: moveSpan(item.span) });
    return { links: links.map(move), anchors: anchors.map(move), openFence: openFence && moveSpan(openFence) };
  });
  const last = read.at(-1);
  const openFence = parts.at(-1)?.end === body.text.length ? last?.openFence : undefined;
  return {
    ...parsed,
    links: read.flatMap(({ links }) => links),
    ...(isWhole && last !== undefined && { anchors: last.anchors }),
    ...(openFence && { openFence }),
  };
}

/** Longer Markdown next to a SKILL.md is data: its tree would take seconds. */
const LONGEST_MARKDOWN = 200_000;

/** Reads another Markdown file as the body of its skill; undefined for any other file. */
export function asMarkdown(skill: ParsedSkill, { path, location }: FoundFile, text: string): ParsedSkill | undefined {
  if (!/\.(?:md|mdx|markdown)$/i.test(path) || text.length > LONGEST_MARKDOWN) return undefined;
  const { frontmatter: _block, fields: _fields, anchors: _anchors, openFence: _fence, ...rest } = skill;
  const body = { start: 0, byteOffset: 0, line: 1, text };
  return { ...rest, file: location, source: createSourceText(location, text), body, links: [] };
}

/** Returns the skill with another body; nothing is substituted in `inert`. */
export function withPreparedBody<Skill extends ParsedSkill>(
  skill: Skill,
  text: string,
  inert: readonly TextSpan[],
): Skill {
  const whole = skill.source.text.slice(0, skill.body.start) + text;
  const { tokens, hasShellCommands } = findPlaceholders(text, inert);
  const head = skill.bytes.subarray(0, skill.body.byteOffset);
  const tail = new TextEncoder().encode(text);
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return {
    ...skill,
    bytes,
    source: createSourceText(skill.file, whole),
    body: { ...skill.body, text },
    placeholders: tokens.map(detach),
    hasShellCommands,
    prepared: { inert },
  };
}

function parseInline(found: FoundSkill, inline: { name: string; description: string }): ParsedSkill {
  const source = createSourceText(found.file, new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes));
  const scalar = (value: string): FieldNode => ({ kind: "scalar", value, source: value, style: "quoted" });
  const entries = [
    { key: "name", value: scalar(inline.name) },
    { key: "description", value: scalar(inline.description) },
  ];
  return { ...withBody(found, source, source, 0), fields: { kind: "map", entries, source: "" } };
}

function withBody(found: FoundSkill, source: SourceText, decoded: DecodedText, start: number): ParsedSkill {
  const text = source.text.slice(start);
  const { tokens, hasShellCommands } = findPlaceholders(text);
  const before = source.text.slice(0, start);
  return {
    ...found,
    source,
    body: { start, byteOffset: byteOffsetOf(start, decoded, found.bytes), line: countLineEnds(before) + 1, text },
    links: [],
    placeholders: tokens.map(detach),
    hasShellCommands,
  };
}
