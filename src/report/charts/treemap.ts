/** The cells of the treemap: kinds of content, and in each kind its largest skills. */
import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from "d3-hierarchy";
import { KINDS, totalOf, type Kind, type Share, type Shares } from "../shares.ts";

/** Skills of a kind with a cell; the others share one. */
const MOST_CELLS = 36;

/** Square pixels of the smallest cell of a skill. */
const SMALLEST_CELL = 2200;

/** The least share of the map that a kind gets, and of a kind its smaller skills: they are visible, however small. */
const LEAST_SHARE = 0.01;

/** Pixels above the cells of a kind, for its name; a kind in less space has none. */
const HEADING = 26;
const LEAST_WIDTH = 90;
const LEAST_HEIGHT = 64;

export interface TreemapSkill {
  /** Position of the skill in the table. */
  readonly row: number;
  readonly id: string;
  /** The id without its namespace. */
  readonly name: string;
  readonly shares: Shares;
}

/** A rectangle: `x` and `width` in percent of the width, so that the map fits any; `y` and `height` in pixels. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TreemapGroup extends Rectangle {
  readonly kind: Kind;
  /** Whether there is space for its name above its cells. */
  readonly hasHeading: boolean;
  readonly value: number;
  readonly cells: readonly TreemapCell[];
}

export interface TreemapCell extends Rectangle {
  readonly value: number;
  /** Undefined for the cell of all smaller skills. */
  readonly skill?: TreemapSkill;
  /** Number of skills in the cell. */
  readonly skills: number;
}

/** The space for a map: `width` is the usual one, for which the cells get a good shape. */
export interface TreemapSize {
  readonly width: number;
  readonly height: number;
}

interface Datum {
  readonly kind?: Kind;
  readonly value?: number;
  /** The value as drawn. */
  readonly size?: number;
  readonly skill?: TreemapSkill;
  readonly skills?: number;
  readonly children?: readonly Datum[];
}

/**
 * Lays out one measure of all skills: the largest kind first, and in each kind the largest skill.
 *
 * @returns no group for a kind without a value.
 */
export function layoutTreemap(
  skills: readonly TreemapSkill[],
  measure: keyof Share,
  { width, height }: TreemapSize,
): readonly TreemapGroup[] {
  const total = skills.reduce((sum, { shares }) => sum + totalOf(shares, measure), 0);
  const smallest = (SMALLEST_CELL / (width * height)) * total;
  const root = hierarchy<Datum>(
    { children: KINDS.flatMap((kind) => dataOf(kind, skills, { measure, total, smallest })) },
    (one) => one.children,
  )
    .sum(({ size = 0 }) => size)
    // The cell of all smaller skills comes last, however large it is.
    .sort((one, two) => isRest(one.data) - isRest(two.data) || (two.value ?? 0) - (one.value ?? 0));
  const { children = [] } = treemap<Datum>()
    .tile(treemapSquarify.ratio(1.4))
    .size([width, height])
    .paddingInner(2)
    .paddingTop((node) => (hasHeading(node) ? HEADING : 0))
    .round(true)(root);
  const place = ({ x0, x1, y0, y1 }: HierarchyRectangularNode<Datum>): Rectangle => ({
    x: (x0 / width) * 100,
    y: y0,
    width: (Math.max(0, x1 - x0) / width) * 100,
    height: Math.max(0, y1 - y0),
  });
  return children.map((group) => ({
    ...place(group),
    kind: group.data.kind ?? "index",
    hasHeading: hasHeading(group),
    value: group.data.value ?? 0,
    cells: (group.children ?? []).map((cell): TreemapCell => {
      const { skill, skills: count = 1 } = cell.data;
      return { ...place(cell), value: cell.data.value ?? 0, skills: count, ...(skill && { skill }) };
    }),
  }));
}

function hasHeading({ depth, x0, x1, y0, y1 }: HierarchyRectangularNode<Datum>): boolean {
  return depth === 1 && x1 - x0 >= LEAST_WIDTH && y1 - y0 >= LEAST_HEIGHT;
}

function isRest({ skills = 0 }: Datum): number {
  return skills > 0 ? 1 : 0;
}

/** The largest skills of a kind, and the rest as one. */
function dataOf(
  kind: Kind,
  skills: readonly TreemapSkill[],
  { measure, total, smallest }: { readonly measure: keyof Share; readonly total: number; readonly smallest: number },
): readonly Datum[] {
  const valueOf = ({ shares }: TreemapSkill): number => shares[kind][measure];
  const all = skills
    .filter((skill) => valueOf(skill) > 0)
    .toSorted((one, two) => valueOf(two) - valueOf(one) || one.row - two.row);
  const value = sumOf(all, valueOf);
  if (value === 0) return [];
  const most = all.filter((skill, index) => index < MOST_CELLS && valueOf(skill) >= smallest).length;
  const rest = all.slice(most);
  const scale = Math.max(1, (LEAST_SHARE * total) / value);
  const children = all
    .slice(0, most)
    .map((skill): Datum => ({ skill, value: valueOf(skill), size: valueOf(skill) * scale }));
  const left = sumOf(rest, valueOf);
  if (rest.length > 0)
    children.push({ value: left, size: Math.max(left, LEAST_SHARE * value) * scale, skills: rest.length });
  return [{ kind, value, children }];
}

function sumOf(skills: readonly TreemapSkill[], valueOf: (skill: TreemapSkill) => number): number {
  return skills.reduce((sum, skill) => sum + valueOf(skill), 0);
}
