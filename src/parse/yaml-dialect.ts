/** What the YAML readers of some clients refuse or accept, unlike YAML 1.2: data of a profile, compared with what was read. */
import type { YamlConstruct } from "../model/profile.ts";
import type { FieldNode } from "../model/fields.ts";
import type { YamlProblem } from "./yaml-causes.ts";

/** Returns the first construct that a reader refuses; undefined without one. Spans count from the start of the file. */
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

type Finder = (node: FieldNode | undefined, text: string) => number | undefined;

const found = (text: string, pattern: RegExp): number | undefined => {
  const match = pattern.exec(text);
  return match === null ? undefined : match.index + match[0].length - match[0].trimStart().length;
};

const FINDERS: Readonly<Record<YamlConstruct, Finder>> = {
  // `: text`
  "empty key": (node, text) => (hasEmptyKey(node) ? (found(text, /^[ \t]*:(?=\s|$)/m) ?? 0) : undefined),
  "end of a document": (_, text) => found(text, /^\.\.\.[ \t]*$/m),
  "mapping in braces": (_, text) => found(text, /^\s*\{/),
  tag: (_, text) => found(text, /(?:^|:|-)[ \t]+!(?=\s|[\w!])/m),
};

function hasEmptyKey(node: FieldNode | undefined): boolean {
  return node?.kind === "map" && node.entries.some(({ key }) => key === "");
}
