/** `skillc/webpack`: `import { skills } from "virtual:skillc"` in webpack 5, rspack and Next.js. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { concludeBuild } from "../api/build.ts";
import type { Snapshot } from "../api/snapshot.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { writeOwnText } from "../host/index.ts";
import { writeEnvTypes } from "./env-types.ts";
import { createPluginSession, toBundlerText, type PluginOptions, type PluginSession } from "./session.ts";
import { watchSkills, type SkillsWatch } from "./watch-skills.ts";

export type { PluginOptions } from "./session.ts";

interface WebpackHook<Value> {
  tap(name: string, run: (value: Value) => void): void;
  tapPromise(name: string, run: (value: Value) => Promise<void>): void;
}

interface WebpackCompilation {
  readonly compiler: unknown;
  readonly errors: unknown[];
  readonly warnings: unknown[];
}

interface WebpackCompiler {
  readonly context: string;
  readonly webpack: {
    readonly NormalModuleReplacementPlugin: new (
      from: RegExp,
      replace: (resource: { request: string }) => void,
    ) => { apply(compiler: WebpackCompiler): void };
    readonly WebpackError: new (message: string) => Error;
  };
  readonly hooks: {
    readonly beforeRun: WebpackHook<unknown>;
    readonly watchRun: WebpackHook<unknown>;
    readonly afterCompile: WebpackHook<WebpackCompilation>;
    readonly watchClose: WebpackHook<unknown>;
  };
  /** Undefined unless it watches. */
  readonly watching?: { invalidate(): void };
  getInfrastructureLogger(name: string): { error(text: string): void };
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
const INDEX = "index.js";

/** What `virtual:skillc` is before the first good build, so that the bundler does not report a missing file as well. */
const STUB = "broken.cjs";
const STUB_TEXT = 'throw new Error("The skills could not be compiled: see the errors of the bundler");\n';

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
  const projects = new Map<string, WebpackProject>();
  return {
    apply(compiler: WebpackCompiler) {
      const { context } = compiler;
      const project = projects.get(context) ?? openProject(options, context);
      projects.set(context, project);
      install(project, compiler);
    },
  };
}

/** One `.skillc/`, for all compilers that share the plugin: Next.js has three. */
interface WebpackProject {
  readonly session: PluginSession;
  moduleFile(): string;
  found(): readonly Diagnostic[];
  build(): Promise<void>;
  /** Builds, and again after each change until every compiler has left. */
  join(compiler: WebpackCompiler): Promise<unknown>;
  leave(compiler: WebpackCompiler): void;
}

function openProject(options: PluginOptions, context: string): WebpackProject {
  const outDir = join(resolve(context, options.cwd ?? "."), OUT_DIR);
  const session = createPluginSession(options, context, outDir);
  const watching = new Set<WebpackCompiler>();
  let found: readonly Diagnostic[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let watch: SkillsWatch | undefined;
  const onNews = async (snapshot: Snapshot): Promise<void> => {
    const isFirst = session.snapshot() === undefined;
    const before = JSON.stringify(found);
    session.take(snapshot);
    found = await writeModule(session, snapshot);
    // Written files start a build by themselves; findings alone do not.
    if (!isFirst && JSON.stringify(found) !== before) for (const one of watching) one.watching?.invalidate();
  };
  const build = async (): Promise<void> => void (found = await writeModule(session, await session.refresh()));
  return {
    session,
    moduleFile: () => join(outDir, existsSync(join(outDir, INDEX)) ? INDEX : STUB),
    found: () => found,
    build() {
      const next = last.then(build);
      last = next.catch(() => {});
      return next;
    },
    join(compiler) {
      watching.add(compiler);
      watch ??= watchSkills(session, onNews, (text) => compiler.getInfrastructureLogger("skillc").error(text));
      return watch.first;
    },
    leave(compiler) {
      watching.delete(compiler);
      if (watching.size > 0) return;
      watch?.close();
      watch = undefined;
    },
  };
}

function install(project: WebpackProject, compiler: WebpackCompiler): void {
  const { hooks, webpack } = compiler;
  hooks.beforeRun.tapPromise("skillc", () => project.build());
  hooks.watchRun.tapPromise("skillc", async () => void (await project.join(compiler)));
  hooks.watchClose.tap("skillc", () => project.leave(compiler));
  hooks.afterCompile.tap("skillc", (compilation) => {
    // Compilers that other plugins start inside this one have the same hooks.
    if (compilation.compiler !== compiler) return;
    for (const one of project.found()) {
      if (one.suppressed !== undefined || one.severity === "info") continue;
      const problem = toProblem(one, project.session, compiler);
      if (one.severity === "error") compilation.errors.push(problem);
      else compilation.warnings.push(problem);
    }
  });
  new webpack.NormalModuleReplacementPlugin(/^virtual:skillc$/, (resource) => {
    resource.request = project.moduleFile();
  }).apply(compiler);
}

/** Writes the module if anything has changed; returns the findings. An error leaves the last good module. */
async function writeModule(session: PluginSession, snapshot: Snapshot): Promise<readonly Diagnostic[]> {
  const outDir = join(session.cwd, OUT_DIR);
  const { diagnostics, outputs } = await concludeBuild(
    snapshot,
    { cwd: session.cwd, showsGzip: false },
    session.memory,
  );
  if (outputs.length > 0) writeEnvTypes(session);
  else if (!existsSync(join(outDir, INDEX))) writeOwnText(join(outDir, STUB), STUB_TEXT, STUB_TEXT);
  writeOwnText(join(outDir, ".gitignore"), "*\n", "*\n");
  return diagnostics;
}

/** Makes an error of the bundler: `file` and `loc` are shown with it. */
function toProblem(diagnostic: Diagnostic, session: PluginSession, compiler: WebpackCompiler): Error {
  const { path, place, title, notes, start, frame } = toBundlerText(diagnostic, session);
  const text = [`${place}: ${title}`, ...(frame === undefined ? [] : [frame]), ...notes].join("\n");
  const problem = new compiler.webpack.WebpackError(text);
  return Object.assign(problem, { name: "SkillError", file: path, ...(start && { loc: { start } }) });
}
