/** Adds members to a package.json as text: nothing but the addition changes, and the addition looks like the rest. */

/** What is wrong with the file, as the second half of a sentence; or the new text. */
export type EditResult = { readonly fault: string } | { readonly text: string };

interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Members after which a new one goes when the object has them; the first that is there counts. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  imports: ["exports", "types", "main", "type", "version", "name"],
  scripts: ["imports", "exports", "types", "main", "type", "version", "name"],
};

/**
 * Adds `"<section>": { "<key>": "<value>" }`. The key must not be there.
 *
 * @example
 * addEntry('{\n  "name": "shop"\n}\n', "imports", "#skills", "./generated/skills/index.js")
 */
export function addEntry(text: string, section: "imports" | "scripts", key: string, value: string): EditResult {
  const root = readManifest(text);
  if ("fault" in root) return root;
  const open = skipBlanks(text, text.startsWith("\uFEFF") ? 1 : 0);
  const members = membersOf(text, open);
  const holder = members.findLast((member) => member.key === section);
  const [first] = members;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = first === undefined ? "  " : indentBefore(text, first.keyStart);
  const written = JSON.stringify(value);
  if (holder === undefined) {
    const inline = unit === undefined;
    const entry = `${JSON.stringify(key)}${colonLike(text, first)}${written}`;
    const object = inline ? `{${entry}}` : `{${newline}${unit.repeat(2)}${entry}${newline}${unit}}`;
    const after = ORDER[section]
      ?.map((name) => members.findLast((member) => member.key === name))
      .find((member) => member !== undefined);
    return { text: insert(text, open, members, after, section, object, unit, 1, newline) };
  }
  const inner = root.manifest[section];
  if (typeof inner !== "object" || inner === null || Array.isArray(inner))
    return { fault: `"${section}" in it is not an object` };
  return {
    text: insert(
      text,
      holder.valueStart,
      membersOf(text, holder.valueStart),
      undefined,
      key,
      written,
      unit,
      2,
      newline,
    ),
  };
}

/** The manifest as a value. */
export function readManifest(
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

/** Puts a member into the object that opens at `open`, after another one, or as its last. */
function insert(
  text: string,
  open: number,
  members: readonly Member[],
  after: Member | undefined,
  key: string,
  value: string,
  unit: string | undefined,
  depth: number,
  newline: string,
): string {
  const [first] = members;
  const entry = JSON.stringify(key) + colonLike(text, first ?? after) + value;
  const last = after ?? members.at(-1);
  if (last === undefined || first === undefined) {
    const close = skipBlanks(text, open + 1);
    const around = unit === undefined ? ["", ""] : [newline + unit.repeat(depth), newline + unit.repeat(depth - 1)];
    return text.slice(0, open + 1) + around[0] + entry + around[1] + text.slice(close);
  }
  const indent = indentBefore(text, first.keyStart);
  const gap = indent === undefined ? text.slice(open + 1, first.keyStart) : newline + indent;
  return `${text.slice(0, last.valueEnd)},${gap}${entry}${text.slice(last.valueEnd)}`;
}

/** The colon with the blanks around it, as another member writes it. */
function colonLike(text: string, member: Member | undefined): string {
  return member === undefined ? ": " : text.slice(member.keyEnd, member.valueStart);
}

/** The blanks between the start of the line and a position; undefined when something else stands between. */
function indentBefore(text: string, position: number): string | undefined {
  const before = text.slice(0, position);
  return /[\r\n]([ \t]*)$/.exec(before)?.[1];
}

/** The members of an object in valid JSON. */
function membersOf(text: string, open: number): Member[] {
  const members: Member[] = [];
  let at = skipBlanks(text, open + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const valueStart = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, keyStart: at, keyEnd, valueStart, valueEnd });
    at = skipBlanks(text, valueEnd);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
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

function skipBlanks(text: string, start: number): number {
  return endOf(/[ \t\r\n]*/y, text, start);
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start + 1;
}
