/**
 * One build in a process of its own, which can be killed at an exact step: `node builder.mjs <bundle> <job as JSON>`.
 * A step is a call that changes a file below the outputs. At the step `killAt` the process kills itself: before the
 * call, after it, or, if the call writes a file, with half of it written.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , bundle, text] = process.argv;
const { cwd, state, outputs, killAt = 0, when = "before" } = JSON.parse(text);
const places = outputs.map(({ outDir }) => join(cwd, outDir));
let steps = 0;

const die = () => process.kill(process.pid, "SIGKILL");
const isWatched = (path) => typeof path === "string" && places.some((place) => path.startsWith(place));

for (const name of ["renameSync", "rmSync", "writeFileSync", "mkdirSync", "rmdirSync", "linkSync", "openSync"]) {
  const call = fs[name];
  fs[name] = (...args) => {
    if (!args.some(isWatched) || (name === "openSync" && !/[wa+]/.test(String(args[1])))) return call(...args);
    steps++;
    if (steps !== killAt) return call(...args);
    if (when === "before") die();
    if (when === "half" && name === "writeFileSync") {
      call(args[0], args[1].slice(0, args[1].length / 2), ...args.slice(2));
      die();
    }
    try {
      return call(...args);
    } finally {
      // Also if it failed: a directory that is not empty cannot be removed.
      die();
    }
  };
}
syncBuiltinESMExports();

const { build } = await import(pathToFileURL(bundle).href);
process.send?.("ready");
const { exitCode, diagnostics } = await build({ cwd, sources: [{ dir: state }], overrides: { outputs } });
process.send?.({ steps, exitCode, messages: diagnostics.map(({ message }) => message) });
process.exitCode = exitCode;
