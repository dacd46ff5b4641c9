/** Checks characters and notations that some parsers misread: lone CR, lost characters, control characters, brackets in YAML. */
import type { FieldNode } from "../../../model/fields.ts";
import type { TextSpan } from "../../../model/source.ts";
import { findCodeRanges } from "../../../runtime/render/code-ranges.ts";
import type { CheckContext } from "../context.ts";

/** Control characters other than tab and line endings. */
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F]/;

export function checkTextHygiene(context: CheckContext): void {
  const { skill, profile, at } = context;
  const { text } = skill.source;
  const loneCr = text.search(/\r(?!\n)/);
  if (loneCr !== -1) at("cr-line-endings", point(loneCr), {});
  // Where the frontmatter must be YAML, the YAML reader reports them.
  const from = profile.frontmatter.controlCharacters === "refuse" ? skill.body.start : 0;
  const control = CONTROL.exec(text.slice(from));
  // Text that is not UTF-8 may decode to anything and has its own finding.
  if (control !== null && isUtf8(skill.bytes)) {
    const start = from + control.index;
    at("control-character", point(start), {
      character: codePoint(control[0]),
      where: start < skill.body.start ? "frontmatter" : "body",
    });
  }
  checkReplacements(context, text);
  checkFrontmatterText(context);
  checkComments(context);
}

/** Reports U+FFFD in the file itself; invalid UTF-8 decodes to the same character, but has its own finding. */
function checkReplacements({ skill, at }: CheckContext, text: string): void {
  const first = text.indexOf("\uFFFD");
  if (first === -1 || !isUtf8(skill.bytes)) return;
  at("replacement-character", point(first), { count: text.split("\uFFFD").length - 1 });
}

function checkFrontmatterText({ skill, at }: CheckContext): void {
  const { frontmatter, fields } = skill;
  if (frontmatter === undefined) return;
  const dashes = frontmatter.text.indexOf("---");
  if (dashes !== -1) {
    const start = frontmatter.span.start + dashes;
    at("frontmatter-delimiter-in-value", { start, end: start + 3 }, {});
  }
  const flow = fields === undefined ? undefined : findFlow(fields);
  if (flow !== undefined) at("yaml-flow", flow.span, { written: flow.source });
}

/** Returns the first list or mapping in brackets. */
function findFlow(node: FieldNode): FieldNode | undefined {
  const waiting = [node];
  // The loop appends to the list that it walks.
  for (const next of waiting) {
    if (next.kind === "scalar") continue;
    if (/^[[{]/.test(next.source)) return next;
    if (next.kind === "list") for (const item of next.items) waiting.push(item);
    else for (const { value } of next.entries) waiting.push(value);
  }
  return undefined;
}

function checkComments({ skill, at }: CheckContext): void {
  const { start, text } = skill.body;
  if (!text.includes("<!--")) return;
  const code = findCodeRanges(text);
  for (const { index } of text.matchAll(/<!--(?!\s*skillc-)/g)) {
    if (code.some((range) => range.start <= index && index < range.end)) continue;
    return at("html-comment", { start: start + index, end: start + index + 4 }, {});
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function point(start: number): TextSpan {
  return { start, end: start + 1 };
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
