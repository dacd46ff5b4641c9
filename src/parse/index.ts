/**
 * Takes: the bytes of a SKILL.md. Gives: a document, frontmatter as nodes with spans, the body raw; and what was found
 * on the way. Never: throws, judges names or values, changes a byte, loads the Markdown parser for a body without
 * anything in doubt.
 */
import { createFindings, type Findings } from "../diagnostics/index.ts";
import type { BodyAnchor, BodyLink, Document, FrontmatterBlock, SkillDocument } from "../model/document.ts";
import type { FindingGroup } from "../model/finding.ts";
import { nodeOf } from "../model/inline-fields.ts";
import type { RestrictingField } from "../model/restrictions.ts";
import type { SkillInput } from "../model/skill.ts";
import { countLineEnds, createSourceText, detach, type SourceText, type TextSpan } from "../model/source.ts";
import type { FrontmatterFault, FrontmatterState } from "../model/unit.ts";
import type { ProfileBehavior } from "../profiles/index.ts";
import { byteOffsetOf, decodeUtf8, guessEncoding, type DecodedText } from "./decode.ts";
import type { FrontmatterCut } from "./frontmatter.ts";
import { cutDocument } from "./frontmatter-styles.ts";
import { createNotes, stateOf } from "./frontmatter-notes.ts";
import { readFields, reportMissing, reportUnterminated } from "./frontmatter-fields.ts";
import { findPlaceholders } from "./placeholders.ts";
import type { LinkReader } from "./markdown-items.ts";
import { affordableParts } from "./fast/parsing-steps.ts";
import { parseRules } from "./rules.ts";

export { parseCompanion } from "./companion.ts";
export { hasReadableFrontmatter } from "./frontmatter-fields.ts";
export { doubtfulParts } from "./fast/doubtful-parts.ts";
export { loadLinkReader } from "./markdown.ts";
export { loadTreeReader } from "./markdown-tree.ts";
export type { LinkReader } from "./markdown-items.ts";
export { decodeUtf8 } from "./decode.ts";
export { parseYamlDocument } from "./yaml.ts";
export { findInlineRestrictions, findUnreadRestrictions } from "./unread-restrictions.ts";

type ParseInput = Pick<SkillInput, "document" | "dirName" | "inline">;

export interface Parsed {
  readonly document: SkillDocument;
  readonly found: FindingGroup;
  readonly frontmatter: FrontmatterState;
  /** Restricting fields that are written twice. */
  readonly doubled: readonly RestrictingField[];
  /** YAML tags as written. */
  readonly tags: readonly string[];
}

/** A byte order mark. */
const MARK = { start: 0, end: 1 };

/** Parses everything but the links of the body. */
export function parse(bytes: Uint8Array, input: ParseInput, profile: Pick<ProfileBehavior, "frontmatter">): Parsed {
  const found = createFindings();
  const notes = createNotes();
  const toParsed = (document: SkillDocument): Parsed => {
    const { doubled, tags } = notes;
    return { document, found, frontmatter: stateOf(notes), doubled, tags };
  };
  if (input.inline !== undefined) return toParsed(parseInline(bytes, input, input.inline));
  const decoded = decodeUtf8(bytes);
  const source = createSourceText(input.document, decoded.text);
  reportBytes(bytes, decoded, source, found);
  const place = { file: source.file, source };
  const cut = cutDocument(decoded.text, profile.frontmatter);
  if (profile.frontmatter.byteOrderMark === "refuse" && decoded.text.startsWith("\uFEFF") && cut.kind === "found") {
    notes.faults.push("bom");
    found.add(parseRules["frontmatter-missing"], { ...place, span: cut.fence }, { found: "bom" });
  }
  if (cut.kind !== "found") notes.faults.push(faultOf(cut, decoded));
  // What is not UTF-8 from its first byte on, such as UTF-16, has no frontmatter because of that.
  if (cut.kind === "missing" && decoded.badByte !== 0) reportMissing(cut, input.dirName, place, found);
  if (cut.kind === "unterminated") reportUnterminated(cut, place, found);
  const read = (start: number): SkillDocument => readBody(bytes, decoded, source, start);
  if (cut.kind !== "found") return toParsed(read(cut.bodyStart));

  // Field values are slices of this text and live as long as the catalog.
  const frontmatter: FrontmatterBlock = { text: detach(cut.text), span: cut.span, fence: cut.fence };
  const fields = readFields(frontmatter, place, { profile, findings: found, notes });
  if (fields === undefined && profile.frontmatter.broken !== "refuse") return toParsed(read(cut.fence.start));
  return toParsed({ frontmatter, ...(fields && { fields }), ...read(cut.bodyStart) });
}

