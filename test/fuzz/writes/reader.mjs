/**
 * Imports an index again and again, each time in a new thread with an empty module cache, and reads everything, while
 * builds replace it: `node reader.mjs <index.js>`. Ends on any message, with what it saw.
 */
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const [, , path] = process.argv;

/** Changes whenever an index is moved into place, even one that was there before. */
const stampOf = () => {
  const { ino, ctimeNs } = statSync(path, { bigint: true });
  return `${ino} ${ctimeNs}`;
};

if (isMainThread) {
  const run = { isOver: false };
  process.on("message", () => (run.isOver = true));
  const seen = { reads: 0, overtaken: 0, faults: [] };
  while (!run.isOver) {
    const before = stampOf();
    const answer = await new Promise((resolve) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: path });
      worker.on("error", (error) => resolve(String(error)));
      worker.on("exit", () => resolve("whole"));
    });
    seen.reads++;
    if (answer === "whole") continue;
    // Who reads the old index while the new one comes may miss an old pack: the documented limit of a single build.
    if (stampOf() === before) seen.faults.push(answer);
    else seen.overtaken++;
  }
  process.send(seen);
  process.disconnect();
} else {
  const { createSkills } = await import(pathToFileURL(workerData).href);
  const skills = createSkills({ readAsset: (asset) => readFileSync(join(dirname(workerData), asset)) });
  const states = new Set();
  for (const id of skills.names) {
    const { instructions } = await skills.load(id);
    states.add(/state (\w+)/.exec(instructions)[1]);
    states.add(/state (\w+)/.exec(skills.get(id).description)[1]);
    states.add(/state (\w+)/.exec(await skills.readText(id, "notes.md"))[1]);
    for (const { path, asset } of skills.get(id).files) if (asset !== undefined) await skills.readBytes(id, path);
  }
  if (states.size !== 1) throw new Error(`states ${[...states].join(" and ")} are mixed`);
}
