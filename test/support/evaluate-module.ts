/** Runs the files of a generated module without a disk. */
import { runInThisContext } from "node:vm";
import { createSkills, type AnySkills } from "../../src/runtime/access.ts";

/** Returns the skills of an `index.js`: imports become look-ups, and the access layer is that of the sources. */
export function evaluateModule(files: ReadonlyMap<string, string>): AnySkills {
  const run = (path: string): Record<string, unknown> => {
    const code = (files.get(path) ?? "")
      .replace(/^import \{ createSkills \} from .*$/m, "")
      .replace(
        /^import \{ (\w+)(?: as (\w+))? \} from "\.\/(.*)";$/gm,
        (_line, name, alias = name, from) => `const ${alias} = run("${from}").${name};`,
      )
      .replace(/^export const (\w+) =/gm, "exports.$1 =")
      .replaceAll(/return import\("\.\/(.*)"\);/g, 'return Promise.resolve(run("$1"));');
    const exports: Record<string, unknown> = {};
    const wrapped = runInThisContext(`(function (exports, createSkills, run) { "use strict"; ${code}\n})`, {
      filename: path,
    }) as Function;
    wrapped(exports, createSkills, run);
    return exports;
  };
  return run("index.js")["skills"] as AnySkills;
}
