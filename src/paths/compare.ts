/** Everything is ordered by code units: the same on every machine and in every locale. */

export function compareCodeUnits(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

/** Returns a sorted copy; items with equal keys keep their order. */
export function sortedBy<Item>(list: readonly Item[], key: (item: Item) => string): Item[] {
  return list.toSorted((one, two) => compareCodeUnits(key(one), key(two)));
}
