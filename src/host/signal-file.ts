/** A file outside every project whose change makes a program that watches it act. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Watchers drop a second change of a file within 50 milliseconds of the first (chokidar 3). */
const PAUSE = 100;

export interface SignalFile {
  readonly path: string;
  /** Changes the file; done when the next change will be seen as one of its own. */
  send(): Promise<void>;
  close(): void;
}

/** Creates a signal file in a new temporary directory, which `close` removes. */
export function createSignalFile(): SignalFile {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-signal-")));
  const path = join(dir, "changes.txt");
  let count = 0;
  const write = (): void => writeFileSync(path, `${(count += 1)}\n`);
  write();
  return {
    path,
    async send() {
      write();
      await delay(PAUSE);
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}
