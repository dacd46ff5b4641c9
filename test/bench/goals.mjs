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
 * @param trees Measured trees, of which those of 100, 1,000, 10,000 and 100,000 skills have goals.
 * @returns Rows: what, for `n` skills, the goal and the figure as texts, and whether it is reached. A goal whose figure was not
 * measured is left out.
 */
export function comparedGoals(trees) {
  const treeOf = (n) => trees.find((tree) => tree.n === n);
  const row = (n, id) => rowOf(treeOf(n) ?? { rows: [] }, id);
  const rows = [];
  const add = (what, n, unit, goal, measured) => {
    if (!Number.isFinite(measured)) return;
    const aim = `${goal.toLocaleString("en-US")} ${unit}`;
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
  // Of a change, in times of `node -e 0`: the goals were set where that takes 50 ms.
  const E = ["E", "node"];
  for (const n of [1000, 10_000])
    for (const command of ["build", "check"]) {
      ratio(`${command}, cache restored`, n, `${command}-restored`, R, 2);
      ratio(`${command}, nothing changed`, n, `${command}-same`, E, n === 1000 ? 1.8 : 3.9);
    }
  for (const [command, n, goal] of [
    ["build", 1000, 3.4],
    ["build", 10_000, 8],
    ["build", 100_000, 56],
    ["check", 1000, 2.8],
    ["check", 10_000, 5.8],
  ])
    ratio(`${command}, one skill edited`, n, `${command}-edit`, E, goal);
  for (const [id, what] of [
    ["build-add", "added"],
    ["build-remove", "removed"],
    ["build-rename", "renamed"],
  ])
    ratio(`build, one skill ${what}`, 10_000, id, E, 10);
  for (const [n, goal] of [
    [100, 30],
    [10_000, 75],
  ])
    add("watching: from an edit to the output", n, "ms", goal, median(treeOf(n)?.watch?.skillc ?? []));
  for (const [id, what, goal] of [
    ["build-cold", "build, empty cache", 230],
    ["check-cold", "check, empty cache", 200],
    ["build-same", "build, nothing changed", 120],
  ])
    add(`memory: ${what}`, 10_000, "MB", goal, (row(10_000, id)?.memory ?? NaN) / 1e6);
  ratio("import of the generated module", 10_000, "import", E, 1.6);
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
