/** A compiler that lives between builds and compiles only the skills that have changed. */
import { resolve } from "node:path";
import { build, check } from "../compile.ts";
import { createContents, type Contents } from "../contents/index.ts";
import { createCommandRunner, findBareRepository, createOverlayHost, readBuildId, toPosixPath } from "../host/index.ts";
import {
  createRecordingHost,
  withoutRecording,
  type RecordedInputs,
  type RecordingHost,
  type Witness,
} from "../engine/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { readText, type Host } from "../model/host.ts";
import type { Recall } from "../model/recall.ts";
import { isAtOrBelow } from "../paths/index.ts";
import type { Compilation } from "../phases/compilation.ts";
import type { Compiled } from "../phases/compiled.ts";
import type { Run } from "../phases/run.ts";
import { isMeasured, type BuildRequest, type CheckRequest } from "./build-request.ts";
import { countDirectories } from "./counted-directories.ts";
import {
  hostOf,
  loadProject,
  pathsOf,
  toWorkingDirectory,
  type LoadedProject,
  type ProjectPaths,
  type SessionOptions,
} from "./session.ts";
import { runsCode } from "./runs-code.ts";
import { openScriptCompiler } from "./script-compiler.ts";
import { insertSorted } from "./late-findings.ts";
import { diagnoseNotBuilt } from "./not-built.ts";
import { aroundOf, keepSkills, type RunTrail } from "./kept/run-trail.ts";
import { searchedOf } from "./searched.ts";
import { fromWorkingDirectory, readInstructions, snapshotSkills } from "./snapshot-skills.ts";
import { isAround, ownerOf } from "./owner-of.ts";
import { createBuildMemory, type BuildMemory } from "./kept/build-memory.ts";
import { outcomeOf } from "./outcome.ts";
import { withoutSkills } from "./without-skills.ts";
import { createSnapshot, editedSnapshot, unitsOf, type Snapshot } from "./snapshot.ts";
import { watchProject, type Watch, type WatchOptions } from "./watch.ts";
import { findCache, openUnitCache, type CacheOptions, type SavedUnits } from "./kept/unit-cache.ts";
import { createResultMemory, createUnitMemory, unitsByKey, type UnitMemory } from "./kept/unit-memory.ts";

export type { BuildRequest, CheckRequest } from "./build-request.ts";

/**
 * Options of `createCompiler`: a project, as for `build()`, and where it is read from.
 *
 * @example
 * const options: CompilerOptions = { cwd: "/work/agent", host: createMemoryHost(files) };
 */
export interface CompilerOptions extends SessionOptions {
  /** Where skills are read from; default: the disk, relative to the config or `cwd`. */
  readonly host?: Host;
}

/**
 * A project that is built more than once; the result of each build is a `Snapshot`. Writes nothing.
 *
 * @example
 * await compiler.build();
 * const { changed } = await compiler.rebuild(["skills/pdf/SKILL.md"]); // compiles one skill again
 */
export interface Compiler {
  /** Builds and reads everything again. */
  build(request?: BuildRequest): Promise<Snapshot>;
  /** Finds the same and makes no outputs, which is faster. Reads everything again. */
  check(request?: CheckRequest): Promise<Snapshot>;
  /**
   * Builds or checks again, as the last time. `changed` has absolute paths, or paths relative to `cwd`; without it, everything
   * is read again.
   */
  rebuild(changed?: Iterable<string>): Promise<Snapshot>;
  /** Sets a text that replaces a file on disk from the next build on; undefined removes it. */
  setDraft(path: string, text: string | undefined): void;
  /** Returns the text of a file as the next build reads it: its draft, else what is on disk; undefined if it is not text. */
  readText(path: string): string | undefined;
  /** Returns everything that the builds have read so far, for a watcher. */
  inputs(): RecordedInputs;
  /**
   * Builds, and again whenever an input changes: skills, resources, directories, ignore files, the config. Reports one
   * snapshot per burst of changes, after the callback is done with the one before.
   */
  watch(onSnapshot: (snapshot: Snapshot) => unknown, options?: WatchOptions): Watch;
  /** Releases everything; the compiler cannot be used afterwards. */
  dispose(): Promise<void>;
}

/** How files are read. The two belong together: what is looked up in a cache is hashed. */
interface DraftReading {
  readonly contents: Contents;
  readonly cache: SavedUnits | undefined;
}

/** The results that a build keeps for the next one. */
interface KeptParts {
  project?: LoadedProject;
  reading?: DraftReading;
  discovered?: readonly Run[] | undefined;
  around?: readonly Diagnostic[];
}

/** A build or a check. */
interface Request extends BuildRequest, CheckRequest {
  readonly kind: "build" | "check";
}

