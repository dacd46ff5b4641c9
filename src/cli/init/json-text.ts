/**
 * Edits JSON, with or without comments, as text: nothing but the addition changes, and it looks like the rest.
 * jsonc-parser reads the text; its `modify` would move comments and change the layout.
 */
import { getNodeValue, parseTree, visit, type Node, type ParseError } from "jsonc-parser";

/** The fault is the second half of a sentence. */
export type EditResult = { readonly fault: string } | { readonly text: string };

export type WritableJson = string | readonly string[] | { readonly [key: string]: WritableJson };

interface Item {
  readonly start: number;
  readonly end: number;
}

interface Member extends Item {
  readonly key: string;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly value: Node;
}

interface JsonSource {
  readonly text: string;
  readonly plain: string;
  readonly newline: string;
  /** Undefined if the first member is on the line of the brace. */
  readonly indent: string | undefined;
}

interface Container<Inner extends Item = Item> {
  /** Offset of its opening bracket. */
  readonly open: number;
  /** How deep its items are. */
  readonly depth: number;
  readonly items: readonly Inner[];
}

/**
 * Reads an object with comments and trailing commas, as TypeScript and wrangler do.
 *
 * @example
 * parseObject('{ "main": "src/index.ts", } // the worker');
 */
export function parseObject(
  text: string,
): { readonly fault: string } | { readonly value: Readonly<Record<string, unknown>> } {
  const parsed = parse(text);
  return "fault" in parsed ? parsed : { value: parsed.value };
}

interface ParsedJson {
  readonly root: Node;
  readonly value: Readonly<Record<string, unknown>>;
}

function parse(text: string): { readonly fault: string } | ParsedJson {
  const errors: ParseError[] = [];
  // JSON.parse also reports any other problem, such as too deep nesting.
  try {
    const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
    if (root === undefined || errors.length > 0) JSON.parse(plainOf(text));
    if (root?.type !== "object") return { fault: "it is not a JSON object" };
    if (errors.length === 0) return { root, value: getNodeValue(root) as Record<string, unknown> };
    return { fault: `it is not valid JSON (position ${errors[0]?.offset})` };
  } catch (error) {
    return { fault: `it is not valid JSON (${(error as Error).message})` };
  }
}

/** Keeps offsets: `stripComments` would move what follows. */
function plainOf(text: string): string {
  const plain = text.replace(/^\uFEFF/, " ");
  const parts: string[] = [];
  let end = 0;
  visit(plain, {
    onComment: (offset, length) => {
      parts.push(plain.slice(end, offset), plain.slice(offset, offset + length).replaceAll(/[^\r\n]/g, " "));
      end = offset + length;
    },
  });
  return parts.join("") + plain.slice(end);
}

/**
 * Sets the value at a path of keys, creating the objects above it. Only a string is replaced.
 *
 * @param order Keys of the root after which a new member of it goes; the first that exists counts.
 * @example
 * setMember('{\n  "name": "shop"\n}\n', ["scripts", "build"], "skillc build");
 */
export function setMember(
  text: string,
  path: readonly string[],
  value: WritableJson,
  order: readonly string[] = [],
): EditResult {
  const parsed = parse(text);
  if ("fault" in parsed) return parsed;
  const { source, root } = open(text, parsed.root);
  let place: Container<Member> = root;
  let held: unknown = parsed.value;
  for (const [index, key] of path.entries()) {
    held = (held as Readonly<Record<string, unknown>>)[key];
    const member = place.items.findLast((each) => each.key === key);
    const rest = path.slice(index + 1);
    if (member === undefined) {
      const whole = rest.reduceRight<WritableJson>((inner, each) => ({ [each]: inner }), value);
      const after = order.map((name) => place.items.findLast((each) => each.key === name)).find(Boolean);
      return { text: insert(source, place, memberText(source, place, key, whole), index === 0 ? after : undefined) };
    }
    if (rest.length === 0) {
      if (typeof held !== "string") return { fault: `its "${path.join(".")}" is not a string` };
      return { text: text.slice(0, member.valueStart) + JSON.stringify(value) + text.slice(member.end) };
    }
    if (typeof held !== "object" || held === null || Array.isArray(held))
      return { fault: `its "${path.slice(0, index + 1).join(".")}" is not an object` };
    place = { open: member.valueStart, depth: index + 2, items: membersOf(member.value) };
  }
  return { fault: "no key was named" };
}

/**
 * Adds to the list at a key of the root, which must exist.
 *
 * @example
 * appendItem('{ "include": ["src"] }', "include", "skillc-env.d.ts");
 */
