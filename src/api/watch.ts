/** Rebuilds a project whenever something that its builds have read changes. */
import { resolve } from "node:path";
import { toPosixPath } from "../host/index.ts";
import { outputDirs } from "../model/config.ts";
import { watchInputs, type RecordedInputs } from "../engine/index.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Options of `compiler.watch`.
 *
 * @example
 * compiler.watch(show, { first: () => compiler.check() });
 */
export interface WatchOptions {
  /** Makes the first snapshot; default: a build or a check, as the last time. Later ones are made in the same way. */
  readonly first?: () => Promise<Snapshot>;
  /** Called when a burst of changes is noticed, before the rebuild. */
  readonly onChange?: () => void;
}

/**
 * A running watch.
 *
 * @example
 * const watch: Watch = compiler.watch(show);
 * process.once("SIGINT", () => watch.close());
 * await watch.finished;
 */
export interface Watch {
  /** Stops watching. A rebuild that is running finishes, but is not reported. */
  close(): void;
  /** Resolves after `close()`; rejects if the callback throws, or for a bug in skillc. */
  readonly finished: Promise<void>;
}

/** What a watch needs of a compiler. */
export interface Watched {
  /** Absolute path of the directory that the paths of a config are relative to. */
  readonly base: string;
  build(): Promise<Snapshot>;
  rebuild(changed: readonly string[]): Promise<Snapshot>;
  inputs(): RecordedInputs;
}

/**
 * Builds, and again after each burst of changes. The callback gets each snapshot in turn and may be asynchronous: changes
 * that happen meanwhile are taken together.
 */
export function watchProject(project: Watched, onSnapshot: (snapshot: Snapshot) => unknown): Watch {
  const waiting = new Set<string>();
  let wake = (): void => {};
  let isClosed = false;

  const next = async (): Promise<readonly string[]> => {
    if (waiting.size === 0 && !isClosed) await new Promise<void>((done) => (wake = done));
    const changed = [...waiting];
    waiting.clear();
    return changed;
  };

  const run = async (): Promise<void> => {
    const watcher = await watchInputs((changed) => {
      for (const path of changed) waiting.add(path);
      wake();
    });
    try {
      let since = Date.now();
      let snapshot = await project.build();
      let scope = scopeOf(project, snapshot);
      // oxlint-disable-next-line no-unmodified-loop-condition -- `close` modifies it.
      while (!isClosed) {
        // A broken config names no output: that of the last good one still counts.
        if (snapshot.config !== undefined) scope = scopeOf(project, snapshot);
        watcher.follow(project.inputs(), scope, since);
        // oxlint-disable-next-line no-await-in-loop -- One snapshot after the other.
        await onSnapshot(snapshot);
        // oxlint-disable-next-line no-await-in-loop
        const changed = await next();
        if (isClosed) return;
        since = Date.now();
        // oxlint-disable-next-line no-await-in-loop
        snapshot = await project.rebuild(changed);
      }
    } finally {
      watcher.close();
    }
  };

  return {
    finished: run(),
    close() {
      isClosed = true;
      wake();
    },
  };
}

function scopeOf({ base }: Watched, { config }: Snapshot): { ignored: readonly string[]; followsLinks: boolean } {
  return {
    ignored: outputDirs(config?.outputs ?? []).map((dir) => toPosixPath(resolve(base, dir))),
    followsLinks: config?.symlinks === "inside",
  };
}
