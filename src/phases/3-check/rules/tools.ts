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
  const { at } = context;
  const isAllowed = key.startsWith("allowed");
  if (value.kind === "scalar") {
    if (typeof value.value === "number" || typeof value.value === "boolean")
      at("allowed-tools-not-string", value.span, { found: describeValue(value) });
    return { tools: split(context, value.source, value), raw: value.source };
  }
  if (isAllowed || value.kind === "map") at("allowed-tools-not-string", value.span, { found: describeValue(value) });
  const items = value.kind === "list" ? value.items : [];
  return { tools: [...new Set(items.flatMap((item) => itemTools(context, item)))], raw: value.source };
}

function itemTools(context: CheckContext, item: FieldNode): readonly string[] {
  if (item.kind === "scalar" && item.value !== null) return split(context, item.source, item);
  // YAML reads `- WebFetch(domain: x)` as a map; the text is what was meant.
  if (item.kind === "map" && /^[\w:*-]+\(.*\)$/s.test(item.source)) return [item.source];
  context.at("allowed-tools-invalid", item.span, { found: describeValue(item) });
  return [];
}

function split({ at }: CheckContext, text: string, node: FieldNode): readonly string[] {
  const { tools, unbalanced } = readToolList(text);
  if (unbalanced) at("allowed-tools-unbalanced", node.span, { tools: text.trim() });
  return tools;
}
