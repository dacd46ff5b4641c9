import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from "d3-hierarchy";
import { KINDS, totalOf, type Kind, type Share, type Shares } from "../shares.ts";

/** Skills of a kind with a cell of their own; the others are grouped by name. */
const MOST_CELLS = 36;
const MOST_GROUPS = 8;

/** Square pixels of the smallest cell of a skill, and of a group: its label fits. */
const SMALLEST_CELL = 5200;
const SMALLEST_GROUP = 9000;

/** The share of a kind that its largest skills get at most if they are drawn larger than they are. */
const FOR_LARGEST = 0.7;

/** The least share of the map that a kind gets, and of a kind its smaller skills: they are visible, however small. */
const LEAST_SHARE = 0.01;

/** Pixels above the cells of a kind, for its name; a kind in less space has none. */
const HEADING = 26;
const LEAST_WIDTH = 90;
const LEAST_HEIGHT = 64;

export interface TreemapSkill {
  readonly row: number;
  readonly id: string;
  /** The id without its namespace. */
  readonly name: string;
  readonly shares: Shares;
}

/** A rectangle: `x` and `width` in percent of the width, so that the map fits any; `y` and `height` in pixels. */
export interface Rectangle {
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
  readonly skills: number;
  /** The first and the last name of a group. */
  readonly span?: { readonly from: string; readonly to: string };
}

interface Datum {
  readonly kind?: Kind;
  readonly value?: number;
  readonly size?: number;
  readonly skill?: TreemapSkill;
  readonly skills?: number;
  readonly span?: TreemapCell["span"];
  readonly children?: readonly Datum[];
}

/**
 * Lays out one measure of all skills: the largest kind first, and in each kind the largest skill. `width` is the usual one, for
 * which the cells get a good shape.
 *
 * @returns no group for a kind without a value.
 */
export function layoutTreemap(
  skills: readonly TreemapSkill[],
  measure: keyof Share,
  { width, height }: { readonly width: number; readonly height: number },
): readonly TreemapGroup[] {
  const total = skills.reduce((sum, { shares }) => sum + totalOf(shares, measure), 0);
  const perPixel = total / (width * height);
  const root = hierarchy<Datum>(
    { children: KINDS.flatMap((kind) => dataOf(kind, skills, { measure, total, perPixel })) },
    (one) => one.children,
  )
    .sum(({ size = 0 }) => size)
    // The groups of smaller skills come last, however large they are, in the order of their names.
    .sort(
      (one, two) =>
        isRest(one.data) - isRest(two.data) || (isRest(one.data) === 1 ? 0 : (two.value ?? 0) - (one.value ?? 0)),
    );
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
      const { skill, skills: count = 1, span } = cell.data;
      return {
        ...place(cell),
        value: cell.data.value ?? 0,
        skills: count,
        ...(skill && { skill }),
        ...(span && { span }),
      };
    }),
  }));
}

function hasHeading({ depth, x0, x1, y0, y1 }: HierarchyRectangularNode<Datum>): boolean {
  return depth === 1 && x1 - x0 >= LEAST_WIDTH && y1 - y0 >= LEAST_HEIGHT;
}

function isRest({ skills = 0 }: Datum): number {
  return skills > 0 ? 1 : 0;
}

/** The largest skills of a kind, and the rest in groups. */
function dataOf(
  kind: Kind,
  skills: readonly TreemapSkill[],
  { measure, total, perPixel }: { readonly measure: keyof Share; readonly total: number; readonly perPixel: number },
): readonly Datum[] {
  const valueOf = ({ shares }: TreemapSkill): number => shares[kind][measure];
  const all = skills
    .filter((skill) => valueOf(skill) > 0)
    .toSorted((one, two) => valueOf(two) - valueOf(one) || one.row - two.row);
  const value = sumOf(all, valueOf);
  if (value === 0) return [];
  const scale = Math.max(1, (LEAST_SHARE * total) / value);
  const smallest = SMALLEST_CELL * perPixel;
  const large = all.filter((skill) => valueOf(skill) >= smallest).length;
  const most = Math.min(MOST_CELLS, Math.max(large, Math.floor((FOR_LARGEST * value) / smallest)));
  const rest = all.slice(most);
  const sizeOf = (skill: TreemapSkill): number => Math.max(valueOf(skill), smallest) * scale;
  const children = all.slice(0, most).map((skill): Datum => ({ skill, value: valueOf(skill), size: sizeOf(skill) }));
  const left = sumOf(rest, valueOf);
  const drawn = children.reduce((sum, { size = 0 }) => sum + size, 0);
  // What the largest skills take beyond their share is taken from the others.
  const room = Math.max(value * scale - drawn, (1 - FOR_LARGEST) * left * scale, LEAST_SHARE * value * scale);
  const count = Math.min(MOST_GROUPS, Math.max(1, Math.floor(room / (SMALLEST_GROUP * perPixel))));
  const cells = [...children, ...groupsOf(rest, count, { valueOf, room })];
  // Whatever the sizes of its cells, a kind has its share of the map.
  const factor = (value * scale) / cells.reduce((sum, { size = 0 }) => sum + size, 0);
  return [{ kind, value, children: cells.map((one) => ({ ...one, size: (one.size ?? 0) * factor })) }];
}

interface GroupOptions {
  readonly valueOf: (skill: TreemapSkill) => number;
  /** The value with which all groups together are drawn. */
  readonly room: number;
}

/** Divides skills by name into groups of about the same number. */
function groupsOf(skills: readonly TreemapSkill[], count: number, { valueOf, room }: GroupOptions): readonly Datum[] {
  const sorted = skills.toSorted((one, two) => (one.name < two.name ? -1 : one.name > two.name ? 1 : 0));
  const length = Math.max(1, Math.ceil(sorted.length / count));
  const all = sumOf(skills, valueOf);
  return Array.from({ length: count }, (_, index) => sorted.slice(index * length, (index + 1) * length)).flatMap(
    (group): readonly Datum[] => {
      const [first, last] = [group[0], group.at(-1)];
      if (first === undefined || last === undefined) return [];
      const value = sumOf(group, valueOf);
      const size = (room * value) / all;
      if (group.length === 1) return [{ skill: first, value, size }];
      return [{ value, size, skills: group.length, span: { from: first.name, to: last.name } }];
    },
  );
}

function sumOf(skills: readonly TreemapSkill[], valueOf: (skill: TreemapSkill) => number): number {
  return skills.reduce((sum, skill) => sum + valueOf(skill), 0);
}
