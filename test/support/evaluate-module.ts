/** Runs the files of a generated module without a disk. */
import { runInThisContext } from "node:vm";
import { createSkills, type AnySkills, type ReadAsset } from "../../src/runtime/access.ts";
import { openAsset } from "../../src/runtime/assets/index.ts";

/**
 * Returns the skills of an `index.js`: imports become look-ups, and the access layer is that of the sources.
 *
 * @param readAsset Only for a module with files next to it.
 */
export function evaluateModule(files: ReadonlyMap<string, string>, readAsset?: ReadAsset): AnySkills {
  const run = (path: string): Record<string, unknown> => {
    const code = (files.get(path) ?? "")
      .replace(/^import \{ createSkills \} from .*$/m, "")
      .replace(/^import \{ createSkills as (\w+) \} from .*$/m, "const $1 = createSkills;")
      .replace(/^import \{ openAsset \} from .*$/m, "")
      .replace(
        /^import \{ (\w+)(?: as (\w+))? \} from "\.\/(.*)";$/gm,
        (_line, name, alias = name, from) => `const ${alias} = run("${from}").${name};`,
      )
      .replace(/^export const (\w+) =/gm, "exports.$1 =")
      .replaceAll(/return import\("\.\/(.*)"\);/g, 'return Promise.resolve(run("$1"));');
    const exports: Record<string, unknown> = {};
    const wrapped = runInThisContext(`(function (exports, createSkills, openAsset, run) { "use strict"; ${code}\n})`, {
      filename: path,
    }) as Function;
    wrapped(exports, createSkills, openAsset, run);
    return exports;
  };
  const index = run("index.js");
  if (readAsset === undefined) return index["skills"] as AnySkills;
  return (index["createSkills"] as (options: { readonly readAsset: ReadAsset }) => AnySkills)({ readAsset });
}
