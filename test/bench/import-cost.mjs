// Imports a module, in Node or Deno, and prints what that cost: milliseconds of CPU, bytes of heap and of the process.
import process from "node:process";

/** Several times: code of the engine that is no longer used goes only then. */
const collect = () => {
  for (let time = 0; time < 8; time++) globalThis.gc();
};
collect();
const before = { cpu: process.cpuUsage(), memory: process.memoryUsage() };
const { skills } = await import(process.argv[2]);
const { user, system } = process.cpuUsage(before.cpu);
const { rss } = process.memoryUsage();
collect();
const heap = process.memoryUsage().heapUsed - before.memory.heapUsed;
// Here `skills` is still in use.
if (skills.names.length === 0) throw new Error("there are no skills");
console.log(JSON.stringify({ start: (user + system) / 1000, heap, process: rss - before.memory.rss }));