/** Why a text that was not cut has no frontmatter. */
function faultOf(cut: Exclude<FrontmatterCut, { kind: "found" }>, { badByte }: DecodedText): FrontmatterFault {
  if (cut.kind === "unterminated") return "unterminated";
  if (badByte === 0) return "encoding";
  const { nearMiss } = cut;
  if (nearMiss === "none") return "absent";
  return nearMiss === "empty" || nearMiss === "bom" ? nearMiss : "elsewhere";
}

/** Bytes that are not UTF-8, and a byte order mark. */
function reportBytes(bytes: Uint8Array, { text, badByte }: DecodedText, source: SourceText, found: Findings): void {
  const place = { file: source.file, source };
  if (badByte !== undefined) {
    const at = text.indexOf("\uFFFD");
    const span = at < 0 ? undefined : { start: at, end: at + 1 };
    found.add(parseRules["encoding-invalid"], { ...place, span }, { offset: badByte, guess: guessEncoding(bytes) });
  }
  if (!text.startsWith("\uFEFF")) return;
  const edits = [{ span: MARK, text: "" }];
  const fix = { title: "delete the byte order mark", applicability: "safe", edits } as const;
  found.add(parseRules["bom"], { ...place, span: MARK }, {}, { fixes: [fix] });
}

/**
 * Adds the links of some parts of a body, the fence that is never closed, and the anchors when a part is all of it.
 * The part at the start of a body is read after its frontmatter: three dashes there would be read as another one.
 */
export function withLinks<D extends Document>(document: D, doubtful: readonly TextSpan[], readLinks: LinkReader): D {
  const { body, source, frontmatter } = document;
  const { parts, unread } = affordableParts(body.text, doubtful);
  const isWhole = parts[0]?.start === 0 && parts[0].end === body.text.length;
  const read = parts.map((part) => {
    const head = part.start === 0 ? source.text.slice(frontmatter?.fence.start ?? body.start, body.start) : "";
    const { links, anchors, openFence } = readLinks(head + body.text.slice(part.start, part.end));
    const moved = body.start + part.start - head.length;
    const moveSpan = ({ start, end }: TextSpan): TextSpan => ({ start: start + moved, end: end + moved });
    const move = <T extends BodyLink | BodyAnchor>(item: T): T => ({ ...item, span: moveSpan(item.span) });
    return { links: links.map(move), anchors: anchors.map(move), openFence: openFence && moveSpan(openFence) };
  });
  const last = read.at(-1);
  const openFence = parts.at(-1)?.end === body.text.length ? last?.openFence : undefined;
  return {
    ...document,
    links: read.flatMap(({ links }) => links),
    ...(isWhole && last !== undefined && { anchors: last.anchors }),
    ...(openFence && { openFence }),
    ...(unread && { unread: { start: unread.start + body.start, end: unread.end + body.start } }),
  };
}

/** Longer Markdown next to a SKILL.md is data: reading it would take seconds. */
const LONGEST_MARKDOWN = 200_000;

/** A Markdown file next to the SKILL.md as a document; undefined for any other file. */
export function asMarkdown(source: SourceText): Document | undefined {
  if (!/\.(?:md|mdx|markdown)$/i.test(source.file) || source.text.length > LONGEST_MARKDOWN) return undefined;
  return { source, body: { start: 0, byteOffset: 0, line: 1, text: source.text }, links: [] };
}

/** The document of a skill with another text instead of its body; in `inert` nothing is substituted. */
export function withPreparedBody(document: SkillDocument, text: string, inert: readonly TextSpan[]): SkillDocument {
  const { source, body } = document;
  const { places, tokens, hasShellCommands } = findPlaceholders(text, inert);
  const head = document.bytes.subarray(0, body.byteOffset);
  const tail = new TextEncoder().encode(text);
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return {
    ...document,
    bytes,
    source: createSourceText(source.file, source.text.slice(0, body.start) + text),
    body: { ...body, text },
    places,
    placeholders: tokens.map(detach),
    hasShellCommands,
  };
}

function parseInline(
  bytes: Uint8Array,
  { document }: ParseInput,
  { name, description, fields }: NonNullable<ParseInput["inline"]>,
): SkillDocument {
  const source = createSourceText(document, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const entries = [
    { key: "name", value: nodeOf(name) },
    { key: "description", value: nodeOf(description) },
    ...fields.map(({ field, value }) => ({ key: field, value: nodeOf(value) })),
  ];
  return { ...readBody(bytes, source, source, 0), fields: { kind: "map", entries, source: "" } };
}

function readBody(bytes: Uint8Array, decoded: DecodedText, source: SourceText, start: number): SkillDocument {
  const text = source.text.slice(start);
  const { places, tokens, hasShellCommands } = findPlaceholders(text);
  const before = source.text.slice(0, start);
  return {
    bytes,
    isUtf8: decoded.badByte === undefined,
    source,
    body: { start, byteOffset: byteOffsetOf(start, decoded, bytes), line: countLineEnds(before) + 1, text },
    links: [],
    places,
    placeholders: tokens.map(detach),
    hasShellCommands,
  };
}