/** Options of a compiler that keeps its work. */
interface CachingOptions extends CompilerOptions, CacheOptions {
  /** Whether it lives on: then units are found again by their content, also where nothing is kept on disk. */
  readonly livesOn?: boolean;
  /** Whether there is no second build: then nothing is kept for one, and `inputs` is empty. */
  readonly buildsOnce?: boolean;
  /** Whether nothing is asked of the snapshot but its findings, its catalog and its outputs. */
  readonly outputsOnly?: boolean;
  /** Notes what is asked of the disk. */
  readonly witness?: Witness | undefined;
  /** What the run before left. */
  readonly trail?: RunTrail | undefined;
  /** Finds results of the run before. */
  readonly recall?: Recall | undefined;
}

/** The state of a compiler. */
interface CompilerState {
  readonly options: CachingOptions;
  readonly paths: ProjectPaths;
  readonly host: RecordingHost;
  /** The same, without recording what is read. */
  readonly disk: Host;
  readonly units: UnitMemory;
  readonly results: ReturnType<typeof createResultMemory>;
  readonly memory: BuildMemory;
  readonly drafts: ReadonlyMap<string, string>;
  /** Undefined until a config is known, and where there is no place for one. */
  cache: SavedUnits | undefined;
  /** The last request. */
  request: Request;
  /** Whether symbolic links are followed, by the last valid config. */
  followsLinks: boolean;
  kept: KeptParts;
  /** Number of snapshots taken. */
  count: number;
  readonly watches: Set<Watch>;
  last: { readonly snapshot: Snapshot; readonly compiled: Compiled | undefined } | undefined;
}

/**
 * Creates a compiler. It writes nothing and prints nothing.
 *
 * @example
 * const compiler = createCompiler({ cwd: "/srv/app" });
 * const snapshot = await compiler.build();
 * for (const { message } of snapshot.diagnostics()) console.log(message);
 * for (const file of snapshot.outputs()) serve(file.path, file.chunks());
 * const next = await compiler.rebuild(["skills/pdf/SKILL.md"]);
 * reload(next.changed.outputs);
 */
export function createCompiler(options: CompilerOptions = {}): Compiler {
  return createCachingCompiler({ ...options, cache: false, livesOn: true });
}

function firstState(given: Pick<CompilerState, "options" | "paths" | "host" | "disk" | "drafts">): CompilerState {
  return {
    ...given,
    units: createUnitMemory(),
    results: createResultMemory(),
    memory: createBuildMemory(),
    cache: undefined,
    request: { kind: "build" },
    followsLinks: false,
    kept: {},
    count: 0,
    watches: new Set(),
    last: undefined,
  };
}

/** Creates a compiler that keeps the units of its builds on disk, unless the options say otherwise. */
export function createCachingCompiler(options: CachingOptions): Compiler {
  const paths = pathsOf(options);
  const drafts = new Map<string, string>();
  const disk = options.witness?.host ?? options.host ?? hostOf(paths);
  const read = createOverlayHost(countDirectories(disk, options.onProgress), drafts);
  const host = options.buildsOnce === true ? withoutRecording(read) : createRecordingHost(read);
  const state = firstState({ options, paths, host, disk: read, drafts });
  const absolute = (path: string): string =>
    options.host === undefined ? toPosixPath(resolve(paths.cwd, path)) : host.absolutePath(path);
  const start = (request: Request): Promise<Snapshot> => {
    state.kept = {};
    state.units.startOver();
    state.memory.startOver();
    state.request = request;
    return takeSnapshot(state);
  };
  return {
    build: (request) => start({ ...request, kind: "build" }),
    check: (request) => start({ ...request, kind: "check" }),
    rebuild(changed) {
      if (changed === undefined) return start(state.request);
      for (const path of changed) forget(state, absolute(path));
      return takeSnapshot(state);
    },
    setDraft(path, text) {
      if (text === undefined) drafts.delete(absolute(path));
      else drafts.set(absolute(path), text);
    },
    readText: (path) => readText(host, absolute(path)),
    inputs: () => host.inputs(),
    watch(onSnapshot, { first = () => start(state.request), onChange } = {}) {
      const rebuild = (changed: readonly string[]): Promise<Snapshot> => {
        onChange?.();
        return this.rebuild(changed);
      };
      const watch = watchProject({ base: paths.base, build: first, rebuild, inputs: () => host.inputs() }, onSnapshot);
      state.watches.add(watch);
      return watch;
    },
    dispose() {
      for (const watch of state.watches) watch.close();
      Object.assign(state, { kept: {}, last: undefined });
      state.units.clear();
      drafts.clear();
      return Promise.resolve();
    },
  };
}

