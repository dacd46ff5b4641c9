import { edgesBy, isDependency, type GraphEdge, type GraphFacts, type GraphNode } from "../api/skill-graph.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import { escapeText } from "../formats/display-text.ts";

/** Characters before a line: deeper trees cannot be read. */
const MOST_INDENT = 96;

/** In reverse: a line of a skill, or the end of what is below it. */
type Waiting =
  | { readonly edge: GraphEdge; readonly indent: string; readonly isLast: boolean }
  | { readonly leave: string };

/** Skills that nothing requires are the roots. */
export function dependencyTree({ nodes, edges, cycles }: GraphFacts): readonly string[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const declared = edges.filter(isDependency);
  const below = edgesBy(declared, "from");
  const needed = new Set(declared.flatMap(({ to, resolved, kind }) => (resolved && kind !== "related" ? [to] : [])));
  const printed = new Set<string>();
  const lines: string[] = [];
  const print = (root: GraphNode): void => {
    const own = below.get(root.id) ?? [];
    lines.push(
      `${nameOf(root)}  ${escapeText(root.path === "" ? "(inline)" : root.path)}${own.length === 0 ? "  (no dependencies)" : ""}`,
    );
    printBelow(root.id, { below, known, printed, lines });
  };
  for (const node of nodes) if (!needed.has(node.id)) print(node);
  // What is left is required only by skills of its own cycle, or is deep below others.
  for (const node of nodes) if (!printed.has(node.id)) print(node);
  const missing = declared.filter(({ resolved }) => !resolved).length;
  lines.push(
    [
      plural(nodes.length, "skill"),
      declared.length === 1 ? "1 dependency" : `${thousands(declared.length)} dependencies`,
      `${thousands(missing)} missing`,
      plural(cycles.length, "cycle"),
    ].join(", "),
  );
  return lines;
}

interface PrintedTree {
  readonly below: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly known: ReadonlyMap<string, GraphNode>;
  readonly printed: Set<string>;
  readonly lines: string[];
}

/** A loop, because a chain can be as long as a catalog. */
function printBelow(root: string, { below, known, printed, lines }: PrintedTree): void {
  const open = new Set<string>();
  const waiting: Waiting[] = [];
  const enter = (id: string, indent: string): void => {
    printed.add(id);
    open.add(id);
    waiting.push({ leave: id });
    const edges = below.get(id) ?? [];
    for (const [at, edge] of [...edges.entries()].reverse())
      waiting.push({ edge, indent, isLast: at === edges.length - 1 });
  };
  enter(root, "");
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ("leave" in next) {
      open.delete(next.leave);
      continue;
    }
    const { edge, indent, isLast } = next;
    const { to, resolved, kind } = edge;
    // What is too deep is printed as a tree of its own.
    const isElsewhere = printed.has(to) || indent.length >= MOST_INDENT;
    const isCut = resolved && isElsewhere && (below.get(to) ?? []).length > 0;
    const mark = open.has(to) ? " (cycle)" : isCut ? " …" : "";
    lines.push(`${indent}${isLast ? "└─" : "├─"} ${lineOf(edge, known.get(to))}${mark}`);
    // A related skill is named; what it requires is not part of the tree.
    if (resolved && mark === "" && kind !== "related") enter(to, `${indent}${isLast ? "   " : "│  "}`);
  }
}

function lineOf({ to, kind, range, strength, file, line, resolved }: GraphEdge, node: GraphNode | undefined): string {
  const name = `${escapeText(to)}${range === undefined ? "" : ` ${escapeText(range)}`}`;
  const place = `(${escapeText(file)}${line === undefined ? "" : `:${line}`})`;
  if (!resolved) return `${name}  ${kind}, ${strength === "weak" ? "not a skill here" : "does not exist"} ${place}`;
  const version = range === undefined ? "" : `, version ${escapeText(node?.version ?? "unknown")}`;
  return `${name}  ${kind}${version} ${place}`;
}

function nameOf({ id }: GraphNode): string {
  return escapeText(id);
}
