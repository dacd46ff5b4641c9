/** Files of which parts are read, thousands of times: the last ones stay open. */
import { closeSync } from "node:fs";
import { openRegularFile, readPart, withRegularFile } from "../host/read-regular.ts";

/** Files that are open at once; a system may allow a process no more than some hundreds. */
const MOST_OPEN = 64;

export interface OpenFiles {
  /** Reads a part, less at the end of the file; throws what the disk says, and for anything that is not a regular file. */
  read(path: string, start: number, length: number): Uint8Array;
  /** Closes them; what is read later is opened for each part. */
  close(): void;
}

/**
 * Creates a set of open files, which are expected to stay as they are.
 *
 * @example
 * const files = createOpenFiles();
 * const part = files.read("/srv/blocks/1.contents", 4096, 512);
 * files.close();
 */
export function createOpenFiles(): OpenFiles {
  const open = new Map<string, number>();
  let isClosed = false;
  const descriptorOf = (path: string): number => {
    const known = open.get(path);
    if (known !== undefined) return known;
    const descriptor = openRegularFile(path);
    const [first] = open;
    if (first !== undefined && open.size === MOST_OPEN) {
      closeSync(first[1]);
      open.delete(first[0]);
    }
    open.set(path, descriptor);
    return descriptor;
  };
  return {
    read(path, start, length) {
      if (isClosed) return withRegularFile(path, {}, (descriptor) => readPart(descriptor, start, length));
      return readPart(descriptorOf(path), start, length);
    },
    close() {
      isClosed = true;
      for (const descriptor of open.values()) closeSync(descriptor);
      open.clear();
    },
  };
}
