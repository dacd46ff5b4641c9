/** Constructs that the YAML readers of some clients refuse or accept, unlike YAML 1.2. Profiles name them. */
import type { YamlConstruct } from "../model/profile.ts";
import type { FieldNode } from "../model/fields.ts";
import { readYaml, type YamlReading } from "./yaml.ts";
import type { YamlProblem } from "./yaml-causes.ts";

/** Spans count from the start of the file. */
export function refusedConstruct(
  node: FieldNode | undefined,
  { text, start }: { readonly text: string; readonly start: number },
  refused: readonly YamlConstruct[],
): YamlProblem | undefined {
  for (const construct of refused) {
    const at = FINDERS[construct](node, text);
    if (at === undefined) continue;
    const end = Math.min(text.length, at + Math.max(1, /^\S*/.exec(text.slice(at, at + 100))?.[0].length ?? 1));
    return { cause: "refused", key: "", detail: construct, span: { start: start + at, end: start + end } };
  }
  return undefined;
}

/** Attempts at a text in which several quoted values continue at the left edge. */
const MOST_EDGES = 8;

/**
 * Reads YAML with errors that a client accepts. With `quote-at-edge`, a quoted value may continue at the left edge: its
 * line end is read as a space.
 */
export function readAccepting(written: string, offset: number, accepted: readonly string[]): YamlReading {
  let text = written;
  for (let attempt = 0; ; attempt++) {
    const reading = readYaml(text, offset, 0, accepted);
    const [problem] = reading.problems;
    const at = (problem?.span.start ?? 0) - offset - 1;
    const isEdge = problem?.cause === "quote-at-edge" && accepted.includes(problem.cause) && text[at] === "\n";
    if (!isEdge || attempt === MOST_EDGES) return reading;
    text = `${text.slice(0, at)} ${text.slice(at + 1)}`;
  }
}

type Finder = (node: FieldNode | undefined, text: string) => number | undefined;

const found = (text: string, pattern: RegExp): number | undefined => {
  const match = pattern.exec(text);
  return match === null ? undefined : match.index + match[0].length - match[0].trimStart().length;
};

const FINDERS: Readonly<Record<YamlConstruct, Finder>> = {
  // `: text`
  "empty key": (node, text) => (hasEmptyKey(node) ? (found(text, /^[ \t]*:(?=\s|$)/m) ?? 0) : undefined),
  // Below a key that is not indented, it continues a text.
  "indented colon": (_, text) => (/^\S/.test(text) ? found(text, /^[ \t]+:(?=\s|$)/m) : undefined),
  "indented mapping": (_, text) => (/^[ \t]+[\w-]/.test(firstLine(text)) ? text.search(/\S/) : undefined),
  "end of a document": (_, text) => found(text, /^\.\.\.[ \t]*$/m),
  "mapping in braces": (_, text) => found(text, /^\s*\{/),
  "pair in brackets": (node, text) => (hasPair(node) ? (found(text, /\[/) ?? 0) : undefined),
  tag: (_, text) => found(text, /(?:^|:|-)[ \t]+!(?=\s|[\w!])/m),
};

/** The first line that is not blank, up to its first character. */
function firstLine(text: string): string {
  const at = text.search(/\S/);
  return at === -1 ? "" : text.slice(text.lastIndexOf("\n", at) + 1, at + 1);
}

/** `[a: b]` is a list with a mapping, without braces. */
function hasPair(node: FieldNode | undefined): boolean {
  if (node?.kind === "map") return node.entries.some(({ value }) => hasPair(value));
  if (node?.kind !== "list") return false;
  const isFlow = node.source.startsWith("[");
  return node.items.some((item) => (isFlow && item.kind === "map" && !item.source.startsWith("{")) || hasPair(item));
}

function hasEmptyKey(node: FieldNode | undefined): boolean {
  return node?.kind === "map" && node.entries.some(({ key }) => key === "");
}
