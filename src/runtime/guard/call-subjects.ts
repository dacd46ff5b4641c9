/** The form of a field; `filter`: a glob of files in a search; `any`: unknown, so that each form counts. */
type SubjectKind = "command" | "powershell" | "url" | "path" | "tree" | "glob" | "filter" | "text" | "any";

export type Subject = readonly [kind: SubjectKind, text: string];

type Fields = Readonly<Record<string, unknown>>;

/** Tools by name (in lower case, without `_` and `-`), with the form and the fields that they read. */
const tools: readonly (readonly [names: RegExp, kind: SubjectKind, fields: RegExp])[] = [
  [/^(?:bash|shell)$/, "command", /^command$/],
  [/^(?:powershell|pwsh)$/, "powershell", /^command$/],
  [/^(?:read|write|(?:multi)?edit|notebook(?:read|edit))$/, "path", /path|file|dir/i],
  [/^glob$/, "glob", /^(?:path|pattern)$/],
  [/^(?:grep|ls)$/, "tree", /^path$/],
  [/^webfetch$/, "url", /^ur[il]s?$/],
  [/^(?:websearch|skill|task|agent)$/, "text", /^(?:query|skill|name|command|subagent_type)$/],
];

/**
 * Returns the subjects of a call; undefined if it cannot be judged. A known tool is judged by the fields that it reads; if
 * it has none of them, a single string in the input is the subject. Of any other tool, every string at any depth counts.
 */
export function callSubjects(tool: string, input: unknown): readonly Subject[] | undefined {
  const known = tool.toLowerCase().replace(/[_-]/g, "");
  const [, kind, names] = tools.find(([pattern]) => pattern.test(known)) ?? [];
  const object = objectOf(input);
  if (kind === undefined || names === undefined) return anyOf(object);
  if (kind === "tree") return searchOf(object, known === "grep");
  const fields = (isText(object) ? [object] : (object ?? [])) as Fields;
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const read = entries.filter(([field]) => names.test(field));
  // The words of a command in a list say nothing one by one, and no tool reads paths from anything but strings and lists.
  const values = read.flatMap(([, value]): unknown[] =>
    Array.isArray(value) && /path|url/.test(kind) ? value : [value],
  );
  const texts = read.length > 0 ? values : entries.map(([, value]) => value).filter(isText);
  return texts.every(isText) && (read.length > 0 || texts.length === 1) ? texts.map((text) => [kind, text]) : undefined;
}

function anyOf(input: unknown): readonly Subject[] | undefined {
  try {
    const texts = stringsIn(input);
    return texts.length > 0 ? texts.map((text) => ["any", text]) : undefined;
  } catch {
    return undefined;
  }
}

/** Without a path, a search is in the working directory. The text that it searches for does not count as a path. */
function searchOf(input: unknown, isGrep: boolean): readonly Subject[] | undefined {
  const { path, glob } = (isText(input) && !isGrep ? { path: input } : (input ?? {})) as Fields;
  const [tree, filter] = [path || ".", glob ?? ""];
  return isText(tree) && isText(filter)
    ? [["tree", tree], ...(filter && isGrep ? [["filter", filter] as const] : [])]
    : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/**
 * Every string of an input at any depth, also keys that are not names. Throws for a number where a path, an address or a
 * command belongs, and where the input is too deep.
 */
function stringsIn(value: unknown, field = ""): readonly string[] {
  if (isText(value)) return [value];
  if (typeof value !== "object" || value === null) {
    if (value !== undefined && value !== null && /path|file|ur[il]|command/i.test(field)) throw new TypeError();
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(/^\w*$/.test(key) ? [] : [key]),
    ...stringsIn(inner, key),
  ]);
}

/** The lines that the strings of an input may form, a program in one field and its arguments in another; undefined if too many. */
export function joinedWords(input: unknown): readonly string[] | undefined {
  const strings = stringsIn(objectOf(input));
  if (strings.length ** 2 * strings.join("").length > 1e6) return undefined;
  return strings.flatMap((text) => strings.map((_, at) => [text, ...strings.slice(at)].join(" ")));
}

/** Some APIs pass the input of a call as JSON; any other string is the input itself. */
function objectOf(text: unknown): unknown {
  if (!isText(text)) return text;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" ? value : text;
  } catch {
    return text;
  }
}
