/** `skillc/vite`: `import { skills } from "virtual:skillc"` in Vite 7 and 8, Rollup and Rolldown. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, posix, resolve } from "node:path";
import { pipeline, Readable } from "node:stream";
import type { Snapshot } from "../api/snapshot.ts";
import type { Watch } from "../api/watch.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";
import type { OutputFile } from "../model/output.ts";
import { writeEnvTypes } from "./env-types.ts";
import { assetsOf, placeAssets } from "./place-assets.ts";
import { createPluginSession, problemsOf, VIRTUAL_MODULE, type PluginOptions, type PluginSession } from "./session.ts";

export type { PluginOptions } from "./session.ts";

/** An error as Rollup and Vite show it: `loc.line` is 1-based, `loc.column` 0-based. */
interface BundlerError {
  readonly message: string;
  readonly plugin: "skillc";
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame?: string;
  /** Empty: the place says it all. */
  readonly stack: "";
}

/** What the plugin uses of Rollup's context. */
interface BundlerContext {
  error(error: BundlerError): never;
  warn(warning: BundlerError): void;
  addWatchFile(path: string): void;
}

interface ModuleGraph {
  getModuleById(id: string): object | undefined;
  invalidateModule(module: object): void;
}

/** What the plugin uses of Vite's dev server. */
interface DevServer {
  readonly environments: Readonly<
    Record<string, { readonly moduleGraph: ModuleGraph; readonly hot: { send(payload: object): void } }>
  >;
  readonly config: {
    readonly base?: string;
    readonly logger: { error(text: string, options?: object): void; warn(text: string): void };
  };
  readonly middlewares: {
    use(handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => void): void;
  };
}

/**
 * The plugin, in the shape that Vite, Rollup and Rolldown share.
 *
 * @example
 * const plugin: SkillcPlugin = skillc();
 */
export interface SkillcPlugin {
  readonly name: "skillc";
  readonly configResolved: (config: { readonly root: string }) => void;
  // oxlint-disable-next-line typescript/no-explicit-any -- The types of Vite must not be needed by users of Rollup.
  readonly configureServer: (server: any) => void;
  readonly buildStart: (this: BundlerContext) => Promise<void>;
  readonly resolveId: (id: string, importer?: string) => string | undefined;
  readonly load: (this: BundlerContext, id: string) => string | undefined;
  readonly writeBundle: (
    this: BundlerContext,
    output: { readonly dir?: string | undefined; readonly file?: string | undefined },
  ) => Promise<void>;
  readonly closeBundle: () => Promise<void>;
}

const PREFIX = `\0${VIRTUAL_MODULE}/`;

/**
 * Compiles skills into `virtual:skillc`, which exports what a generated `index.js` exports. Findings are errors and
 * warnings of the bundler with file, line and column. In Vite's dev server every change of a skill reloads the page; a
 * broken skill is shown in the overlay while the last good skills stay. With `module: { assets: "copy" }`, the files of
 * `assets/` are written next to the bundle, and the dev server serves them.
 *
 * Shell commands in skills are not run.
 *
 * @example
 * import skillc from "skillc/vite";
 * export default { plugins: [skillc()] };
 */
