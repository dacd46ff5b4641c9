/** Returns whether two lists have the same values, in the same order. */
export function isSameList(one: ArrayLike<unknown>, two: ArrayLike<unknown>): boolean {
  return one.length === two.length && sameUntil(one, two) === one.length;
}

/** Returns how many values at the beginning of two lists are the same. */
export function sameUntil(one: ArrayLike<unknown>, two: ArrayLike<unknown>): number {
  const end = Math.min(one.length, two.length);
  let at = 0;
  while (at < end && one[at] === two[at]) at++;
  return at;
}
