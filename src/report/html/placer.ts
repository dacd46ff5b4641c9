/** Rules of the style sheet for single elements: the page allows no style attributes. */
import type { Rectangle } from "../charts/treemap.ts";

export interface Placer {
  place(rectangle: Rectangle): string;
  /** Returns the class of an element that shrinks with its container, between two widths in pixels. */
  between(least: number, most: number): string;
  /** Returns the rules of all classes so far. */
  css(): string;
}

export function createPlacer(): Placer {
  const classes = new Map<string, string>();
  const classOf = (rule: string): string => {
    const known = classes.get(rule) ?? `p${classes.size}`;
    classes.set(rule, known);
    return known;
  };
  return {
    place: ({ x, y, width, height }) =>
      classOf(`left:${round(x)}%;top:${y}px;width:${round(width)}%;height:${height}px`),
    between: (least, most) => classOf(`min-width:${Math.round(least)}px;max-width:${Math.round(most)}px`),
    css: () => [...classes].map(([rule, name]) => `.${name}{${rule}}`).join("\n"),
  };
}

function round(percent: number): number {
  return Math.round(percent * 1000) / 1000;
}