/** Runs the phases for everything that is not kept from an earlier build. */
async function takeSnapshot(state: CompilerState): Promise<Snapshot> {
  const { options, paths, host, units, kept, request } = state;
  const project = (kept.project ??= await loadProject(options, paths, host, {
    preparesSkills: request.prepare === true,
    environment(name) {
      options.witness?.spoil();
      return process.env[name];
    },
  }));
  const { config } = project;
  if (config !== undefined) state.followsLinks = config.symlinks === "inside";
  const kind = isMeasured(request, config) ? "build" : request.kind;
  const { contents, cache } = (kept.reading ??= openReading(state, kind, config));
  const isKept = options.buildsOnce !== true;
  const now = { config, host, contents, saved: cache, base: paths.base };
  // As with units, what only a draft says is not worth keeping.
  const saved = state.drafts.size === 0 ? cache?.results : undefined;
  const given: Omit<Compilation, "config"> = {
    host,
    contents,
    build: readBuildId(),
    onProgress: options.onProgress,
    checksManifests: request.kind === "check",
    ...(request.prepare === true && runsCode(options) && { runCommand: createCommandRunner(paths.base) }),
    compileScript: openScriptCompiler({ host, witness: options.witness, buildsOnce: !isKept }),
    findRepository: (dir) => findBareRepository(resolve(paths.base, dir)),
    earlier: {
      store: isKept ? units.of(kind) : options.trail?.store,
      cache: unitsByKey(units, cache, options.livesOn === true),
      known: isKept ? state.results(saved) : saved,
      ...(isKept ? state.memory.next() : { linked: options.trail?.linked ?? cache, recall: options.recall }),
      settle: saved && options.trail && cache?.settling(kind === "build" ? config : undefined, units),
    },
  };
  const isPlain = project.diagnostics.length === 0;
  const edited = config && isPlain ? await options.trail?.edit(now, kind, { ...given, config }) : undefined;
  if (edited !== undefined) return editedSnapshot(++state.count, config, edited);
  const discovered = kept.discovered ?? options.trail?.follow(now);
  const earlier = { ...given.earlier, discovered };
  const compiled = config && (await compileSkills(state, kind, { ...given, earlier, config }, cache));
  // After the first build, units are kept in memory only: the disk cache is slower than compiling one skill.
  if (options.livesOn === true) [state.cache, kept.reading] = [undefined, { contents, cache: undefined }];
  kept.discovered = compiled?.runs.map(({ run }) => run);
  const around = request.skillsOnly === true ? [] : (kept.around ?? []);
  const found = [...project.diagnostics, ...insertSorted(compiled?.diagnostics ?? [], around)];
  const snapshot = createSnapshot({
    id: ++state.count,
    outcome: outcomeOf(compiled?.seen ?? 0, toWorkingDirectory(found, paths)),
    config,
    compiled,
    skills: () => snapshotSkills(compiled, paths),
    searched: compiled && searchedOf(compiled, (dir) => fromWorkingDirectory(dir, paths)),
    instructions: (from, id) => readInstructions(from, id, contents),
    before: state.last?.snapshot,
    unitsBefore: state.last && unitsOf(state.last.compiled),
  });
  state.last = { snapshot, compiled };
  return snapshot;
}

/** Runs the phases, and keeps what another run can use. */
async function compileSkills(
  { options, drafts, request, kept, disk }: CompilerState,
  kind: Request["kind"],
  given: Compilation,
  cache: SavedUnits | undefined,
): Promise<Compiled> {
  const compiled = await (kind === "build" ? build : check)(given);
  // What only a draft says is not worth keeping.
  keepSkills(cache, drafts.size === 0 ? compiled : undefined, options.trail);
  // An edit of a text changes nothing about it.
  if (request.skillsOnly !== true)
    kept.around ??= aroundOf(options.trail, () => diagnoseNotBuilt(compiled.runs[0]?.run, given.config, disk));
  return options.outputsOnly === true ? withoutSkills(compiled) : compiled;
}

function openReading(state: CompilerState, kind: Request["kind"], config: Config | undefined): DraftReading {
  const cache = config && cacheOf(state, config);
  // Nothing can be kept.
  if (cache === undefined) state.options.witness?.spoil();
  const isHashed = kind === "build" || unitsByKey(state.units, cache, state.options.livesOn === true) !== undefined;
  return { contents: createContents(state.host, kind, isHashed), cache };
}

/** Opens the cache of the project, once for each directory that its configs choose. */
function cacheOf(state: CompilerState, config: Config): SavedUnits | undefined {
  // A Host of the caller's own is not the disk.
  if (state.options.host !== undefined && state.options.cache === undefined) return undefined;
  if (state.options.livesOn === true && state.count > 0) return undefined;
  const found = findCache(state.options, state.paths, config);
  if (found?.place !== state.cache?.place) state.cache = openUnitCache(found);
  return state.cache;
}

/** Forgets everything that a changed path may affect. */
function forget(state: CompilerState, path: string): void {
  const { kept, units, host } = state;
  if (state.followsLinks) {
    // Through a link, a file can belong to skills in other directories.
    state.kept = {};
    units.startOver();
    return;
  }
  const owner = ownerOf(path, kept.discovered ?? [], host);
  // A file that the lock pins: the config compares it, too.
  const locked = kept.project?.config?.installed.locked ?? [];
  const isLocked = locked.some((dir) => isAtOrBelow(path, host.absolutePath(dir)));
  if (owner !== undefined && !isLocked) {
    units.forget(owner.dir);
    kept.reading?.contents.forget(owner.location);
    return;
  }
  // A directory, a new or deleted file, or the config: anything may be affected.
  state.kept = {};
  units.forget((dir) => isAround(path, dir, host));
}
