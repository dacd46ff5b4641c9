/** The target `module`: an ES module with typed access to the skills. */
import { adapterNames } from "../../model/adapters.ts";
import type { ModuleOptions } from "../../model/config.ts";
import type { Target } from "../target.ts";
import { isModuleFile, moduleFormat } from "./module-file.ts";
import { moduleFiles } from "./module-files.ts";

/** `index.js` or `index.ts` with everything that it imports. */
export const moduleTarget: Target<ModuleOptions, "module"> = {
  name: "module",
  format: moduleFormat,
  writes: "index.js, index.d.ts, content/",
  about: "How the generated module is written.",
  options: {
    format: {
      values: ["js", "ts"],
      about: "`ts` writes `index.ts` instead of `index.js` and `index.d.ts`. Default: `js`.",
    },
    content: {
      values: ["auto", "eager", "packs", "per-skill"],
      about:
        "Where contents are kept: `eager` in one module, `packs` in packs of up to 128 KB, `per-skill` one by one; `auto` is `eager` up to 200 KB of text, else `packs`. Default: `auto`.",
    },
    runtime: {
      values: ["inline", "import", "full"],
      about:
        "`inline` copies the access layer into the output, `import` uses `skillc/runtime`, `full` copies all of the runtime. Default: `inline`.",
    },
    scripts: {
      values: [false, true, "untyped"],
      list: { key: "packages", about: "Packages of the workspace that scripts may import, besides those installed." },
      about:
        '`true` compiles JavaScript and TypeScript in `scripts/` of skills into modules, for `skills.script()`; `untyped` does without their types; `{ packages: ["name"] }` lets them import these packages of the workspace too. Default: `false`.',
    },
    adapters: {
      names: adapterNames,
      needs: ["runtime", "full"],
      about: 'With `runtime: "full"`: adapters for agent frameworks to copy as well. Default: none.',
    },
    assets: {
      values: ["embed", "copy"],
      about:
        "`copy` writes binary files, and text files over 8 MiB, to `assets/` next to the module, where the application reads them. Default: `embed`.",
    },
  },
  embeds: ({ assets }) => assets === "embed",
  emit: (linked, options, contents, { outDir }) => moduleFiles({ linked, options, contents, outDir }),
  owns: isModuleFile,
};
