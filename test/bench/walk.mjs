// What it costs at the least to see that no file has changed: each directory listed, each entry looked at.
// node walk.mjs <dir>
import { lstatSync, readdirSync } from "node:fs";

const directories = [process.argv[2] ?? "."];
let entries = 0;
for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = `${directory}/${entry.name}`;
    lstatSync(path);
    entries++;
    if (entry.isDirectory()) directories.push(path);
  }
}
console.log(JSON.stringify({ entries }));
