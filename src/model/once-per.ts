/** Results that are made once per object: a compiler that lives on makes those of a skill again only if it has changed. */

/**
 * Returns a function that calls `make` once for each object and returns the same result from then on, as long as the
 * object lives. `make` must depend on nothing else.
 *
 * @example
 * const rowText = oncePer((row: SkillRow) => JSON.stringify(row));
 */
export function oncePer<Key extends WeakKey, Value extends object | string | boolean>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

/** Returns whether two lists have the same values, in the same order. */
export function isSameList(one: readonly unknown[], two: readonly unknown[]): boolean {
  return one.length === two.length && one.every((item, index) => item === two[index]);
}
