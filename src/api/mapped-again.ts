/** Maps a list again where only some items are others than the last time. */
import { isSameList, sameUntil } from "../model/same-list.ts";

/** A list, and what was made of it. */
export interface Mapped {
  readonly items: readonly unknown[];
  readonly context: readonly unknown[];
  readonly values: readonly unknown[];
}

/**
 * Maps a list, and makes only what is not where it was in the last one: a changed item, or one that was added. With another
 * context, it makes all. If all results are the same, so is their list. `make` must depend on nothing but item and context.
 *
 * @example
 * const first = mapAgain(undefined, { items: skills, context: [] }, (skill) => skill.id);
 * mapAgain(first, { items: skillsAfterAnEditOfABody, context: [] }, (skill) => skill.id).values === first.values; // true
 */
export function mapAgain(
  last: Mapped | undefined,
  { items, context }: Pick<Mapped, "items" | "context">,
  make: (item: unknown) => unknown,
): Mapped {
  if (last === undefined || !isSameList(last.context, context))
    return { items, context, values: items.map((item) => make(item)) };
  const start = sameUntil(last.items, items);
  if (start === items.length && start === last.items.length) return last;
  // What comes after an added or removed item has moved.
  const moved = last.items.length - items.length;
  let end = items.length;
  while (end > start && end + moved > start && items[end - 1] === last.items[end + moved - 1]) end--;
  const between = items.slice(start, end).map((item, index) => {
    const at = [start + index, start + index + moved].find((place) => last.items[place] === item);
    return at === undefined ? make(item) : last.values[at];
  });
  const before = last.values.slice(start, end + moved);
  const values = isSameList(before, between)
    ? last.values
    : last.values.slice(0, start).concat(between, last.values.slice(end + moved));
  return { items, context, values };
}
