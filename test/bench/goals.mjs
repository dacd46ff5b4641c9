// What the project aims at, and how far a recorded run is from it.
import { isMeasured, median, ratioOf, rowOf, times } from "./results.mjs";

/** How a figure of each unit is shown. */
const UNITS = {
  R: (value) => `${times(value)} R`,
  E: (value) => `${value.toFixed(2)} E`,
  ms: (value) => `${Math.round(value).toLocaleString("en-US")} ms`,
  MB: (value) => `${Math.round(value).toLocaleString("en-US")} MB`,
  times: (value) => `${value.toFixed(2)} times`,
};

/**
 * Compares a run with the goals.
 *
 * @param trees Measured trees, of which those of 100, 1,000 and 10,000 skills have goals.
 * @returns Rows: what, for `n` skills, the goal and the figure as texts, and whether it is reached. A goal whose figure was not
 * measured is left out.
 */
export function comparedGoals(trees) {
  const treeOf = (n) => trees.find((tree) => tree.n === n);
  const row = (n, id) => rowOf(treeOf(n) ?? { rows: [] }, id);
  const rows = [];
  const add = (what, n, unit, goal, measured, reckoned) => {
    if (!Number.isFinite(measured) || !Number.isFinite(goal)) return;
    const aim = reckoned === undefined ? `${goal} ${unit}` : `${UNITS[unit](goal)}: ${reckoned}`;
    rows.push({ what, n, aim, measured: UNITS[unit](measured), isReached: measured <= goal });
  };
  const ratio = (what, n, id, [unit, anchor], goal) => {
    const [measured, base] = [row(n, id), row(n, anchor)];
    if (isMeasured(measured) && isMeasured(base)) add(what, n, unit, goal, ratioOf(measured, base));
  };
  const R = ["R", "read"];
  for (const [n, build, check] of [
    [1000, 10, 8],
    [10_000, 15, 12],
  ]) {
    ratio("build, empty cache", n, "build-cold", R, build);
    ratio("check, empty cache", n, "check-cold", R, check);
  }
  for (const n of [1000, 10_000])
    for (const command of ["build", "check"]) {
      ratio(`${command}, cache restored`, n, `${command}-restored`, R, 2);
      const cpu = (id) => median(row(n, id)?.cpu ?? []);
      const [E, W] = [cpu("node"), cpu("walk")];
      const same = 1.6 * E + 0.5 * (W - E);
      add(`${command}, nothing changed`, n, "ms", same, cpu(`${command}-same`), "1.6 E + 0.5 (W − E)");
      add(`${command}, one skill edited`, n, "ms", same + E, cpu(`${command}-edit`), "2.6 E + 0.5 (W − E)");
    }
  for (const [n, goal] of [
    [100, 30],
    [10_000, 60],
  ])
    add("watching: from an edit to the output", n, "ms", goal, median(treeOf(n)?.watch?.skillc ?? []));
  for (const [id, what, goal] of [
    ["build-cold", "build, empty cache", 250],
    ["check-cold", "check, empty cache", 200],
    ["build-same", "build, nothing changed", 120],
  ])
    add(`memory: ${what}`, 10_000, "MB", goal, (row(10_000, id)?.memory ?? NaN) / 1e6);
  ratio("import of the generated module", 10_000, "import", ["E", "node"], 1.6);
  const workerd = treeOf(1000)?.workerd;
  if (workerd !== undefined)
    add(
      "first response of workerd, to inert modules of the same size",
      1000,
      "times",
      1.15,
      median(workerd.module) / median(workerd.inert),
    );
  return rows;
}
