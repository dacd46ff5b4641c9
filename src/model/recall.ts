/** Results of the last build, to be found again by the values that they were made of. */

/** What a result can be made of: values that are equal wherever they come from. */
export type RecallValue = string | number | boolean | undefined;

/**
 * Returns what `make` returned the last time for the same values under the same name, or calls it. `make` must depend on
 * nothing but the values.
 *
 * @example
 * const path = recall("part r08", rows, () => hashedPath("rows/r08.js", rows.join(), contents));
 */
export type Recall = <Result>(name: string, values: readonly RecallValue[], make: () => Result) => Result;

/** Of a build that is the only one. */
export const noRecall: Recall = (_name, _values, make) => make();

/** Returns the same for names of their own. */
export function recallUnder(recall: Recall = noRecall, owner: string): Recall {
  return (name, values, make) => recall(`${owner} ${name}`, values, make);
}
