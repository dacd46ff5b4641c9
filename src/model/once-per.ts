/** Results that are made once per object: a compiler that lives on makes those of a skill again only if it has changed. */

/**
 * Returns a function that calls `make` once for each object and returns the same result from then on, as long as the
 * object lives. `make` must depend on nothing else; the other arguments are what it works with, such as a hash function.
 *
 * @example
 * const rowText = oncePer((row: SkillRow) => JSON.stringify(row));
 */
export function oncePer<Key extends WeakKey, Value extends object | string | boolean, Tools extends readonly unknown[]>(
  make: (key: Key, ...tools: Tools) => Value,
): (key: Key, ...tools: Tools) => Value {
  const known = new WeakMap<Key, Value>();
  return (key, ...tools) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key, ...tools)));
    return value;
  };
}
