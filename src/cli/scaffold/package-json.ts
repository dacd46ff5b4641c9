/** Adds members to a package.json as text: nothing but the addition changes, and the addition looks like the rest. */

/** A fault of the file, as the second half of a sentence; or the new text. */
export type EditResult = { readonly fault: string } | { readonly text: string };

interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Layout of the whole file. */
interface Layout {
  readonly newline: string;
  /** Indentation of the root's members; undefined if the first is on the line of its brace. */
  readonly indent: string | undefined;
}

/** An object in the file. */
interface Place {
  /** Offset of its opening brace. */
  readonly open: number;
  /** How deep its members are. */
  readonly depth: number;
  readonly members: readonly Member[];
}

/** Members after which a new one goes if the object has them; the first that exists counts. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  imports: ["exports", "types", "main", "type", "version", "name"],
  scripts: ["imports", "exports", "types", "main", "type", "version", "name"],
};

/**
 * Adds `"<section>": { "<key>": "<value>" }`. The key must not exist.
 *
 * @example
 * addEntry('{\n  "name": "shop"\n}\n', "imports", "#skills", "./generated/skills/index.js")
 */
export function addEntry(text: string, section: "imports" | "scripts", key: string, value: string): EditResult {
  const parsed = parsePackageJson(text);
  if ("fault" in parsed) return parsed;
  const open = skipSpace(text, text.startsWith("\uFEFF") ? 1 : 0);
  const root: Place = { open, depth: 1, members: membersOf(text, open) };
  const layout = layoutOf(text, root);
  const named = (name: string): Member | undefined => root.members.findLast((member) => member.key === name);
  const holder = named(section);
  const written = JSON.stringify(value);
  if (holder !== undefined) {
    const inner = parsed.manifest[section];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner))
      return { fault: `its "${section}" is not an object` };
    const place: Place = { open: holder.valueStart, depth: 2, members: membersOf(text, holder.valueStart) };
    return { text: insertMember(text, place, layout, { key, value: written }) };
  }
  const { newline, indent } = layout;
  const entry = `${JSON.stringify(key)}${colonLike(text, root.members[0])}${written}`;
  const object = indent === undefined ? `{${entry}}` : `{${newline}${indent.repeat(2)}${entry}${newline}${indent}}`;
  const after = ORDER[section]?.map(named).find((member) => member !== undefined);
  return { text: insertMember(text, root, layout, { key: section, value: object, after }) };
}

/** Reads a package.json as a value. */
export function parsePackageJson(
  text: string,
): { readonly fault: string } | { readonly manifest: Readonly<Record<string, unknown>> } {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest))
      return { fault: "it is not a JSON object" };
    return { manifest: manifest as Record<string, unknown> };
  } catch (error) {
    return { fault: `it is not valid JSON (${(error as Error).message})` };
  }
}

function layoutOf(text: string, { members: [first] }: Place): Layout {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return { newline, indent: first === undefined ? "  " : indentBefore(text, first.keyStart) };
}

/** Inserts a member after another one, or as the last of its object. */
function insertMember(
  text: string,
  { open, depth, members }: Place,
  { newline, indent }: Layout,
  { key, value, after }: { readonly key: string; readonly value: string; readonly after?: Member | undefined },
): string {
  const [first] = members;
  const entry = JSON.stringify(key) + colonLike(text, first ?? after) + value;
  const last = after ?? members.at(-1);
  if (last === undefined || first === undefined) {
    const close = skipSpace(text, open + 1);
    const around =
      indent === undefined ? ["", ""] : [newline + indent.repeat(depth), newline + indent.repeat(depth - 1)];
    return text.slice(0, open + 1) + around[0] + entry + around[1] + text.slice(close);
  }
  const own = indentBefore(text, first.keyStart);
  const gap = own === undefined ? text.slice(open + 1, first.keyStart) : newline + own;
  return `${text.slice(0, last.valueEnd)},${gap}${entry}${text.slice(last.valueEnd)}`;
}

/** Returns the colon with the spaces around it, as another member writes it. */
function colonLike(text: string, member: Member | undefined): string {
  return member === undefined ? ": " : text.slice(member.keyEnd, member.valueStart);
}

/** Returns the whitespace from the start of the line to a position; undefined if it contains anything else. */
function indentBefore(text: string, position: number): string | undefined {
  const before = text.slice(0, position);
  return /[\r\n]([ \t]*)$/.exec(before)?.[1];
}

/** Returns the members of an object in valid JSON. */
function membersOf(text: string, open: number): Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, keyStart: at, keyEnd, valueStart, valueEnd });
    at = skipSpace(text, valueEnd);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text[at] as string;
    if (character === '"') at = endOfString(text, at);
    else if (/[-\w]/.test(character)) at = endOf(/[-+.\w]+/y, text, at);
    else {
      if (character === "{" || character === "[") depth++;
      if (character === "}" || character === "]") depth--;
      at++;
    }
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfString(text: string, start: number): number {
  return endOf(/"(?:[^"\\]|\\.)*"/sy, text, start);
}

function skipSpace(text: string, start: number): number {
  return endOf(/[ \t\r\n]*/y, text, start);
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start + 1;
}
