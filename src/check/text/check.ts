import { codePointOf } from "../../diagnostics/rule.ts";
import type { FieldNode } from "../../model/fields.ts";
import type { TextSpan } from "../../model/source.ts";
import { markStrings, markUnits } from "../../model/text-marks.ts";
import { codeOf } from "../../model/code-of.ts";
import type { ProfileBehavior } from "../../profiles/index.ts";
import type { SkillContext } from "../context.ts";
import { textRules } from "./rules.ts";

const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F]/;
const CONTROLS = markUnits([
  [0, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
]);

export function checkTextHygiene(context: SkillContext): void {
  const { document, at } = context;
  const { text } = document.source;
  const loneCr = text.includes("\r") ? text.search(/\r(?!\n)/) : -1;
  if (loneCr !== -1) at(textRules["cr-line-endings"], point(loneCr), {});
  checkReplacements(context);
  checkFrontmatterText(context);
  checkComments(context);
  checkTemplateText(context);
}

/**
 * Template lines of `skillc new`, of anthropics/skills (`template/SKILL.md`) and of its skill-creator that no finished
 * skill contains.
 */
const TEMPLATE_TEXT =
  /^(?:# Insert instructions below[ \t]*$|Describe the input and the expected output in one or two sentences\.|1\. Write each step as an instruction, in the order of the work\.|## Structuring This Skill[ \t]*$|\[TODO: (?:1-2 sentences explaining|Choose the structure|Add content here)[^\n]*|Show one input and the output that you expect for it\.)/m;

const TEMPLATE_WORDS = markStrings([
  ["Insert instructions"],
  ["be the input"],
  ["ite each step"],
  ["turing This Skill"],
  ["[TODO: "],
  ["Show one input"],
]);

function checkTemplateText({ document: { source, body }, at }: SkillContext): void {
  if (!source.marks().may(TEMPLATE_WORDS)) return;
  const found = TEMPLATE_TEXT.exec(body.text);
  if (found === null) return;
  const start = body.start + found.index;
  at(textRules["unfinished-skill"], { start, end: start + found[0].length }, { written: found[0] });
}

/** If the frontmatter must be YAML, its parser reports control characters there. */
export function checkControlCharacters({ document, at }: SkillContext, { frontmatter }: ProfileBehavior): void {
  const { source, body, isUtf8 } = document;
  if (!source.marks().may(CONTROLS)) return;
  const from = frontmatter.controlCharacters === "refuse" ? body.start : 0;
  const control = CONTROL.exec(source.text.slice(from));
  // Text that is not UTF-8 decodes to anything, and has its own finding.
  if (control === null || !isUtf8) return;
  const start = from + control.index;
  const where = start < body.start ? "frontmatter" : "body";
  at(textRules["control-character"], point(start), { character: codePointOf(control[0]), where });
}

/** Only those in the file: text that is not UTF-8 decodes to the same character and has its own finding. */
function checkReplacements({ document, at }: SkillContext): void {
  const { text } = document.source;
  const first = text.indexOf("\uFFFD");
  if (first === -1 || !document.isUtf8) return;
  at(textRules["replacement-character"], point(first), { count: text.split("\uFFFD").length - 1 });
}

function checkFrontmatterText({ document, at }: SkillContext): void {
  const { frontmatter, fields } = document;
  if (frontmatter === undefined) return;
  const dashes = frontmatter.text.indexOf("---");
  if (dashes !== -1) {
    const start = frontmatter.span.start + dashes;
    at(textRules["frontmatter-delimiter-in-value"], { start, end: start + 3 }, {});
  }
  const flow = fields === undefined ? undefined : findFlow(fields);
  if (flow !== undefined) at(textRules["yaml-flow"], flow.span, { written: flow.source });
}

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

function checkComments({ document, at }: SkillContext): void {
  const { start, text } = document.body;
  if (!text.includes("<!--")) return;
  const code = codeOf(text);
  for (const { index } of text.matchAll(/<!--(?!\s*skillc-)/g)) {
    if (code.some((range) => range.start <= index && index < range.end)) continue;
    return at(textRules["html-comment"], { start: start + index, end: start + index + 4 }, {});
  }
}

function point(start: number): TextSpan {
  return { start, end: start + 1 };
}
