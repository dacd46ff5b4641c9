/** Linear in the graph and without recursion: chains can be as long as catalogs. */

export type Requirements = readonly (readonly number[])[];

/** Returns positions that require each other, each group sorted, in the order of their first ones (Tarjan 1972). */
export function findCycles(requirements: Requirements): readonly (readonly number[])[] {
  const count = requirements.length;
  const order = new Int32Array(count).fill(UNSEEN);
  const lowest = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  // How many requirements of a position were followed.
  const followed = new Int32Array(count);
  const open: number[] = [];
  const path: number[] = [];
  const cycles: number[][] = [];
  let next = 0;
  const enter = (at: number): void => {
    order[at] = lowest[at] = next++;
    isOpen[at] = 1;
    open.push(at);
    path.push(at);
  };
  for (let start = 0; start < count; start++) {
    if (requirements[start]?.length === 0 || order[start] !== UNSEEN) continue;
    enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const to = requirements[at]?.[followed[at] as number];
      if (to !== undefined) {
        followed[at] = (followed[at] as number) + 1;
        if (order[to] === UNSEEN) enter(to);
        else if (isOpen[to] === 1) lowest[at] = Math.min(lowest[at] as number, order[to] as number);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lowest[above] = Math.min(lowest[above] as number, lowest[at] as number);
      if (lowest[at] !== order[at]) continue;
      const group = open.splice(open.lastIndexOf(at));
      for (const one of group) isOpen[one] = 0;
      if (group.length > 1) cycles.push(group.sort((one, two) => one - two));
    }
  }
  return cycles.sort(([one = 0], [two = 0]) => one - two);
}

const UNSEEN = -1;

/** Returns a shortest way from the first position of a group back to it, without the return. */
export function wayAround(group: readonly number[], requirements: Requirements): readonly number[] {
  const [start = 0] = group;
  const members = new Set(group);
  const from = new Map<number, number>();
  const waiting = [start];
  for (const at of waiting)
    for (const to of (requirements[at] ?? []).toSorted((one, two) => one - two)) {
      if (to === start) return wayTo(at, start, from);
      if (!members.has(to) || from.has(to)) continue;
      from.set(to, at);
      waiting.push(to);
    }
  return group;
}

function wayTo(end: number, start: number, from: ReadonlyMap<number, number>): readonly number[] {
  const way = [end];
  for (let at = end; at !== start;) way.push((at = from.get(at) as number));
  return way.reverse();
}

/** Follows requirements through others; a start is included only if something requires it. */
export function reachedFrom(starts: Iterable<number>, requirements: Requirements): ReadonlySet<number> {
  const reached = new Set<number>();
  const waiting = [...starts];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const to of requirements[at] ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  return reached;
}
