/**
 * Takes: a FoundSkill. Gives: a ParsedSkill: frontmatter as nodes with spans, the body raw. Never: throws, judges
 * names or values, changes a byte, loads the Markdown parser for a body without a candidate for a link.
 */
import type { Report } from "../../diagnostics/index.ts";
import type { FieldNode, MapNode } from "../../model/fields.ts";
import type { BodyLink, FoundSkill, FrontmatterBlock, ParsedSkill } from "../../model/skill.ts";
import { createSourceText, type SourceText } from "../../model/source.ts";
import type { Profile } from "../../profiles/index.ts";
import { decodeUtf8, utf8Length } from "./decode.ts";
import { cutFrontmatter } from "./frontmatter.ts";
import { findPlaceholders } from "./placeholders.ts";
import { ALIAS_LIMIT, describeNode, isMapNode, readYaml, type YamlReading } from "./yaml.ts";
import { repairYaml } from "./yaml-repair.ts";
import type { LinkReader } from "./markdown.ts";

export { decodeUtf8 } from "./decode.ts";
export { loadLinkReader, mayHaveLinks, type LinkReader } from "./markdown.ts";
export { parseYamlDocument } from "./yaml.ts";

export interface ParseOptions {
  readonly profile: Profile;
  readonly report: Report;
  /** Key under which the findings of the skill are collected. */
  readonly key: string;
}

/** Parses everything but the links of the body. */
export function parse(found: FoundSkill, options: ParseOptions): ParsedSkill {
  if (found.inline !== undefined) return parseInline(found, found.inline);
  const { report, profile, key } = options;
  const { text, badByte } = decodeUtf8(found.bytes);
  const source = createSourceText(found.file, text);
  const place = { file: found.file, source, skill: key };
  if (badByte !== undefined) {
    const at = text.indexOf("\uFFFD");
    report.report("encoding-invalid", { ...place, ...(at >= 0 && { span: { start: at, end: at + 1 } }) }, { offset: badByte });
  }
  const cut = cutFrontmatter(text);
  if (text.startsWith("\uFEFF")) {
    report.report("bom", { ...place, span: { start: 0, end: 1 } }, {});
    if (profile.byteOrderMark === "refuse" && cut.kind === "found")
      report.report("frontmatter-missing", { ...place, span: cut.fence }, { found: "bom" });
  }
  if (cut.kind === "missing") report.report("frontmatter-missing", { ...place, span: cut.at }, { found: cut.nearMiss });
  if (cut.kind === "unterminated") report.report("frontmatter-unterminated", { ...place, span: cut.fence }, {});
  if (cut.kind !== "found") return withBody(found, source, cut.bodyStart);

  const frontmatter: FrontmatterBlock = { text: cut.text, span: cut.span, fence: cut.fence };
  const fields = readFields(frontmatter, source, options);
  if (fields === undefined && profile.brokenFrontmatter === "repair") return withBody(found, source, cut.fence.start);
  return { ...withBody(found, source, cut.bodyStart), frontmatter, ...(fields && { fields }) };
}

/** Adds the links of the body. Only worth its price where `mayHaveLinks` says so. */
export function withLinks(parsed: ParsedSkill, readLinks: LinkReader): ParsedSkill {
  const start = parsed.frontmatter?.fence.start ?? parsed.body.start;
  const links = readLinks(parsed.source.text.slice(start));
  const moved = links.map((link): BodyLink => ({ ...link, span: { start: link.span.start + start, end: link.span.end + start } }));
  return { ...parsed, links: moved };
}

function parseInline(found: FoundSkill, inline: { name: string; description: string }): ParsedSkill {
  const source = createSourceText(found.file, new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes));
  const scalar = (value: string): FieldNode => ({ kind: "scalar", value, source: value, style: "quoted" });
  const entries = [
    { key: "name", value: scalar(inline.name) },
    { key: "description", value: scalar(inline.description) },
  ];
  return { ...withBody(found, source, 0), fields: { kind: "map", entries, source: "" } };
}

function withBody(found: FoundSkill, source: SourceText, start: number): ParsedSkill {
  const text = source.text.slice(start);
  const { tokens, hasShellCommands } = findPlaceholders(text);
  const before = source.text.slice(0, start);
  return {
    ...found,
    source,
    body: { start, byteOffset: utf8Length(before), line: countLineEnds(before) + 1, text },
    links: [],
    placeholders: tokens,
    hasShellCommands,
  };
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** The frontmatter as a map; undefined, and a finding, when it is none. */
function readFields(block: FrontmatterBlock, source: SourceText, options: ParseOptions): MapNode | undefined {
  const { report, profile, key } = options;
  const place = { file: source.file, source, skill: key };
  let reading: YamlReading = readYaml(block.text, block.span.start);
  if (reading.problems.length > 0 && profile.brokenFrontmatter === "repair") {
    const repair = repairYaml(block.text, block.span.start);
    if (repair !== undefined) {
      for (const [index, repaired] of repair.keys.entries())
        report.report("yaml-repaired", { ...place, span: (reading.problems[index] ?? reading.problems[0])?.span }, { key: repaired });
      reading = repair.reading;
    }
  }
  // One mistake makes several errors in a row: the first one is where the mistake is.
  const [problem] = reading.problems;
  if (problem !== undefined)
    report.report("yaml-invalid", { ...place, span: problem.span }, { cause: problem.cause, detail: problem.detail });
  if (reading.overLimit) report.report("yaml-alias-limit", { ...place, span: block.span }, { limit: ALIAS_LIMIT });
  for (const { key: name, first, second } of reading.duplicates)
    report.report("yaml-duplicate-key", { ...place, span: second }, { key: name }, [{ ...place, span: first, text: "first given here" }]);
  for (const { name, span } of reading.anchors.slice(0, 1)) report.report("yaml-anchor", { ...place, span }, { name });
  if (problem !== undefined || reading.overLimit) return undefined;
  const { node } = reading;
  if (isMapNode(node)) return node;
  if (node === undefined || (node.kind === "scalar" && node.value === null)) {
    report.report("frontmatter-empty", { ...place, span: block.fence }, {});
    return { kind: "map", entries: [], source: "", span: block.fence };
  }
  report.report("frontmatter-not-mapping", { ...place, span: node.span }, { found: describeNode(node) });
  return undefined;
}
