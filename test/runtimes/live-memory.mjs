// Loads live skills from files, uses them, and loads the next revision: node --max-old-space-size=40 --expose-gc
// live-memory.mjs <live.js> <directory>. Prints megabytes of heap, and what was found.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agentSkills } from "skillc/agent";
import { createLiveSkills } from "skillc/runtime/live";

const directory = process.argv[2];
let revision = "first";
const live = createLiveSkills({
  load: (key) => ({ body: readFileSync(join(directory, key === "skills.json" ? `${revision}.json` : key), "utf8") }),
  maxAge: 60,
  timeout: 600_000,
});
const heap = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const skills = await live.get();
const loaded = heap();
const agent = await agentSkills(skills);
const listed = heap();
const found = await agent.call("search_skills", { query: "number 4711" });
for (const name of skills.names.filter((_, at) => at % 100 === 0)) await skills.load(name);
const used = heap();
revision = "second";
const changed = await live.refresh();
console.log(
  JSON.stringify({ count: skills.names.length, loaded, listed, used, changed, found: found.skills[0]?.name }),
);
