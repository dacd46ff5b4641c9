/** Keeps large files that are being replaced from being freed at once. */
import { close, constants, lstatSync, openSync } from "node:fs";
import { attempt } from "../host/attempt.ts";

/** Smaller files are freed at once anyway; and on a network disk, one that is held has a name of its own as long as it is. */
const LARGE = 1024 * 1024;
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface Holder {
  /** Opens a file if it is large. */
  readonly hold: (path: string) => void;
  /** Closes all of them, and does not wait for that. */
  readonly release: () => void;
}

/**
 * Holds files open while others take their names: the one who takes the last name of a file waits until the disk has freed
 * it, which for 15 MB on ext4 is 20 to 40 ms, of which 3 are work.
 */
export function createHolder(): Holder {
  const descriptors: number[] = [];
  return {
    hold(path) {
      // Windows refuses to replace a file that is open.
      if (process.platform === "win32") return;
      // What cannot be opened is freed at once.
      attempt(() => {
        if (lstatSync(path).size >= LARGE) descriptors.push(openSync(path, FLAGS));
      });
    },
    release: () => {
      for (const descriptor of descriptors) close(descriptor, () => {});
    },
  };
}
