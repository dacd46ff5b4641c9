/**
 * `npm run regexps`: analyzes the regular expressions of src that `analysed.json` does not contain with recheck, adds them
 * to it, removes those that no longer exist, and says what to do about those whose time grows faster than the text. What
 * makes one slow is kept in `attacks.json`, also when the expression is gone: `test/fuzz` repeats it everywhere. With
 * `CI=true` nothing is written, and a file that should change is a fault.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { check } from "recheck";
import { importBundled } from "../fuzz/bundled.mjs";

const { version } = createRequire(import.meta.url)("recheck/package.json");
const pathOf = (name) => join(import.meta.dirname, name);
const read = (name) => JSON.parse(readFileSync(pathOf(name), "utf8"));

const { analyse, bounded, composed, findExpressions } = await importBundled(
  ["analyse", "bounded", "composed", "expressions"].map((name) => `../regexps/${name}.ts`),
);
const analysed = read("analysed.json");
// recheck's own process does not keep this one alive.
const alive = setInterval(() => {}, 60_000);
const {
  verdicts,
  attacks,
  faults: found,
} = await analyse({
  found: findExpressions(join(import.meta.dirname, "../../src")),
  composed,
  bounded,
  known: analysed.recheck === version ? analysed.verdicts : {},
  attacks: read("attacks.json"),
  check,
  onStart: (count) => console.error(`recheck ${version} analyzes ${count} regular expressions`),
});
clearInterval(alive);
const faults = [...found];
save("analysed.json", JSON.stringify({ recheck: version, verdicts }, null, 2));
save("attacks.json", `{\n${Object.entries(attacks).map(toLine).join(",\n")}\n}`);
for (const fault of faults) console.error(fault);
console.log(`${Object.keys(verdicts).length} regular expressions: ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);

/** Each on a line of its own: two branches that add one can be merged. */
function toLine([expression, attack]) {
  return `  ${JSON.stringify(expression)}: ${JSON.stringify(attack)}`;
}

function save(name, json) {
  const text = `${json}\n`;
  if (text === readFileSync(pathOf(name), "utf8")) return;
  if (process.env["CI"] === "true")
    faults.push(`test/regexps/${name} is not up to date\n  = help: run npm run regexps, and commit it`);
  else {
    writeFileSync(pathOf(name), text);
    console.error(`test/regexps/${name} has changed: commit it`);
  }
}
