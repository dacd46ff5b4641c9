import { describeValue } from "../../model/describe-value.ts";
import { findEntry, type FieldNode, type ScalarNode } from "../../model/fields.ts";
import type { TextSpan } from "../../model/source.ts";
import { MOST_ITEMS, parseItem, type ReferenceItem } from "./item.ts";

export interface WrittenItem {
  readonly item: ReferenceItem;
  readonly span: TextSpan | undefined;
}

export interface ItemFault {
  readonly fault: "item" | "type" | "count";
  readonly value: string;
  readonly span: TextSpan | undefined;
}

export interface FieldItems {
  readonly items: readonly WrittenItem[];
  readonly faults: readonly ItemFault[];
}

interface WrittenText {
  readonly text: string;
  readonly span: TextSpan | undefined;
}

/** Commas separate the items of a string. */
export function fieldItems(node: FieldNode, text: string): FieldItems {
  if (node.kind === "list") return toItems(node.items.map((item) => textOf(item) ?? faultOf(item)));
  if (node.kind === "scalar" && node.value === null) return { items: [], faults: [] };
  const written = textOf(node);
  return written === undefined ? { items: [], faults: [faultOf(node)] } : toItems(splitText(node as ScalarNode, text));
}

/** Items may also be mappings with a `slug` or a `name`. */
export function namedItems(node: FieldNode, text: string): FieldItems {
  if (node.kind !== "list") return fieldItems(node, text);
  return toItems(
    node.items.map((item) => {
      const named = item.kind === "map" ? (findEntry(item, "slug") ?? findEntry(item, "name"))?.value : item;
      return (named && textOf(named)) ?? faultOf(item);
    }),
  );
}

function textOf(node: FieldNode): WrittenText | undefined {
  return node.kind === "scalar" && typeof node.value === "string" ? { text: node.value, span: node.span } : undefined;
}

function faultOf(node: FieldNode): ItemFault {
  return { fault: "type", value: describeValue(node), span: node.span };
}

function toItems(written: readonly (WrittenText | ItemFault)[]): FieldItems {
  const items: WrittenItem[] = [];
  const faults: ItemFault[] = [];
  const filled = written.filter((one) => "fault" in one || one.text.trim() !== "");
  for (const one of filled.slice(0, MOST_ITEMS)) {
    if ("fault" in one) {
      faults.push(one);
      continue;
    }
    const item = parseItem(one.text.trim());
    if (item === undefined) faults.push({ fault: "item", value: one.text.trim(), span: one.span });
    else items.push({ item, span: one.span });
  }
  const next = filled[MOST_ITEMS];
  if (next !== undefined) faults.push({ fault: "count", value: String(filled.length), span: next.span });
  return { items, faults };
}

/** A part that is not written as read gets the place of the whole value. */
function splitText({ value, span }: ScalarNode, text: string): readonly WrittenText[] {
  const end = span?.end ?? 0;
  let from = span?.start ?? 0;
  return String(value)
    .split(",")
    .map((part): WrittenText => {
      const name = part.trim();
      const at = name === "" ? -1 : text.indexOf(name, from);
      if (at === -1 || at + name.length > end) return { text: name, span };
      from = at + name.length;
      return { text: name, span: { start: at, end: from } };
    });
}
