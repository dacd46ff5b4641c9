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

/** Items that have one result together: few enough for an edit to make little anew, enough for few results. */
const BLOCK = 64;

/**
 * Returns a function that cuts a list into blocks and makes a result of each, anew only where an item is another one, was
 * added or is gone. `make` must depend on nothing else, and what is made of all results must not show where the list was cut.
 *
 * @example
 * const countFiles = perBlock((entries: readonly CatalogSkill[]) => entries.flatMap(({ files }) => files).length);
 */
export function perBlock<Item extends WeakKey, Value, Tools extends readonly unknown[]>(
  make: (items: readonly Item[], ...tools: Tools) => Value,
): (items: readonly Item[], ...tools: Tools) => readonly Value[] {
  /** The last block that starts with each item. */
  const last = new WeakMap<Item, { readonly items: readonly Item[]; readonly value: Value }>();
  let isFirst = true;
  /** Cuts where it was cut before, if that is near: then the blocks after an added item stay. */
  const endOf = (items: readonly Item[], start: number): number => {
    if (!isFirst)
      for (let end = start + BLOCK / 2; end < Math.min(start + 2 * BLOCK, items.length); end++)
        if (last.has(items[end] as Item)) return end;
    return Math.min(start + BLOCK, items.length);
  };
  return (items, ...tools) => {
    const values: Value[] = [];
    for (let start = 0; start < items.length;) {
      const first = items[start] as Item;
      const known = last.get(first);
      if (known?.items.every((item, at) => item === items[start + at]) === true) {
        values.push(known.value);
        start += known.items.length;
        continue;
      }
      const block = items.slice(start, endOf(items, start));
      const value = make(block, ...tools);
      last.set(first, { items: block, value });
      values.push(value);
      start += block.length;
    }
    isFirst = false;
    return values;
  };
}