export default function skillc(options: PluginOptions = {}): SkillcPlugin {
  let session: PluginSession | undefined;
  let dev: DevServing | undefined;
  const open = (root = process.cwd()): PluginSession => (session ??= createPluginSession(options, root));
  return {
    name: "skillc",
    configResolved: ({ root }) => void open(root),
    configureServer(server: DevServer) {
      dev = serveChanges(open(), server);
      serveAssets(open(), server);
    },
    async buildStart() {
      const snapshot = await (dev?.first ?? open().refresh());
      if (dev === undefined) report(this, open(), snapshot);
    },
    resolveId(id, importer) {
      if (id === VIRTUAL_MODULE) return `${PREFIX}index.js`;
      if (importer?.startsWith(PREFIX) !== true || !/^\.\.?\//.test(id)) return undefined;
      return PREFIX + posix.join(posix.dirname(importer.slice(PREFIX.length)), id);
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const text = open().read(id.slice(PREFIX.length));
      if (text !== undefined) return text;
      const [error] = problemsOf(open().snapshot() as Snapshot).errors;
      return this.error(toBundlerError(error, open()));
    },
    async writeBundle({ dir, file }) {
      const place = dir ?? (file === undefined ? undefined : dirname(file));
      if (place === undefined || session === undefined) return;
      const [message] = await placeAssets(session, resolve(place));
      if (message !== undefined) this.error({ message, plugin: "skillc", stack: "" });
    },
    async closeBundle() {
      dev?.watch.close();
      await session?.compiler.dispose();
      session = dev = undefined;
    },
  };
}

/** Reports findings in a build, and names the files to watch. */
function report(context: BundlerContext, session: PluginSession, snapshot: Snapshot): void {
  writeEnvTypes(session);
  const { files, directories } = session.inputs();
  for (const path of [...files, ...directories]) context.addWatchFile(path);
  const { errors, warnings } = problemsOf(snapshot);
  for (const one of warnings) context.warn(toBundlerError(one, session));
  const [first, ...more] = errors;
  for (const one of more) context.warn(toBundlerError(one, session));
  if (first !== undefined) context.error(toBundlerError(first, session));
}

interface DevServing {
  readonly watch: Watch;
  readonly first: Promise<Snapshot>;
}

/** Watches in a dev server: reloads after a change, shows errors in the overlay. */
function serveChanges(session: PluginSession, server: DevServer): DevServing {
  let known = "";
  let settle: (snapshot: Snapshot) => void;
  const first = new Promise<Snapshot>((resolveFirst) => (settle = resolveFirst));
  const watch = session.compiler.watch((snapshot) => {
    const { errors, warnings } = problemsOf(snapshot);
    const { logger } = server.config;
    for (const one of warnings) if (snapshot.id === 1) logger.warn(logText(one));
    const isBroken = errors.length > 0;
    const before = session.snapshot();
    // The last good skills stay until the repair.
    if (!isBroken || before === undefined) session.take(snapshot);
    settle(snapshot);
    const texts = errors.map((one) => toBundlerError(one, session));
    const shown = JSON.stringify(texts);
    if (isBroken && shown !== known) for (const one of errors) logger.error(logText(one), { timestamp: true });
    if (snapshot.id > 1 && isBroken) send(server, { type: "error", err: texts[0] });
    const isRepaired = !isBroken && known !== "[]" && known !== "";
    known = shown;
    if (isBroken) return;
    writeEnvTypes(session);
    if (snapshot.id > 1 && (isRepaired || snapshot.changed.outputs.length > 0)) reload(server, session);
  });
  return { watch, first };
}

/** Answers requests for `/assets/<hash>`. */
function serveAssets(session: PluginSession, { config: { base = "/" }, middlewares }: DevServer): void {
  middlewares.use((request, response, next) => {
    const [path = ""] = (request.url ?? "").split("?");
    // The base may be removed from the address already.
    const name = path.startsWith(base) ? path.slice(base.length) : path.slice(1);
    const file = /^assets\/[0-9a-f]{64}$/.test(name) && assetsOf(session).find((one) => one.path === name);
    if (!file) return next();
    response.setHeader("Content-Type", "application/octet-stream");
    if (file.digest !== undefined) response.setHeader("Content-Length", file.digest.bytes);
    // A file that changed meanwhile ends the response early.
    pipeline(Readable.from(bytesOf(file)), response, () => {});
  });
}

function* bytesOf({ chunks }: OutputFile): Generator<Uint8Array | string> {
  for (const chunk of chunks()) {
    if (isFailure(chunk)) throw new Error(chunk.detail);
    yield chunk;
  }
}

function reload(server: DevServer, session: PluginSession): void {
  const paths = [...(session.snapshot()?.outputs() ?? [])].map(({ path }) => path);
  const ids = [...new Set([...paths, "index.js"])].map((path) => PREFIX + path);
  for (const { moduleGraph } of Object.values(server.environments))
    for (const id of ids) {
      const module = moduleGraph.getModuleById(id);
      if (module !== undefined) moduleGraph.invalidateModule(module);
    }
  send(server, { type: "full-reload" });
}

function send({ environments }: DevServer, payload: object): void {
  for (const { hot } of Object.values(environments)) hot.send(payload);
}

function logText(diagnostic: Diagnostic): string {
  const { file, span, message, code, rule } = diagnostic;
  const place = span === undefined ? file : `${file}:${span.start.line}:${span.start.column}`;
  return `${place}: ${message} [${code} ${rule}]`;
}

function toBundlerError(diagnostic: Diagnostic | undefined, { cwd }: PluginSession): BundlerError {
  if (diagnostic === undefined) {
    const message = "the skills could not be compiled";
    return { message, plugin: "skillc", stack: "" };
  }
  const { message, code, rule, file, span, lineText, consequence, help = [] } = diagnostic;
  const path = resolve(cwd, file);
  const notes = [...(consequence === undefined ? [] : [consequence]), ...help];
  const text = [`${message} [${code} ${rule}]`, ...notes.map((note) => `  ${note}`)].join("\n");
  if (span === undefined) return { message: text, plugin: "skillc", id: path, stack: "" };
  const { line, column } = span.start;
  const frame = lineText === undefined ? "" : `${line} | ${lineText}\n${" ".repeat(`${line} | `.length + column - 1)}^`;
  return {
    message: text,
    plugin: "skillc",
    id: path,
    loc: { file: path, line, column: column - 1 },
    frame,
    stack: "",
  };
}
