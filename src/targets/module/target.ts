/** The target `module`: an ES module with typed access to the skills. */
import type { ModuleOptions } from "../../model/config.ts";
import type { Target } from "../target.ts";
import { isModuleFile, moduleFormat } from "./module-file.ts";
import { moduleFiles } from "./module-files.ts";

/** `index.js` or `index.ts` with everything that it imports. */
export const moduleTarget: Target<ModuleOptions, "module"> = {
  name: "module",
  format: moduleFormat,
  about: "How the generated module is written.",
  options: {
    format: {
      values: ["js", "ts"],
      about: "js writes JavaScript with declarations; ts writes TypeScript. Default: js.",
    },
    content: {
      values: ["auto", "eager", "packs", "per-skill"],
      about: "Where contents are kept: in one module, in packs of several skills, one by one. Default: auto.",
    },
    runtime: {
      values: ["inline", "import"],
      about: "inline copies the access layer into the output; import uses skillc/runtime. Default: inline.",
    },
    assets: {
      values: ["embed", "copy"],
      about: "copy writes binary files and texts over 8 MiB next to the module instead of into it. Default: embed.",
    },
  },
  embeds: ({ assets }) => assets === "embed",
  check: () => [],
  emit: (linked, options, contents) => moduleFiles({ linked, options, contents }),
  owns: isModuleFile,
};
