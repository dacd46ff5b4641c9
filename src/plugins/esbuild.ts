/** `skillc/esbuild`: `import { skills } from "virtual:skillc"` in esbuild. */
import { dirname, posix, resolve } from "node:path";
import type { EsbuildPlugin, OnLoadResult, PartialMessage } from "../bundle/esbuild-types.ts";
import { toEsbuildMessage } from "../formats/convert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { writeEnvTypes } from "./env-types.ts";
import { assetsOf, placeAssets } from "./place-assets.ts";
import { createPluginSession, problemsOf, VIRTUAL_MODULE, type PluginOptions, type PluginSession } from "./session.ts";

export type { PluginOptions } from "./session.ts";

/**
 * Compiles skills into `virtual:skillc`, which exports what a generated `index.js` exports. Findings are messages of
 * esbuild with file, line and column. In watch mode, files, new files and new directories of skills start a rebuild. With
 * `module: { assets: "copy" }`, the files of `assets/` are written next to the bundle.
 *
 * Shell commands in skills are not run.
 *
 * @example
 * import skillc from "skillc/esbuild";
 * await esbuild.build({ entryPoints: ["src/worker.ts"], bundle: true, plugins: [skillc()] });
 */
export default function skillc(options: PluginOptions = {}): EsbuildPlugin {
  return {
    name: "skillc",
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? process.cwd();
      const session = createPluginSession(options, root);
      const messages = (list: readonly Diagnostic[]): PartialMessage[] => list.map((one) => inRoot(one, session, root));
      build.onStart(async () => {
        const { errors, warnings } = problemsOf(await session.refresh());
        writeEnvTypes(session);
        return { errors: messages(errors), warnings: messages(warnings) };
      });
      build.onResolve({ filter: /^virtual:skillc$/ }, () => ({ path: "index.js", namespace: VIRTUAL_MODULE }));
      build.onResolve({ filter: /^\.\.?\//, namespace: VIRTUAL_MODULE }, ({ path, importer }) => ({
        path: posix.join(dirname(importer), path),
        namespace: VIRTUAL_MODULE,
      }));
      build.onLoad({ filter: /.*/, namespace: VIRTUAL_MODULE }, ({ path }) => loadFile(session, path));
      build.onEnd(async ({ errors }) => {
        const { outdir, outfile, write } = build.initialOptions;
        const dir = outdir ?? (outfile === undefined ? undefined : dirname(outfile));
        if (errors.length > 0 || assetsOf(session).length === 0) return undefined;
        if (write === false || dir === undefined) return { warnings: [{ text: NOT_WRITTEN }] };
        return { errors: (await placeAssets(session, resolve(root, dir))).map((text) => ({ text })) };
      });
      build.onDispose(() => void session.compiler.dispose());
    },
  };
}

const NOT_WRITTEN =
  'the files of assets/ are not written, because esbuild writes no files: run "skillc build" and deploy its assets/';

function loadFile(session: PluginSession, path: string): OnLoadResult {
  const { files, directories, absent } = session.inputs();
  const watched = { watchFiles: [...files, ...absent], watchDirs: [...directories] };
  try {
    // The errors that keep the module from being made are reported already.
    // With `module.runtime: "import"`, it imports skillc/runtime from the project.
    return { contents: session.read(path) ?? "", loader: "js", resolveDir: session.cwd, ...watched };
  } catch (error) {
    return { errors: [{ text: String(error) }], ...watched };
  }
}

/** Makes the path of a finding relative to the directory from which esbuild reads it. */
function inRoot(diagnostic: Diagnostic, { cwd }: PluginSession, root: string): PartialMessage {
  const message = toEsbuildMessage(diagnostic);
  const { location } = message;
  if (location?.file === undefined || cwd === root) return message;
  return { ...message, location: { ...location, file: resolve(cwd, location.file) } };
}
