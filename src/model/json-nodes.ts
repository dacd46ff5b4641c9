/** Reads JSON as nodes with spans. */
import type { FieldEntry, FieldNode } from "./fields.ts";
import { JSON_TOKEN } from "./json-fault.ts";
import type { TextSpan } from "./source.ts";

/** A list or mapping that is not closed yet. */
interface Open {
  readonly start: number;
  readonly items: FieldNode[] | undefined;
  readonly entries: FieldEntry[];
  key: { readonly text: string; readonly span: TextSpan } | undefined;
}

/** Returns the node of a text that `JSON.parse` accepts. No recursion: depth is the input's choice. */
export function readJsonNodes(text: string): FieldNode | undefined {
  const open: Open[] = [];
  let root: FieldNode | undefined;
  const place = (node: FieldNode): void => {
    const top = open.at(-1);
    if (top === undefined) root = node;
    else if (top.items !== undefined) top.items.push(node);
    else {
      const { text: key = "", span: keySpan } = top.key ?? {};
      top.entries.push({ key, value: node, ...(keySpan && { keySpan }) });
      top.key = undefined;
    }
  };
  // Sticky expressions keep a position; between tokens that follow each other is only space.
  for (const { 0: token, index: start } of text.matchAll(new RegExp(JSON_TOKEN, "g"))) {
    const span = { start, end: start + token.length };
    const top = open.at(-1);
    if (token === "{" || token === "[")
      open.push({ start, items: token === "[" ? [] : undefined, entries: [], key: undefined });
    else if (token === "}" || token === "]") {
      const closed = open.pop() as Open;
      const whole = { start: closed.start, end: span.end };
      const source = text.slice(whole.start, whole.end);
      if (closed.items === undefined) place({ kind: "map", entries: closed.entries, source, span: whole });
      else place({ kind: "list", items: closed.items, source, span: whole });
    } else if (token !== "," && token !== ":") {
      const value = JSON.parse(token) as string | number | boolean | null;
      if (typeof value === "string" && top?.items === undefined && top !== undefined && top.key === undefined)
        top.key = { text: value, span };
      else place({ kind: "scalar", value, source: String(value), style: "quoted", span });
    }
  }
  return root;
}
