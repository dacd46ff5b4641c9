/** Results of the last build, to be found again by the values that they were made of. */

/** What a result can be made of: values that are equal wherever they come from. */
export type RecallValue = string | number | boolean | undefined;

/** What a result was made of: values, or numbers. */
export type RecallValues = readonly RecallValue[] | Uint32Array;

/** Finds results of the last build. What it is asked to make must depend on nothing but what is named besides `make`. */
export interface Recall {
  /**
   * Returns what `make` returned the last time for the same values under the same name, or calls it.
   *
   * @example
   * const path = recall("part r08", rows, () => hashedPath("rows/r08.js", rows.join(), contents));
   */
  <Result>(name: string, values: RecallValues, make: () => Result): Result;
  /** The same for a result that is a short JSON value: another process finds it, too. */
  kept<Result>(name: string, values: RecallValues, make: () => Result): Result;
  /** Returns what was kept under a name, if it was made of these values. */
  last(name: string, values: RecallValues): unknown;
  /**
   * Returns what `make` returns for each item. An item that is the same object as in the last list under this name, with the
   * same context, has the same result; if all results are the same, so is their list. No item is ever changed.
   *
   * @example
   * const found = recall.each("placed", skills, [files], (skill) => placeSkill(skill, files));
   */
  each<Item, Result>(
    name: string,
    items: readonly Item[],
    context: readonly unknown[],
    make: (item: Item) => Result,
  ): readonly Result[];
}

/** Of a build that is the only one. */
export const noRecall: Recall = Object.assign(<Result>(_name: string, _values: unknown, make: () => Result) => make(), {
  kept: <Result>(_name: string, _values: unknown, make: () => Result) => make(),
  last: () => undefined,
  each: <Item, Result>(_name: string, items: readonly Item[], _context: unknown, make: (item: Item) => Result) =>
    items.map((item) => make(item)),
});

/** Returns the same for names of their own. */
export function recallUnder(recall: Recall = noRecall, owner: string): Recall {
  const under: Recall = (name, values, make) => recall(`${owner} ${name}`, values, make);
  under.kept = (name, values, make) => recall.kept(`${owner} ${name}`, values, make);
  under.last = (name, values) => recall.last(`${owner} ${name}`, values);
  under.each = (name, items, context, make) => recall.each(`${owner} ${name}`, items, context, make);
  return under;
}
