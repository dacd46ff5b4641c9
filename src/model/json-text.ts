/** Reads JSON with the place of every value: `JSON.parse` alone has none, and the YAML reader takes ten times as long. */
import { findJsonFault, type JsonFault } from "./json-fault.ts";
import type { FieldEntry, FieldNode } from "./fields.ts";
import type { TextSpan } from "./source.ts";

/** A text that is JSON, and the keys that are written twice in one object. */
interface JsonReading {
  readonly node: FieldNode;
  readonly duplicates: readonly FieldEntry[];
}

/**
 * Returns the values of a JSON text with their places, or the first fault. Nesting costs no stack.
 *
 * @param forComments What the message about a comment ends with.
 * @example
 * readJson('{ "name": "ship" }') // { node: { kind: "map", … }, duplicates: [] }
 */
export function readJson(text: string, forComments = ""): JsonReading | { readonly fault: JsonFault } {
  try {
    JSON.parse(text);
  } catch {
    return {
      fault: findJsonFault(text, forComments) ?? { message: "this is not JSON", span: { start: 0, end: text.length } },
    };
  }
  return new JsonScan(text).read();
}

/** An object or a list that is not closed yet. */
interface Open {
  readonly start: number;
  /** Undefined for a list. */
  readonly entries: FieldEntry[] | undefined;
  readonly items: FieldNode[];
  key: { readonly text: string; readonly span: TextSpan } | undefined;
}

/** One pass over a text that is known to be JSON. */
class JsonScan {
  private readonly open: Open[] = [];
  private readonly duplicates: FieldEntry[] = [];
  private root: FieldNode | undefined;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): JsonReading {
    const { text } = this;
    for (let at = 0; at < text.length;) {
      const first = text.charAt(at);
      if (first === "{" || first === "[") {
        const entries = first === "{" ? [] : undefined;
        this.open.push({ start: at++, entries, items: [], key: undefined });
      } else if (first === "}" || first === "]") this.close(++at);
      else if (first === '"') at = this.readString(at);
      else at = BETWEEN.has(first) ? at + 1 : this.readWord(at);
    }
    return { node: this.root as FieldNode, duplicates: this.duplicates };
  }

  private readString(start: number): number {
    const end = endOfString(this.text, start);
    const text = JSON.parse(this.text.slice(start, end)) as string;
    const above = this.open.at(-1);
    if (above?.entries !== undefined && above.key === undefined) above.key = { text, span: { start, end } };
    else this.add({ kind: "scalar", value: text, source: text, style: "quoted", span: { start, end } });
    return end;
  }

  private readWord(start: number): number {
    let end = start + 1;
    while (end < this.text.length && !WORD_ENDS.has(this.text.charAt(end))) end++;
    const source = this.text.slice(start, end);
    const value = JSON.parse(source) as number | boolean | null;
    this.add({ kind: "scalar", value, source, style: "plain", span: { start, end } });
    return end;
  }

  private close(end: number): void {
    const { start, entries, items } = this.open.pop() as Open;
    const span = { start, end };
    if (entries === undefined) return this.add({ kind: "list", items, source: this.text.slice(start, end), span });
    const seen = new Set<string>();
    for (const entry of entries) if (seen.size === seen.add(entry.key).size) this.duplicates.push(entry);
    this.add({ kind: "map", entries, source: this.text.slice(start, end), span });
  }

  private add(node: FieldNode): void {
    const above = this.open.at(-1);
    if (above === undefined) this.root = node;
    else if (above.entries === undefined) above.items.push(node);
    else if (above.key !== undefined) {
      above.entries.push({ key: above.key.text, value: node, keySpan: above.key.span });
      above.key = undefined;
    }
  }
}

const BETWEEN: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n", ",", ":"]);
const WORD_ENDS: ReadonlySet<string> = new Set([...BETWEEN, "}", "]"]);

/** Returns the offset after the closing quote: the first that an even number of backslashes precedes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}
