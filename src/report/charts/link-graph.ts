import { Graph, layout } from "@dagrejs/dagre";
import { displayWidth } from "../../model/display-width.ts";
import { shownText } from "../shown-text.ts";
import type { SkillLink } from "../skill-links.ts";

/** Skills in the graph: more of them cannot be followed by eye. */
export const MOST_NODES = 80;
const CHARACTER = 7;
const NODE_HEIGHT = 28;
const PADDING = 10;
/** Between the parts of the graph that have no link to each other. */
const GAP = 28;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels; `x` and `y` are the upper left corner. */
export interface PlacedNode extends Point {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge {
  readonly link: SkillLink;
  readonly points: readonly Point[];
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

function labelOf(name: string, longest: number): string {
  const shown = shownText(name);
  const characters = [...shown];
  return characters.length <= longest ? shown : `${characters.slice(0, longest - 1).join("")}…`;
}

/** Returns the links between the skills with the most links, and how many skills that leaves out. */
export function chooseLinks(links: readonly SkillLink[]): { links: readonly SkillLink[]; leftOut: number } {
  const degrees = new Map<string, number>();
  for (const { from, to } of links) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  if (degrees.size <= MOST_NODES) return { links, leftOut: 0 };
  const byDegree = [...degrees].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));
  const kept = new Set(byDegree.slice(0, MOST_NODES).map(([id]) => id));
  return { links: links.filter(({ from, to }) => kept.has(from) && kept.has(to)), leftOut: degrees.size - kept.size };
}

/** Lays out each connected part from left to right, and the parts in rows, largest first. */
export function layoutGraph(
  links: readonly SkillLink[],
  { width, longest }: { readonly width: number; readonly longest: number },
): GraphLayout {
  const parts = connectedParts(links)
    .map((part) => layoutPart(part, longest))
    .sort((one, two) => two.height - one.height || two.width - one.width);
  const nodes: PlacedNode[] = [];
  const edges: PlacedEdge[] = [];
  let [x, y, rowHeight, widest] = [0, 0, 0, 0];
  for (const part of parts) {
    if (x > 0 && x + part.width > width) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    const [left, top] = [x, y];
    const move = <P extends Point>(point: P): P => ({ ...point, x: point.x + left, y: point.y + top });
    nodes.push(...part.nodes.map(move));
    edges.push(...part.edges.map(({ link, points }) => ({ link, points: points.map(move) })));
    rowHeight = Math.max(rowHeight, part.height);
    widest = Math.max(widest, x + part.width);
    x += part.width + GAP;
  }
  return { width: widest, height: y + rowHeight, nodes, edges };
}

function connectedParts(links: readonly SkillLink[]): readonly (readonly SkillLink[])[] {
  const parts = new Map<string, SkillLink[]>();
  for (const link of links) {
    const one = parts.get(link.from) ?? [];
    const two = parts.get(link.to) ?? [];
    const joined = one === two ? one : [...one, ...two];
    joined.push(link);
    for (const { from, to } of joined) parts.set(from, joined).set(to, joined);
  }
  return [...new Set(parts.values())];
}

function layoutPart(links: readonly SkillLink[], longest: number): GraphLayout {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 36, marginx: 1, marginy: 1 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = [...new Set(links.flatMap(({ from, to }) => [from, to]))].sort();
  for (const id of ids) {
    const label = labelOf(id, longest);
    graph.setNode(id, { label, width: displayWidth(label) * CHARACTER + 2 * PADDING, height: NODE_HEIGHT });
  }
  for (const { from, to } of links) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: ids.map((id): PlacedNode => {
      const node = graph.node(id);
      return {
        id,
        label: labelOf(id, longest),
        x: node.x - node.width / 2,
        y: node.y - node.height / 2,
        width: node.width,
        height: node.height,
      };
    }),
    edges: links.map((link) => ({ link, points: graph.edge(link.from, link.to).points })),
  };
}