export function appendItem(text: string, key: string, value: string): EditResult {
  const parsed = parse(text);
  if ("fault" in parsed) return parsed;
  const { source, root } = open(text, parsed.root);
  const member = root.items.findLast((each) => each.key === key);
  if (member === undefined || !Array.isArray(parsed.value[key])) return { fault: `its "${key}" is not a list` };
  const list: Container = { open: member.valueStart, depth: 2, items: (member.value.children ?? []).map(extentOf) };
  return { text: insert(source, list, JSON.stringify(value)) };
}

function open(text: string, node: Node): { readonly source: JsonSource; readonly root: Container<Member> } {
  const plain = plainOf(text);
  const root = { open: node.offset, depth: 1, items: membersOf(node) };
  const [first] = root.items;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    source: { text, plain, newline, indent: first === undefined ? "  " : indentBefore(plain, first.start) },
    root,
  };
}

function memberText(source: JsonSource, { depth, items }: Container<Member>, key: string, value: WritableJson): string {
  const [first] = items;
  const colon = first === undefined ? ": " : source.text.slice(first.keyEnd, first.valueStart);
  const isOnLine =
    source.indent === undefined || (first !== undefined && indentBefore(source.plain, first.start) === undefined);
  const write = (each: WritableJson, at: number): string => {
    if (typeof each === "string") return JSON.stringify(each);
    if (Array.isArray(each)) return `[${(each as readonly string[]).map((one) => JSON.stringify(one)).join(", ")}]`;
    const entries = Object.entries(each).map(([name, one]) => `${JSON.stringify(name)}${colon}${write(one, at + 1)}`);
    if (isOnLine) return `{${entries.join(", ")}}`;
    const line = source.newline + source.indent.repeat(at + 1);
    return `{${line}${entries.join(`,${line}`)}${source.newline}${source.indent.repeat(at)}}`;
  };
  return `${JSON.stringify(key)}${colon}${write(value, depth)}`;
}

/** A comment stays on the line of the item that it is about. Without `after`, the item becomes the last. */
function insert(source: JsonSource, { open: start, depth, items }: Container, entry: string, after?: Item): string {
  const { text, plain, newline, indent } = source;
  const [first] = items;
  const last = after ?? items.at(-1);
  if (first === undefined || last === undefined) {
    // A comment inside an empty object is kept.
    const close = skipSpace(plain, start + 1);
    const inner = text.slice(start + 1, close).trim();
    if (indent === undefined) return text.slice(0, start + 1) + inner + entry + text.slice(close);
    const line = newline + indent.repeat(depth);
    const comment = inner === "" ? "" : line + inner;
    return `${text.slice(0, start + 1)}${comment}${line}${entry}${newline}${indent.repeat(depth - 1)}${text.slice(close)}`;
  }
  const own = indentBefore(plain, first.start);
  const gap = own === undefined ? gapOnLine(plain, start, items) : newline + own;
  const next = skipSpace(plain, last.end);
  // Between the value and the end of its line: nothing, a comma, a comment.
  const comma = plain[next] === "," && own !== undefined ? next + 1 : undefined;
  const from = comma ?? last.end;
  const lineEnd = /[\r\n]/.exec(text.slice(from))?.index ?? text.length - from;
  const hasComment =
    own !== undefined &&
    plain.slice(from, from + lineEnd).trim() === "" &&
    text.slice(from, from + lineEnd).trim() !== "";
  if (!hasComment) return `${text.slice(0, last.end)},${gap}${entry}${text.slice(last.end)}`;
  const end = from + text.slice(from, from + lineEnd).trimEnd().length;
  return comma === undefined
    ? `${text.slice(0, last.end)},${text.slice(last.end, end)}${gap}${entry}${text.slice(end)}`
    : `${text.slice(0, end)}${gap}${entry},${text.slice(end)}`;
}

function gapOnLine(plain: string, start: number, [first, second]: readonly Item[]): string {
  if (second !== undefined) return plain.slice(first?.end, second.start).replace(",", "");
  return plain[start] === "[" ? " " : plain.slice(start + 1, first?.start);
}

/** Undefined if anything but whitespace precedes the position on its line. */
function indentBefore(plain: string, position: number): string | undefined {
  return /[\r\n]([ \t]*)$/.exec(plain.slice(0, position))?.[1];
}

function membersOf({ children = [] }: Node): readonly Member[] {
  return children.flatMap((member) => {
    const [key, value] = member.children ?? [];
    if (key === undefined || value === undefined) return [];
    const text = getNodeValue(key) as string;
    return { ...extentOf(member), key: text, keyEnd: extentOf(key).end, valueStart: value.offset, value };
  });
}

function extentOf({ offset, length }: Node): Item {
  return { start: offset, end: offset + length };
}

function skipSpace(plain: string, start: number): number {
  const pattern = /[ \t\r\n]*/y;
  pattern.lastIndex = start;
  pattern.test(plain);
  return pattern.lastIndex;
}
