/** Checks tool names that resemble those of a client. Other names may belong to the application. */
import type { FixPlan } from "../../diagnostics/index.ts";
import type { FieldNode } from "../../model/fields.ts";
import type { TextSpan } from "../../model/source.ts";
import { toolTables } from "../../profiles/index.ts";
import { editDistance } from "../../runtime/access.ts";
import type { FieldContext } from "../context.ts";
import { mixedScriptsInWords } from "../security/mixed-scripts.ts";
import { toolRules } from "./rules.ts";
import { securityRules } from "../security/rules.ts";

const known: ReadonlySet<string> = new Set(toolTables.flatMap(({ tools }) => tools));
const folded: ReadonlySet<string> = new Set([...known].map((tool) => tool.toLowerCase()));

/** Shorter names resemble too many others. */
const SHORTEST = 4;
const FARTHEST = 2;
/** No one lists more by hand. */
const MOST = 100;

/** Reports misspelled tools of a list in one scalar. */
export function checkToolNames(
  { document, at }: FieldContext,
  field: string,
  tools: readonly string[],
  node: FieldNode,
): void {
  for (const tool of tools.slice(0, MOST)) {
    const name = /^[A-Za-z]\w*/.exec(tool)?.[0] ?? "";
    // A different case is from another client: some write all tools in lowercase.
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
    const place = placeOf(name, node, document.source.text);
    const fixes: FixPlan[] =
      place !== undefined && isClear
        ? [{ title: `write ${nearest}`, applicability: "unsafe", edits: [{ span: place, text: nearest }] }]
        : [];
    at(toolRules["tool-misspelt"], place ?? node.span, { field, tool: name, nearest }, { fixes });
  }
}

/** Returns the place of a name in a value, outside parentheses. */
function placeOf(name: string, { span }: FieldNode, text: string): TextSpan | undefined {
  if (span === undefined) return undefined;
  const value = text.slice(span.start, span.end);
  const at = value.search(new RegExp(`(?<![\\p{L}\\w(:])${name}(?![\\p{L}\\w])`, "u"));
  return at === -1 ? undefined : { start: span.start + at, end: span.start + at + name.length };
}

/** Tools that run any command, by their names in several clients. */
const SHELLS: ReadonlySet<string> = new Set(["Bash", "PowerShell", "Shell"]);

/** A right to everything, and names whose letters are not what they seem. */
export function checkToolRights({ document, at }: FieldContext, tools: readonly string[], node: FieldNode): void {
  const place = (tool: string): TextSpan | undefined => {
    const start = node.span === undefined ? -1 : document.source.text.indexOf(tool, node.span.start);
    return start === -1 || start + tool.length > (node.span?.end ?? 0)
      ? node.span
      : { start, end: start + tool.length };
  };
  for (const tool of tools.slice(0, MOST)) {
    const [, name = "", pattern] = /^([^(]*)(?:\((.*)\))?$/s.exec(tool) ?? [];
    if (/^\*+$/.test(name)) at(toolRules["tool-wildcard"], place(tool), { tool });
    else if (SHELLS.has(name) && (pattern === undefined || /^:?\*+$/.test(pattern.trim())))
      at(toolRules["tool-unrestricted"], place(tool), { tool });
    const letters = mixedScriptsInWords(name);
    if (letters !== "")
      at(securityRules["deceptive-name"], place(tool), { what: "tool", name, fault: `mixes alphabets: ${letters}` });
  }
}
