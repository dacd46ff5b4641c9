// How long an edit takes until it is in the output on disk, with a compiler that watches.
import { appendFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild, stopChild } from "./children.mjs";

/** A start, and an edit, that take longer have failed. */
const START_MS = 300_000;
const EDIT_MS = 60_000;
const WARM_UPS = 6;

/**
 * Starts a watching command, edits a document several times and returns the milliseconds of each edit.
 *
 * @param options.document The file that is edited.
 * @param options.output A file of the output that every edit changes.
 */
export async function watchLatency({ argv, cwd, document, output, edits }) {
  const watching = startChild(argv, { cwd });
  /** Whether it becomes true in time. */
  const becomes = async (isTrue, patience) => {
    const end = performance.now() + patience;
    while (!isTrue()) {
      if (watching.exitCode !== null) throw new Error(`it ended with ${watching.exitCode}`);
      if (performance.now() > end) return false;
      await sleep(1);
    }
    return true;
  };
  const isOtherThan = (stamp) => () => ![stamp, undefined].includes(stampOf(output));
  const edit = (number) => appendFileSync(document, `\nEdit ${number} of a watch.\n`);
  try {
    if (!(await becomes(isOtherThan(undefined), START_MS))) throw new Error("nothing was written");
    await quiet(output, 2000);
    // It may write before it watches: the first edit is not measured, and repeated until it is noticed.
    const first = stampOf(output);
    for (let time = 0; stampOf(output) === first; time++) {
      if (time === WARM_UPS) throw new Error("no edit was noticed");
      edit(`0, ${time}`);
      await becomes(isOtherThan(first), EDIT_MS / WARM_UPS);
    }
    await quiet(output, 2000);
    const times = [];
    for (let number = 1; number <= edits; number++) {
      const before = stampOf(output);
      const start = performance.now();
      edit(number);
      if (!(await becomes(isOtherThan(before), EDIT_MS))) throw new Error("an edit was not noticed");
      times.push(Math.round((performance.now() - start) * 10) / 10);
      // It may write more than once for an edit.
      await quiet(output, Math.max(500, times.at(-1)));
    }
    return times;
  } finally {
    stopChild(watching);
  }
}

/** Waits until nothing has been written for some milliseconds. */
async function quiet(output, milliseconds) {
  let last = stampOf(output);
  for (let since = performance.now(); performance.now() - since < milliseconds; await sleep(50)) {
    if (stampOf(output) === last) continue;
    last = stampOf(output);
    since = performance.now();
  }
}

function stampOf(path) {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.mtimeNs;
}
