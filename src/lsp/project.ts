/** One project of an editor: its compiler, the drafts of open files, and a build after each pause in typing. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Compiler, createCompiler } from "../api/compiler.ts";
import type { Snapshot } from "../api/snapshot.ts";
import { toPosixPath } from "../host/index.ts";
import { runsCode } from "../api/runs-code.ts";
import type { SessionOptions } from "../api/session.ts";

/** How long typing must pause before a build, in milliseconds. */
const PAUSE = 120;

export interface ProjectOptions extends TrustedCompilerOptions {
  readonly onSnapshot: (snapshot: Snapshot, project: Project) => unknown;
  /** Called for a bug in skillc: the project goes on with the next change. */
  readonly onError: (error: unknown) => void;
}

export interface Project {
  readonly root: string;
  /** Whether a config in code is not run only because the editor does not call the directory trusted. */
  lacksTrust(): boolean;
  /** Says whether a config in code may run. The next build obeys, and reads everything again. */
  setTrusted(isTrusted: boolean): void;
  /** Sets the text of an open file; undefined when the editor has closed it. The next build uses it. */
  setDraft(path: string, text: string | undefined): void;
  changedOnDisk(changes: readonly DiskChange[]): void;
  isWaiting(path: string): boolean;
  /** Builds what waits, and returns the snapshot of the current texts; undefined after a bug. */
  settled(): Promise<Snapshot | undefined>;
  readText(path: string): string | undefined;
  dispose(): Promise<void>;
}

export interface DiskChange {
  /** Absolute. */
  readonly path: string;
  readonly kind: "changed" | "created" | "deleted";
}

/** Opens a project and starts its first build. */
export function openProject({ onSnapshot, onError, ...more }: ProjectOptions): Project {
  const trusted = openTrustedCompiler(more);
  /** Drafts that wait: set only between builds, so that no build sees a part of them. */
  const drafts = new Map<string, string | undefined>();
  const changed = new Set<string>();
  let last: Snapshot | undefined;
  /** Whether nothing that the compiler keeps can be used: at first, and after a bug. */
  let isFresh = true;

  const build = async (): Promise<void> => {
    if (await trusted.reopen()) isFresh = true;
    const compiler = trusted.compiler();
    for (const [path, text] of drafts) trusted.setDraft(path, text);
    const paths = [...changed];
    drafts.clear();
    changed.clear();
    try {
      last = isFresh ? await compiler.check({ skillsOnly: true }) : await compiler.rebuild(paths);
      isFresh = false;
      await onSnapshot(last, project);
    } catch (error) {
      last = undefined;
      isFresh = true;
      onError(error);
    }
  };
  const builds = createBuilds(build);
  const isInput = createInputTest(() => trusted.compiler().inputs());
  const project: Project = {
    root: more.root,
    lacksTrust: () => trusted.lacksTrust(),
    setTrusted(isTrusted) {
      if (trusted.setTrusted(isTrusted)) builds.soon();
    },
    setDraft(path, text) {
      drafts.set(path, text);
      // Any other file is only read by its own editor, however often it changes.
      if (!isFresh && !isInput({ path, kind: existsSync(path) ? "changed" : "created" })) return;
      changed.add(path);
      builds.soon();
    },
    changedOnDisk(changes) {
      const affected = changes.filter(isInput);
      for (const { path } of affected) changed.add(path);
      if (affected.length > 0) builds.soon();
    },
    isWaiting: (path) => drafts.has(path) || changed.has(path),
    async settled() {
      await builds.now();
      return last;
    },
    readText: (path) => (drafts.has(path) ? drafts.get(path) : undefined) ?? trusted.compiler().readText(path),
    async dispose() {
      await builds.stop();
      await trusted.compiler().dispose();
    },
  };
  void builds.now();
  return project;
}

/** Builds one after the other, each with everything that has changed until it starts. */
interface Builds {
  soon(): void;
  /** Builds now if something has changed; resolves when nothing waits any longer. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

/** @param build Never rejects. */
function createBuilds(build: () => Promise<void>): Builds {
  /** Whether something has changed since the last build began. */
  let isStale = true;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      await build();
    }
  };
  const now = (): Promise<void> => {
    clearTimeout(timer);
    return (running ??= run().finally(() => (running = undefined)));
  };
  return {
    soon() {
      isStale = true;
      clearTimeout(timer);
      timer = setTimeout(() => void now(), PAUSE);
    },
    now,
    async stop() {
      clearTimeout(timer);
      isStale = false;
      await running;
    },
  };
}

/** No skill of the project is in them, and they change all the time. */
const BUSY_DIRECTORY = /\/(?:\.git|node_modules)\//;

/**
 * Returns a test for changes that a build may see: of a file that was read, or, for a new or deleted one, of a path that
 * was looked for or is below a directory that was listed. Most files of a workspace are of no interest.
 */
function createInputTest(inputs: Compiler["inputs"]) {
  return ({ path, kind }: DiskChange): boolean => {
    const { files, directories, absent } = inputs();
    const posix = toPosixPath(resolve(path));
    if (has(files, posix) || (kind !== "changed" && has(absent, posix))) return true;
    if (kind === "changed") return false;
    for (let dir = parentOf(posix); ; dir = parentOf(dir)) {
      if (has(directories, dir)) return true;
      if (BUSY_DIRECTORY.test(posix) || dir === parentOf(dir)) return false;
    }
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

function has(sorted: readonly string[], wanted: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

interface TrustedCompilerOptions {
  /** Absolute path of the directory that the editor has opened. */
  readonly root: string;
  readonly session: Omit<SessionOptions, "cwd" | "search">;
  /** Whether a config in code may run, if `session` does not forbid it. */
  readonly isTrusted: boolean;
}

interface TrustedCompiler {
  compiler(): Compiler;
  /** Sets the text of an open file, in this compiler and in those after it; undefined removes it. */
  setDraft(path: string, text: string | undefined): void;
  lacksTrust(): boolean;
  /** Says whether a config in code may run; it counts from the next `reopen`. Returns whether that is new. */
  setTrusted(isTrusted: boolean): boolean;
  /** Opens another compiler if the trust has changed since. Returns whether it has. */
  reopen(): Promise<boolean>;
}

function openTrustedCompiler({ root, session, isTrusted }: TrustedCompilerOptions): TrustedCompiler {
  const open = (trusted: boolean): Compiler =>
    createCompiler({ search: true, ...session, ...(!trusted && { runConfig: false }), cwd: root });
  let [trusted, opened] = [isTrusted, isTrusted];
  let compiler = open(opened);
  const texts = new Map<string, string>();
  return {
    compiler: () => compiler,
    setDraft(path, text) {
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
      compiler.setDraft(path, text);
    },
    lacksTrust: () => !trusted && runsCode(session),
    setTrusted(next) {
      const isNew = next !== trusted;
      trusted = next;
      return isNew;
    },
    async reopen() {
      if (trusted === opened) return false;
      opened = trusted;
      await compiler.dispose();
      compiler = open(opened);
      for (const [path, text] of texts) compiler.setDraft(path, text);
      return true;
    },
  };
}
