// What looking costs at the least: every directory listed, every file looked at, nothing read.
// node walk-stat.mjs <dir>
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const directories = [process.argv[2] ?? "."];
let bytes = 0;
let files = 0;
for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) directories.push(path);
    if (!entry.isFile()) continue;
    bytes += statSync(path).size;
    files++;
  }
}
console.log(JSON.stringify({ files, bytes }));
