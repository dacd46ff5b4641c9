import type { FieldEntry, FieldNode } from "../../../model/fields.ts";
import { describeValue, type CheckContext } from "../context.ts";
import { readToolList } from "../tool-list.ts";

export interface CheckedTools {
  readonly tools: readonly string[];
  /** The value as written. */
  readonly raw: string;
}

/** Checks allowed-tools or disallowed-tools in any form and gives the tools. */
export function checkTools(context: CheckContext, { key, value }: FieldEntry): CheckedTools {
  const tools = readTools(context, key, value);
  const isText = value.kind === "scalar" && typeof value.value !== "number" && typeof value.value !== "boolean";
  // A list is what Claude Code documents for the tools that it takes away.
  const mayBeList = value.kind === "list" && !key.startsWith("allowed");
  if (!isText && !mayBeList)
    context.at("allowed-tools-not-string", value.span, { field: key, found: describeValue(value), tools: tools.join(" ") });
  return { tools, raw: value.source };
}

function readTools(context: CheckContext, key: string, value: FieldNode): readonly string[] {
  switch (value.kind) {
    case "scalar":
      return split(context, value.source, value);
    case "list":
      return [...new Set(value.items.flatMap((item) => itemTools(context, key, item)))];
    case "map":
      return itemTools(context, key, value);
  }
}

function itemTools(context: CheckContext, field: string, item: FieldNode): readonly string[] {
  if (item.kind === "scalar" && item.value !== null) return split(context, item.source, item);
  // YAML reads `- WebFetch(domain: x)` as a map; the text is what was meant.
  if (item.kind === "map" && /^[\w:*-]+\(.*\)$/s.test(item.source)) return [item.source];
  context.at("allowed-tools-invalid", item.span, { field, found: describeValue(item) });
  return [];
}

function split({ at }: CheckContext, text: string, node: FieldNode): readonly string[] {
  const { tools, unbalanced } = readToolList(text);
  if (unbalanced) at("allowed-tools-unbalanced", node.span, { tools: text.trim() });
  return tools;
}
