/** Watches everything that a build has read, and tells in bursts what changed. */
import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAtOrBelow } from "../paths/index.ts";
import type { RecordedInputs } from "./recording-host.ts";

/** What to watch, besides the inputs of the last build. */
export interface WatchScope {
  /** Absolute POSIX paths that never count, with everything below: the outputs. */
  readonly ignored: readonly string[];
  /** Whether what symbolic links point to is watched as well. */
  readonly followsLinks: boolean;
}

export interface InputWatcher {
  /** Watches these inputs from now on; changes after `since` (milliseconds of the epoch) count as well. */
  follow(inputs: RecordedInputs, scope: WatchScope, since: number): void;
  close(): void;
}

/** The changes of one save arrive within this time, in milliseconds. */
const BURST = 5;
/** An editor may truncate a file before it writes it: an empty file is looked at once more, in milliseconds. */
const SECOND_LOOK = 20;
/** No skill is in them, and they change all the time: of packages, only what scripts import is watched. */
const BUSY_DIRECTORY = /\/(?:\.git|node_modules)(?:\/|$)/;

/**
 * Creates a watcher that calls back after each burst, with absolute POSIX paths of files and directories.
 *
 * @example
 * const watcher = await watchInputs((changed) => compiler.rebuild(changed));
 * watcher.follow(compiler.inputs(), { ignored: [outDir], followsLinks: false }, Date.now());
 */
export async function watchInputs(onChange: (changed: readonly string[]) => void): Promise<InputWatcher> {
  // Loaded only here: no other command needs it.
  const { default: Watchpack } = await import("watchpack");
  let watcher: InstanceType<typeof Watchpack> | undefined;
  let watched: { readonly inputs: RecordedInputs; readonly scope: string; readonly plan: string } | undefined;
  let changed = new Set<string>();

  const note = (path: string): void => void changed.add(path.replaceAll("\\", "/"));
  const tell = async (): Promise<void> => {
    if ([...changed].some(isEmptyFile)) await delay(SECOND_LOOK);
    const paths = [...changed].sort();
    changed = new Set();
    if (watcher !== undefined && paths.length > 0) onChange(paths);
  };

  return {
    follow(inputs, given, since) {
      const scope = JSON.stringify(given);
      if (watched?.inputs === inputs && watched.scope === scope) return;
      const packages = new Set(inputs.packages);
      const isIgnored = (path: string): boolean => {
        const posix = path.replaceAll("\\", "/");
        return (
          (BUSY_DIRECTORY.test(posix) && !packages.has(posix)) || given.ignored.some((dir) => isAtOrBelow(posix, dir))
        );
      };
      const roots = outermost(inputs.directories);
      const outside = (paths: readonly string[]): string[] =>
        paths.filter((path) => !isIgnored(path) && !roots.some((root) => isAtOrBelow(path, root)));
      const paths = {
        directories: roots,
        files: outside(inputs.files),
        missing: outside(inputs.absent),
      };
      const plan = JSON.stringify(paths);
      const isSame = watched?.plan === plan && watched.scope === scope;
      watched = { inputs, scope, plan };
      if (isSame) return;
      const next = new Watchpack({
        aggregateTimeout: BURST,
        followSymlinks: given.followsLinks,
        ignored: isIgnored,
      });
      next.on("change", note);
      next.on("remove", note);
      next.on("aggregated", () => void tell());
      next.watch({ ...paths, startTime: since });
      // The new one watches before the old one stops: nothing is missed in between.
      watcher?.close();
      watcher = next;
    },
    close() {
      watcher?.close();
      watcher = undefined;
    },
  };
}

/** Returns the directories that are in no other one: each is watched with everything below. */
function outermost(directories: readonly string[]): string[] {
  const kept = new Set<string>();
  for (const dir of [...directories].sort()) if (![...kept].some((root) => isAtOrBelow(dir, root))) kept.add(dir);
  return [...kept];
}

function isEmptyFile(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined || (status.isFile() && status.size === 0);
}
