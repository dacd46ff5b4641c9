// How long an edit takes until it is in the output on disk, with a compiler that watches.
import { appendFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild, stopChild } from "./children.mjs";

/** A start or an edit that takes longer has failed. */
const PATIENCE_MS = 300_000;

/**
 * Starts a watching command, edits a document several times and returns the milliseconds of each edit.
 *
 * @param options.document The file that is edited.
 * @param options.output A file of the output that every edit changes.
 */
export async function watchLatency({ argv, cwd, document, output, edits }) {
  const watching = startChild(argv, { cwd });
  const until = async (isTrue) => {
    const end = performance.now() + PATIENCE_MS;
    while (!isTrue()) {
      if (watching.exitCode !== null) throw new Error(`it ended with ${watching.exitCode}`);
      if (performance.now() > end) throw new Error("nothing was written");
      await sleep(1);
    }
  };
  try {
    await until(() => stampOf(output) !== undefined);
    // Started, when nothing is written any more.
    let last = stampOf(output);
    for (let quiet = 0; quiet < 20; quiet++) {
      await sleep(100);
      if (stampOf(output) !== last) quiet = 0;
      last = stampOf(output);
    }
    const times = [];
    for (let edit = 0; edit < edits; edit++) {
      const before = stampOf(output);
      const start = performance.now();
      appendFileSync(document, `\nEdit ${edit} of a watch.\n`);
      await until(() => ![before, undefined].includes(stampOf(output)));
      times.push(performance.now() - start);
      await sleep(400);
    }
    return times;
  } finally {
    stopChild(watching);
  }
}

function stampOf(path) {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.mtimeNs;
}
