import { renameSync } from "node:fs";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";

/** What a test replaces. */
export interface RenameTools {
  readonly rename: (from: string, to: string) => void;
  /** Windows refuses to replace a file that a scanner, an indexer or a dev server has open for a moment. */
  readonly isRetried: boolean;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

const RETRY_MS = 5000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
const BUSY = /^(?:EPERM|EBUSY|EACCES)$/;

export const systemRename: RenameTools = {
  rename: renameSync,
  isRetried: process.platform === "win32",
  now: () => performance.now(),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

/** Renames a file; on Windows, tries for 5 seconds while another process has the file at the new path open. */
export async function renamePatiently(
  from: string,
  to: string,
  { rename, isRetried, now, wait }: RenameTools = systemRename,
): Promise<void> {
  const start = now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const renamed = attempt(() => rename(from, to));
    if (!isFailure(renamed)) return;
    if (!isRetried || !BUSY.test(renamed.detail) || now() - start >= RETRY_MS)
      throw Object.assign(new Error(`${to}: ${renamed.detail}`), { code: renamed.detail });
    await wait(pause);
  }
}
