/**
 * Reads the frontmatter of nearly every skill: keys with plain, quoted and block values, and lists and mappings of
 * them. Gives up at anything else, which `yaml.ts` then reads; otherwise both return the same nodes.
 */
import type { FieldEntry, FieldNode, ListNode, MapNode, ScalarNode } from "../../model/fields.ts";

/** Tabs, carriage returns and other control characters, byte order marks. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\ufefe\uff00-\uffff]/;
const KEY = /([A-Za-z_][\w-]{0,127}):(?: +|(?=\n)|$)/y;
const DOUBLE = /"((?:[^"\\\n]|\\["\\])*)" *(?:\n|$)/y;
const SINGLE = /'((?:[^'\n]|'')*)' *(?:\n|$)/y;
/** Not an indicator. */
const PLAIN_START = /[\w(./$^+;=<\xa1-\uffff]/y;
const BLOCK = /([|>])(-?) *\n/y;
const FLOW = /\[([^\n]*)\] *(?:\n|$)/y;
const FLOW_ITEM = / *(?:"((?:[^"\\]|\\["\\])*)"|'((?:[^']|'')*)'|([A-Za-z_./][\w./@+-]*(?: [\w./@+-]+)*)) *(?:,|$)/y;
const DASH = /- +/y;

/** Besides `true`, `false` and simple numbers, these are not strings in the core schema of YAML 1.2. */
const OTHER_TYPE =
  /^(?:~|[Nn]ull|NULL|True|TRUE|False|FALSE|0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN|[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?(?:\.\d+|\d+\.\d*))$/;
const SIMPLE_NUMBER = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/;

const MOST_LEVELS = 8;

/** `offset`, the start of the text in its file, is added to every span. Undefined for anything unusual. */
export function readPlainYaml(text: string, offset: number): MapNode | undefined {
  if (UNUSUAL.test(text)) return undefined;
  const reader = new PlainReader(text, offset);
  const map = reader.map(0);
  return reader.isAtEnd() ? map : undefined;
}

/** Each method reads on from the position, and returns undefined if it gives up. */
class PlainReader {
  private at = 0;
  private readonly text: string;
  private readonly offset: number;

  constructor(text: string, offset: number) {
    this.text = text;
    this.offset = offset;
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Ends at a line with less indentation. */
  map(indent: number, depth = 0): MapNode | undefined {
    if (depth > MOST_LEVELS) return undefined;
    const entries: FieldEntry[] = [];
    const keys = new Set<string>();
    let start = 0;
    for (let found = this.nextIndent(); found >= indent; found = this.nextIndent()) {
      if (found > indent) return undefined;
      const keyStart = this.at + indent;
      const key = this.match(KEY, keyStart)?.[1];
      if (key === undefined || keys.has(key)) return undefined;
      if (entries.length === 0) start = keyStart;
      keys.add(key);
      const value = this.value(indent, depth);
      if (value === undefined) return undefined;
      entries.push({ key, value, keySpan: this.span(keyStart, keyStart + key.length) });
    }
    const end = entries.at(-1)?.value.span?.end;
    if (end === undefined) return undefined;
    const source = this.text.slice(start, end - this.offset).trim();
    return { kind: "map", entries, source, span: { start: start + this.offset, end } };
  }

  private value(indent: number, depth: number): FieldNode | undefined {
    const first = this.text[this.at];
    if (first === "\n") return this.nested(indent, depth);
    if (first === "|" || first === ">") return this.block(indent);
    return first === "[" ? this.flow() : this.scalar();
  }

  private nested(indent: number, depth: number): FieldNode | undefined {
    const inner = this.nextIndent();
    if (inner < indent) return undefined;
    if (this.text.startsWith("- ", this.at + inner)) return this.list(inner);
    return inner === indent ? undefined : this.map(inner, depth + 1);
  }

  private list(indent: number): ListNode | undefined {
    const items: FieldNode[] = [];
    const start = this.at + indent;
    for (let found = this.nextIndent(); found >= indent; found = this.nextIndent()) {
      if (found > indent) return undefined;
      // At the indentation of its key, a list ends with the next key.
      if (this.match(DASH, this.at + indent) === undefined) break;
      const item = this.scalar();
      if (item === undefined) return undefined;
      items.push(item);
    }
    const end = items.at(-1)?.span?.end;
    if (end === undefined) return undefined;
    const source = this.text.slice(start, end - this.offset).trim();
    return { kind: "list", items, source, span: { start: start + this.offset, end } };
  }

  private scalar(): ScalarNode | undefined {
    const start = this.at;
    const double = this.match(DOUBLE)?.[1];
    if (double !== undefined) return this.quoted(unescape(double), start, start + double.length + 2);
    const single = this.match(SINGLE)?.[1];
    if (single !== undefined) return this.quoted(single.replaceAll("''", "'"), start, start + single.length + 2);
    if (this.match(PLAIN_START) === undefined) return undefined;
    const line = this.lineAt(start);
    this.at = start + line.length + 1;
    const plain = withoutSpaces(line);
    return isPlain(plain) ? this.plain(plain, start) : undefined;
  }

  private quoted(value: string, start: number, end: number): ScalarNode {
    return { kind: "scalar", value, source: value, style: "quoted", span: this.span(start, end) };
  }

  private plain(source: string, start: number): ScalarNode | undefined {
    const span = this.span(start, start + source.length);
    if (source === "true" || source === "false")
      return { kind: "scalar", value: source === "true", source, style: "plain", span };
    if (SIMPLE_NUMBER.test(source)) return { kind: "scalar", value: Number(source), source, style: "plain", span };
    if (OTHER_TYPE.test(source)) return undefined;
    return { kind: "scalar", value: source, source, style: "plain", span };
  }

  private flow(): ListNode | undefined {
    const start = this.at;
    const inner = this.match(FLOW)?.[1];
    if (inner === undefined) return undefined;
    const items: FieldNode[] = [];
    for (let at = 0; at < inner.length && withoutSpaces(inner.slice(at)) !== "";) {
      FLOW_ITEM.lastIndex = at;
      const [all, double, single, plain] = FLOW_ITEM.exec(inner) ?? [];
      if (all === undefined || (at + all.length === inner.length && all.endsWith(","))) return undefined;
      const written = double ?? single ?? plain ?? "";
      const from = start + 1 + at + indentOf(all);
      const item =
        plain === undefined
          ? this.quoted(
              double === undefined ? written.replaceAll("''", "'") : unescape(double),
              from,
              from + written.length + 2,
            )
          : this.plain(plain, from);
      if (item === undefined) return undefined;
      items.push(item);
      at += all.length;
    }
    const end = start + inner.length + 2;
    return { kind: "list", items, source: this.text.slice(start, end), span: this.span(start, end) };
  }

  /** Lines are indented alike, unless they are kept as they are. */
  private block(indent: number): ScalarNode | undefined {
    const start = this.at;
    const [, kind, chomping] = this.match(BLOCK) ?? [];
    if (kind === undefined) return undefined;
    const firstLine = this.lineAt(this.at);
    const inner = indentOf(firstLine);
    if (inner <= indent || firstLine.length === inner) return undefined;
    const lines: string[] = [];
    let end = start;
    let next = this.at;
    for (let at = this.at; at < this.text.length; at = next) {
      const line = this.lineAt(at);
      next = at + line.length + 1;
      if (line === "") {
        lines.push(line);
        continue;
      }
      const found = indentOf(line);
      if (line.endsWith(" ") || (found > inner && kind === ">")) return undefined;
      if (found < inner) break;
      lines.push(line.slice(inner));
      end = at + line.length;
      this.at = next;
    }
    if (this.at > this.text.length) return undefined;
    while (lines.at(-1) === "") lines.pop();
    const text = lines.join("\n");
    // A line end becomes a space, and all but the first of several stay.
    const value = kind === "|" ? text : text.replaceAll(/\n+/g, (ends) => (ends === "\n" ? " " : ends.slice(1)));
    const whole = chomping === "-" ? value : `${value}\n`;
    return { kind: "scalar", value: whole, source: whole, style: "block", span: this.span(start, end) };
  }

  /** -1 at the end. */
  private nextIndent(): number {
    for (;;) {
      let at = this.at;
      while (this.text[at] === " ") at++;
      if (at >= this.text.length) {
        this.at = at;
        return -1;
      }
      if (this.text[at] !== "\n") return at - this.at;
      this.at = at + 1;
    }
  }

  private lineAt(start: number): string {
    const end = this.text.indexOf("\n", start);
    return this.text.slice(start, end === -1 ? this.text.length : end);
  }

  private match(pattern: RegExp, from = this.at): RegExpExecArray | undefined {
    pattern.lastIndex = from;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match;
  }

  private span(start: number, end: number): { start: number; end: number } {
    return { start: start + this.offset, end: end + this.offset };
  }
}

function indentOf(line: string): number {
  let at = 0;
  while (line[at] === " ") at++;
  return at;
}

function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  return line.slice(0, end);
}

function unescape(text: string): string {
  return text.includes("\\") ? text.replaceAll(/\\(.)/g, "$1") : text;
}

/** A colon before a space starts a value, a number sign after one a comment. */
function isPlain(text: string): boolean {
  return !text.includes(": ") && !text.includes(" #") && !text.endsWith(":");
}
