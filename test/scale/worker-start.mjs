/**
 * `node test/scale/worker-start.mjs <directory>…`: what a generated module costs a Worker before it loads a skill, measured in
 * workerd. Contents are left out: they are imported when they are asked for.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedModules } from "../bench/generated-modules.mjs";
import { median } from "../bench/results.mjs";
import { cpuOfStart, createApp, heapOfIsolate } from "../bench/workerd-app.mjs";

const ROUNDS = 5;
const EMPTY = `const skills = { names: [] };
export default {
  fetch({ url }) {
    if (url.endsWith("/gc")) [gc, gc].forEach((collect) => collect());
    return new Response(url.endsWith("/gc") ? "" : String(skills.names.length));
  },
};
`;
const WORKER = EMPTY.replace(/.*\n/, 'import { skills } from "./index.js";\n');

async function startsOf(app) {
  const starts = [];
  for (let round = 0; round < ROUNDS; round++) starts.push(await cpuOfStart(app));
  return median(starts);
}

for (const out of process.argv.slice(2)) {
  const home = mkdtempSync(join(tmpdir(), "skillc-worker-"));
  const eager = [...generatedModules(out)].filter(([path]) => !path.startsWith("content/"));
  const modules = new Map([["worker.mjs", WORKER], ...eager]);
  const empty = createApp(join(home, "empty"), new Map([["worker.mjs", EMPTY]]));
  const app = createApp(join(home, "app"), modules);
  const [start, heap] = [
    (await startsOf(app)) - (await startsOf(empty)),
    (await heapOfIsolate(app)) - (await heapOfIsolate(empty)),
  ];
  const bytes = eager.reduce((sum, [, { length }]) => sum + length, 0);
  console.log(out, { eagerBytes: bytes, startMs: Math.round(start), heapBytes: heap });
  rmSync(home, { recursive: true, force: true });
}
