/** A file outside every project whose change makes a program that watches it act. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";

/**
 * Milliseconds after each write until the next, if nothing has acted. Watchers may miss a change: chokidar 3 drops a
 * second one within 50 milliseconds, and Rollup stops watching a file for a moment after each.
 */
const PAUSES = [100, 200, 400, 800, 1600, 3200];

interface SignalFile {
  readonly path: string;
  /** Changes the file until it is heard or closed. Ends after a while, because what watches it may leave it out. */
  send(isHeard: () => boolean): Promise<void>;
  close(): void;
}

/** In a new temporary directory, which `close` or the end of the process removes. */
export function createSignalFile(): SignalFile {
  const made = attempt(() => realpathSync(mkdtempSync(join(tmpdir(), "skillc-signal-"))));
  if (isFailure(made))
    throw new Error(`the directory for temporary files, ${tmpdir()}, cannot be written (${made.detail}): set TMPDIR`);
  const dir = made;
  const path = join(dir, "changes.txt");
  let count = 0;
  let isClosed = false;
  const write = (): void => writeFileSync(path, `${(count += 1)}\n`);
  write();
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    path,
    async send(isHeard) {
      for (const pause of PAUSES) {
        write();
        await delay(pause);
        if (isClosed || isHeard()) return;
      }
    },
    close() {
      isClosed = true;
      process.off("exit", remove);
      remove();
    },
  };
}
