/** `skillc/webpack`: `import { skills } from "virtual:skillc"` in webpack 5, rspack and Next.js. */
import { join, resolve } from "node:path";
import { concludeBuild } from "../api/build.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { writeOwnText } from "../host/index.ts";
import { writeEnvTypes } from "./env-types.ts";
import { createPluginSession, toBundlerText, type PluginOptions, type PluginSession } from "./session.ts";

export type { PluginOptions } from "./session.ts";

interface Hook<Value> {
  tap(name: string, run: (value: Value) => void): void;
  tapPromise(name: string, run: (value: Value) => Promise<void>): void;
}

interface PathSet {
  addAll(paths: Iterable<string>): unknown;
}

interface Compilation {
  readonly fileDependencies: PathSet;
  readonly contextDependencies: PathSet;
  readonly missingDependencies: PathSet;
  readonly errors: unknown[];
  readonly warnings: unknown[];
}

/** What the plugin uses of webpack's and rspack's compiler. */
interface WebpackCompiler {
  readonly context: string;
  readonly webpack: {
    readonly NormalModuleReplacementPlugin: new (
      from: RegExp,
      to: string,
    ) => { apply(compiler: WebpackCompiler): void };
    readonly WebpackError: new (message: string) => Error;
  };
  readonly hooks: {
    readonly beforeRun: Hook<unknown>;
    readonly watchRun: Hook<unknown>;
    readonly afterCompile: Hook<Compilation>;
    readonly shutdown?: Hook<unknown>;
  };
}

/**
 * The plugin, in the shape that webpack and rspack share.
 *
 * @example
 * const plugin: SkillcWebpackPlugin = skillc();
 */
export interface SkillcWebpackPlugin {
  // oxlint-disable-next-line typescript/no-explicit-any -- The types of webpack must not be needed by users of rspack.
  readonly apply: (compiler: any) => void;
}

/** Where the module is written: these bundlers need a file. */
const OUT_DIR = ".skillc";

/**
 * Compiles skills into `.skillc/` before each build, and lets `virtual:skillc` be its `index.js`. Findings are errors and
 * warnings of the bundler with their places. In watch mode, files, new files and new directories of skills start a
 * rebuild; a broken skill leaves the last good skills in place.
 *
 * Shell commands in skills are not run.
 *
 * @example
 * import skillc from "skillc/webpack";
 * export default { plugins: [skillc()] };
 */
export default function skillc(options: PluginOptions = {}): SkillcWebpackPlugin {
  return { apply: (compiler: WebpackCompiler) => install(options, compiler) };
}

function install(options: PluginOptions, compiler: WebpackCompiler): void {
  const root = resolve(compiler.context, options.cwd ?? ".");
  const session = createPluginSession(options, compiler.context, join(root, OUT_DIR));
  let found: readonly Diagnostic[] = [];
  const refresh = async (): Promise<void> => {
    found = await writeModule(session);
  };
  compiler.hooks.beforeRun.tapPromise("skillc", refresh);
  compiler.hooks.watchRun.tapPromise("skillc", refresh);
  compiler.hooks.afterCompile.tap("skillc", (compilation) => {
    const { files, directories, absent } = session.inputs();
    const isOwn = (path: string): boolean => path.startsWith(join(root, OUT_DIR));
    compilation.fileDependencies.addAll(files);
    compilation.contextDependencies.addAll(directories);
    compilation.missingDependencies.addAll(absent.filter((path) => !isOwn(path)));
    for (const one of found) {
      if (one.suppressed !== undefined || one.severity === "info") continue;
      const problem = toProblem(one, session, compiler);
      if (one.severity === "error") compilation.errors.push(problem);
      else compilation.warnings.push(problem);
    }
  });
  compiler.hooks.shutdown?.tapPromise("skillc", () => session.compiler.dispose());
  new compiler.webpack.NormalModuleReplacementPlugin(/^virtual:skillc$/, join(root, OUT_DIR, "index.js")).apply(
    compiler,
  );
}

/** Writes the module if anything has changed; returns the findings. An error leaves the last good module. */
async function writeModule(session: PluginSession): Promise<readonly Diagnostic[]> {
  const snapshot = await session.refresh();
  const { cwd } = session;
  const { diagnostics, outputs } = await concludeBuild(snapshot, { cwd }, true);
  if (outputs.length === 0) return diagnostics;
  writeOwnText(join(cwd, OUT_DIR, ".gitignore"), "*\n", "*\n");
  writeEnvTypes(session);
  return diagnostics;
}

/** Makes an error of the bundler: `file` and `loc` are shown with it. */
function toProblem(diagnostic: Diagnostic, session: PluginSession, compiler: WebpackCompiler): Error {
  const { path, place, title, notes, start, frame } = toBundlerText(diagnostic, session);
  const text = [`${place}: ${title}`, ...(frame === undefined ? [] : [frame]), ...notes].join("\n");
  const problem = new compiler.webpack.WebpackError(text);
  return Object.assign(problem, { name: "SkillError", file: path, ...(start && { loc: { start } }) });
}
