import type { FieldEntry, FieldNode } from "../../model/fields.ts";
import type { SkillFields } from "../../model/unit.ts";
import { describeValue, isBlank, lastEntry, type FieldContext } from "../context.ts";
import { checkToolNames, checkToolRights } from "./tool-names.ts";
import { toolRules } from "./rules.ts";

interface CheckedTools {
  readonly tools: readonly string[];
  readonly raw: string;
}

/** Accepts any form of allowed-tools or disallowed-tools. */
export function checkTools(context: FieldContext, { key, value }: FieldEntry): CheckedTools {
  if (context.profile.tools === "cognesy") return { tools: cognesyTools(value), raw: value.source };
  if (context.profile.tools === "items") return { tools: itemList(context, value), raw: value.source };
  const tools = readTools(context, key, value);
  if (isBlank(value)) context.at(toolRules["allowed-tools-empty"], value.span, {});
  else if (value.kind === "scalar" && hasCommas(value.source))
    context.at(toolRules["allowed-tools-comma"], value.span, {});
  const isText = value.kind === "scalar" && typeof value.value !== "number" && typeof value.value !== "boolean";
  // Claude Code documents a list for disallowed tools; in a config, a list is the natural form.
  const isConfig = context.skill.inline !== undefined;
  const mayBeList = value.kind === "list" && (isConfig || !key.startsWith("allowed"));
  if (!isText && !mayBeList)
    context.at(toolRules["allowed-tools-not-string"], value.span, {
      field: key,
      found: describeValue(value),
      tools: tools.join(" "),
      spaced: value.kind === "list" ? (value.items.map(nameOf).find(hasSpaces) ?? "") : "",
    });
  return { tools, raw: value.source };
}

function nameOf(item: FieldNode): string {
  return item.kind === "scalar" ? item.source.trim() : "";
}

/** A line of text cannot contain a name with spaces. */
function hasSpaces(item: string): boolean {
  return readToolList(item).tools.length > 1 && !hasCommas(item);
}

function readTools(context: FieldContext, key: string, value: FieldNode): readonly string[] {
  switch (value.kind) {
    case "scalar":
      return split(context, key, value.source, value);
    case "list":
      return [...new Set(value.items.flatMap((item) => itemTools(context, key, item)))];
    case "map":
      return itemTools(context, key, value);
  }
}

function itemTools(context: FieldContext, field: string, item: FieldNode): readonly string[] {
  if (item.kind === "scalar" && item.value !== null) return split(context, field, item.source, item);
  // YAML reads `- WebFetch(domain: x)` as a mapping; the author meant the text.
  if (item.kind === "map" && /^[\w:*-]+\(.*\)$/s.test(item.source)) return [item.source];
  context.loses(field, "part");
  context.at(toolRules["allowed-tools-invalid"], item.span, { field, found: describeValue(item) });
  return [];
}

function split(context: FieldContext, field: string, text: string, node: FieldNode): readonly string[] {
  const { tools, unbalanced } = readToolList(text);
  if (tools.length === 0 && text.trim() !== "") {
    context.loses(field, "part");
    context.at(toolRules["allowed-tools-invalid"], node.span, { field, found: "a string of separators" });
  }
  if (unbalanced) context.at(toolRules["allowed-tools-unbalanced"], node.span, { tools: text.trim() });
  checkToolNames(context, field, tools, node);
  if (field.startsWith("allowed")) checkToolRights(context, tools, node);
  return tools;
}

/** PromptKit: the items are the tools, empty ones left out; a string is a fault, and no value means no tools. */
function itemList(context: FieldContext, value: FieldNode): readonly string[] {
  if (value.kind === "scalar" && value.value === null) return [];
  if (value.kind !== "list") {
    if (value.kind === "scalar" && context.skill.inline !== undefined) return readToolList(value.source).tools;
    // A string is read nevertheless.
    if (value.kind !== "scalar" || typeof value.value !== "string") context.loses("allowed-tools");
    context.at(toolRules["allowed-tools-not-list"], value.span, { found: describeValue(value) });
    return value.kind === "scalar" ? readToolList(value.source).tools : [];
  }
  return value.items.flatMap((item) => {
    if (item.kind === "scalar") return item.value === null ? [] : [item.source];
    context.loses("allowed-tools");
    context.at(toolRules["allowed-tools-not-list"], item.span, {
      found: `a list that contains ${describeValue(item)}`,
    });
    return [];
  });
}

/** instructor-php: the trimmed strings of a list; a string is split at commas, or at spaces if it has none; "0" is lost. */
function cognesyTools(value: FieldNode): readonly string[] {
  if (value.kind === "list")
    return value.items.flatMap((item) =>
      item.kind === "scalar" && typeof item.value === "string" ? [item.value.trim()] : [],
    );
  if (value.kind !== "scalar" || typeof value.value !== "string") return [];
  const pieces = value.value.split(value.value.includes(",") ? "," : /\s+/);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "" && piece !== "0");
}

/** Tools that the application does not have; a pattern such as `Bash(git:*)` means the tool before the parenthesis. */
export function checkOfferedTools(
  { document, at }: FieldContext,
  typed: SkillFields,
  offered: readonly string[] | undefined,
): void {
  if (offered === undefined) return;
  const span = lastEntry(document, (key) => /^allowed[-_]?tools$/i.test(key))?.value.span;
  for (const tool of new Set(typed.allowedTools))
    if (!offered.includes(tool) && !offered.includes(tool.replace(/\(.*$/s, "")))
      at(toolRules["tool-not-offered"], span, { tool, tools: offered.join(", ") });
}

interface ToolList {
  readonly tools: readonly string[];
  /** Whether a parenthesis is not closed, or is closed without being opened. */
  readonly unbalanced: boolean;
}

/**
 * Splits a string into distinct tools, in order.
 *
 * @example
 * readToolList("Bash(git add:*), Read Write").tools // ["Bash(git add:*)", "Read", "Write"]
 */
function readToolList(text: string): ToolList {
  const tools: string[] = [];
  let depth = 0;
  let unbalanced = false;
  let current = "";
  const finish = (): void => {
    if (current !== "") tools.push(current);
    current = "";
  };
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      finish();
      continue;
    }
    // "Bash (git:*)": the pattern belongs to the tool before it.
    if (depth === 0 && character === "(" && current === "" && tools.length > 0) current = tools.pop() as string;
    if (character === "(") depth++;
    else if (character === ")" && depth > 0) depth--;
    else if (character === ")") unbalanced = true;
    current += character;
  }
  finish();
  return { tools: [...new Set(tools)], unbalanced: unbalanced || depth > 0 };
}

/** Returns whether commas separate tools; a comma inside parentheses belongs to a tool. */
function hasCommas(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === "," && depth === 0) return true;
  }
  return false;
}
