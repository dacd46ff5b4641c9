/** Names of tools that nearly are those of a client. Other names are the application's own business. */
import type { FixPlan } from "../../../diagnostics/index.ts";
import type { FieldNode } from "../../../model/fields.ts";
import type { TextSpan } from "../../../model/source.ts";
import { toolTables } from "../../../profiles/index.ts";
import { editDistance } from "../../../runtime/access.ts";
import type { CheckContext } from "../context.ts";

const known: ReadonlySet<string> = new Set(toolTables.flatMap(({ tools }) => tools));
const folded: ReadonlySet<string> = new Set([...known].map((tool) => tool.toLowerCase()));

/** Names shorter than this are like everything. */
const SHORTEST = 4;
const FARTHEST = 2;
/** Nobody lists more by hand. */
const MOST = 100;

/** Reports misspelt tools of a list that stands in one scalar. */
export function checkToolNames(
  { skill, at }: CheckContext,
  field: string,
  tools: readonly string[],
  node: FieldNode,
): void {
  for (const tool of tools.slice(0, MOST)) {
    const name = /^[A-Za-z]\w*/.exec(tool)?.[0] ?? "";
    // Another case is another client's: some write all tools in lower case.
    if (name.length < SHORTEST || name.startsWith("mcp__") || folded.has(name.toLowerCase())) continue;
    if (tool.length > name.length && tool[name.length] !== "(") continue;
    const distance = (candidate: string): number => editDistance(name.toLowerCase(), candidate.toLowerCase(), FARTHEST);
    const [nearest, next] = [...known]
      .filter(
        (candidate) =>
          Math.abs(candidate.length - name.length) <= 1 &&
          distance(candidate) <= FARTHEST &&
          distance(candidate) * 3 <= name.length,
      )
      .sort((one, two) => distance(one) - distance(two));
    if (nearest === undefined) continue;
    const isClear = next === undefined || distance(nearest) < distance(next);
    const place = placeOf(tool, name, node, skill.source.text);
    const fixes: FixPlan[] =
      place !== undefined && isClear
        ? [{ title: `write ${nearest}`, applicability: "unsafe", edits: [{ span: place, text: nearest }] }]
        : [];
    at("tool-misspelt", place ?? node.span, { field, tool: name, nearest }, [], fixes);
  }
}

/** Where a name stands in a value that is written as it was read. */
function placeOf(tool: string, name: string, { span, source }: FieldNode, text: string): TextSpan | undefined {
  if (span === undefined) return undefined;
  const value = text.slice(span.start, span.end);
  const before = value.indexOf(source);
  const at = source.search(new RegExp(`(?<![\\w(:])${name}(?!\\w)`));
  return before === -1 || at === -1 || !tool.startsWith(name)
    ? undefined
    : { start: span.start + before + at, end: span.start + before + at + name.length };
}
