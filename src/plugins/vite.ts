/** `skillc/vite`: `import { skills } from "virtual:skillc"` in Vite 7 and 8, Rollup and Rolldown. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, posix, resolve } from "node:path";
import { pipeline, Readable } from "node:stream";
import type { Snapshot } from "../api/snapshot.ts";
import { plural } from "../diagnostics/rule.ts";
import { escapeText } from "../formats/display-text.ts";
import { firstNames } from "../formats/finding-texts.ts";
import { createSignalFile } from "../host/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isFailure } from "../model/host.ts";
import type { OutputFile } from "../model/output.ts";
import { writeEnvTypes } from "./env-types.ts";
import { assetsOf, placeAssets } from "./place-assets.ts";
import {
  createPluginSession,
  problemsOf,
  toBundlerText,
  VIRTUAL_MODULE,
  type PluginOptions,
  type PluginSession,
} from "./session.ts";
import { watchSkills, type SkillsWatch } from "./watch-skills.ts";

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

interface BundlerContext {
  readonly meta: { readonly watchMode: boolean };
  error(error: BundlerError): never;
  warn(warning: BundlerError): void;
  addWatchFile(path: string): void;
}

interface ModuleGraph {
  getModuleById(id: string): object | undefined;
  invalidateModule(module: object): void;
}

interface DevServer {
  readonly environments: Readonly<
    Record<string, { readonly moduleGraph: ModuleGraph; readonly hot: { send(payload: object): void } }>
  >;
  readonly config: {
    readonly base?: string;
    readonly logger: Readonly<Record<"error" | "warn" | "info", (text: string, options?: object) => void>>;
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
  readonly configResolved: (config: { readonly root: string; readonly command: "build" | "serve" }) => void;
  // oxlint-disable-next-line typescript/no-explicit-any -- The types of Vite must not be needed by users of Rollup.
  readonly configureServer: (server: any) => void;
  readonly buildStart: (this: BundlerContext) => Promise<void>;
  readonly resolveId: (id: string, importer?: string) => string | undefined;
  readonly load: (this: BundlerContext, id: string) => string | undefined;
  readonly writeBundle: (
    this: BundlerContext,
    output: { readonly dir?: string | undefined; readonly file?: string | undefined },
  ) => Promise<void>;
  readonly closeBundle: () => void;
  readonly closeWatcher: () => void;
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
  let root = process.cwd();
  let isServer = false;
  let session: PluginSession | undefined;
  let dev: SkillsWatch | undefined;
  let repeated: BuildWatch | undefined;
  const open = (): PluginSession => (session ??= createPluginSession(options, root));
  const close = (): void => {
    dev?.close();
    repeated?.close();
    session = dev = repeated = undefined;
  };
  return {
    name: "skillc",
    configResolved(config) {
      root = config.root;
      isServer = config.command === "serve";
    },
    configureServer(server: DevServer) {
      dev = serveChanges(open(), server);
      serveAssets(open(), server);
    },
    async buildStart() {
      // Another plugin may start an environment before this one is given the server.
      if (isServer) return void (await (dev?.first ?? open().refresh()));
      if (!this.meta.watchMode) {
        const snapshot = await open().refresh();
        for (const path of open().inputs().files) this.addWatchFile(path);
        return report(this, open(), snapshot);
      }
      repeated ??= watchForBuilds(open(), (text) => this.warn({ message: text, plugin: "skillc", stack: "" }));
      this.addWatchFile(repeated.signal);
      await repeated.first;
      report(this, open(), repeated.hear());
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
    // A build has nothing to close: another environment may still read the module.
    closeBundle: () => void (dev !== undefined && close()),
    closeWatcher: close,
  };
}

function report(context: BundlerContext, session: PluginSession, snapshot: Snapshot): void {
  writeEnvTypes(session);
  const { errors, warnings } = problemsOf(snapshot);
  for (const one of warnings) context.warn(toBundlerError(one, session));
  const [first, ...more] = errors;
  for (const one of more) context.warn(toBundlerError(one, session));
  if (first !== undefined) context.error(toBundlerError(first, session));
}

interface BuildWatch extends SkillsWatch {
  /** The file to watch. */
  readonly signal: string;
  /** Returns the snapshot to build with; called at the start of each build. */
  hear(): Snapshot;
}

function serveChanges(session: PluginSession, server: DevServer): SkillsWatch {
  const { logger } = server.config;
  let known: ReadonlySet<string> = new Set();
  let wasBroken = false;
  const onNews = (snapshot: Snapshot): boolean => {
    const { errors, warnings } = problemsOf(snapshot);
    const [error] = errors;
    const isFirst = session.snapshot() === undefined;
    // The last good skills stay until the repair.
    if ((error === undefined || isFirst) && !session.hold(snapshot)) return false;
    // A warning is said when it is new, like the end of an error: the last line says how things are.
    const texts = warnings.map((one) => logText(one, session));
    for (const text of texts) if (!known.has(text)) logger.warn(text, STAMPED);
    known = new Set(texts);
    for (const one of errors) logger.error(logText(one, session), STAMPED);
    if (error === undefined) writeEnvTypes(session);
    const isRepaired = wasBroken && error === undefined;
    wasBroken = error !== undefined;
    if (error === undefined && (isRepaired || !isFirst)) logger.info(newsText(snapshot, isRepaired), STAMPED);
    if (isFirst) return true;
    if (error === undefined) reload(server, session);
    else send(server, { type: "error", err: toBundlerError(error, session) });
    return true;
  };
  return watchSkills(session, onNews, (text) => logger.error(text));
}

/** As Vite prints its own news. */
const STAMPED = { timestamp: true };

function newsText({ changed, summary }: Snapshot, isRepaired: boolean): string {
  if (isRepaired) return `skillc: repaired, ${plural(summary.skills, "skill")}; the page reloads`;
  const names = changed.skills.length === 0 ? "the catalog" : firstNames(changed.skills.map(escapeText));
  return `skillc: ${names} changed; the page reloads`;
}

/** Watches in a build that is repeated: Rollup and Rolldown build again when the signal comes. */
function watchForBuilds(session: PluginSession, warn: (text: string) => void): BuildWatch {
  const signal = createSignalFile();
  let heard: Snapshot | undefined;
  const onNews = async (snapshot: Snapshot): Promise<boolean> => {
    const isFirst = session.snapshot() === undefined;
    if (!session.hold(snapshot)) return false;
    if (!isFirst) await signal.send(() => heard === snapshot);
    return true;
  };
  const watch = watchSkills(session, onNews, warn);
  return {
    first: watch.first,
    signal: signal.path,
    hear: () => (heard = session.snapshot() as Snapshot),
    close() {
      watch.close();
      signal.close();
    },
  };
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

function logText(diagnostic: Diagnostic, session: PluginSession): string {
  const { place, title, notes, frame } = toBundlerText(diagnostic, session);
  return [`${place}: ${title}`, ...(frame === undefined ? [] : [frame]), ...notes].join("\n");
}

function toBundlerError(diagnostic: Diagnostic | undefined, session: PluginSession): BundlerError {
  if (diagnostic === undefined) return { message: "the skills could not be compiled", plugin: "skillc", stack: "" };
  const { path, title, notes, start, frame = "" } = toBundlerText(diagnostic, session);
  const error: BundlerError = { message: [title, ...notes].join("\n"), plugin: "skillc", id: path, stack: "" };
  return start === undefined ? error : { ...error, loc: { file: path, ...start }, frame };
}
