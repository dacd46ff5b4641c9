/** Selects the fields of a call that its tool reads, and their form. */

/** The form of a field; `any`: unknown, so that a rule that disallows tries each form. */
export type SubjectKind = "command" | "url" | "path" | "tree" | "text" | "any";

/** One field of a call. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly text: string;
}

/** Names of fields by form: `path`, `file_path`, `notebookPath`, `files`, `source`. */
const fields = {
  any: /^(?:skill|subagent_type|query|name)$/,
  command: /^(?:command|cmd|script)$/,
  url: /^ur[il]s?$/,
  path: /(?:^|_|file)(?:path|file|dir|directory|filename|folder)s?$|(?:Path|File|Dir)s?$|^(?:source|src|dest|destination|dst|target)$/,
};

/** Tools by name (in lower case, without `_` and `-`), with the form and the fields that they read. */
const tools: readonly (readonly [names: RegExp, kind: SubjectKind, fields: RegExp])[] = [
  [/^(?:bash|(?:power)?shell)$/, "command", /^command$/],
  [/^(?:read|write|(?:multi)?edit|notebook(?:read|edit))$/, "path", fields.path],
  [/^glob$/, "tree", /^(?:path|pattern)$/],
  [/^(?:grep|ls)$/, "tree", /^path$/],
  [/^webfetch$/, "url", fields.url],
  [/^websearch$/, "text", /^query$/],
  [/^skill$/, "text", /^(?:skill|name|command)$/],
  [/^(?:task|agent)$/, "text", /^subagent_type$/],
];

/**
 * Returns the subjects of a call; undefined if it cannot be judged. A known tool is judged by the fields that it reads,
 * any other tool by every known field. Without any of them, a single string in the input is the subject.
 */
export function callSubjects(tool: string, input: unknown): readonly Subject[] | undefined {
  const known = tool.toLowerCase().replace(/[_-]/g, "");
  const [, kind, names] = tools.find(([pattern]) => pattern.test(known)) ?? [];
  const object = typeof input === "string" ? objectOf(input) : input;
  if (typeof object === "string") return [{ kind: kind ?? "any", text: object }];
  if (typeof object !== "object" || object === null) return undefined;
  const entries = Object.entries(object).filter(([, value]) => value !== undefined && value !== null);
  const read = entries.flatMap(([field, value]) => {
    const own = names === undefined ? kindOf(field) : names.test(field) ? kind : undefined;
    if (own === undefined) return [];
    // The words of a command in a list say nothing one by one.
    const texts: readonly unknown[] = Array.isArray(value) && (own === "path" || own === "url") ? value : [value];
    return texts.map((text) => ({ kind: own, text }));
  });
  if (read.length > 0) return read.every(isSubject) ? read : undefined;
  const texts = entries.map(([, value]) => value as unknown).filter((value) => typeof value === "string");
  return texts.length === 1 ? [{ kind: kind ?? "any", text: texts[0] as string }] : undefined;
}

function isSubject(read: { readonly kind: SubjectKind; readonly text: unknown }): read is Subject {
  return typeof read.text === "string";
}

/** The form of a field of an unknown tool. */
function kindOf(field: string): SubjectKind | undefined {
  return (["any", "command", "url", "path"] as const).find((kind) => fields[kind].test(field));
}

/** Some APIs pass the input of a call as JSON; any other string is the input itself. */
function objectOf(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" ? value : text;
  } catch {
    return text;
  }
}
