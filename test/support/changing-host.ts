/** A Host over files in memory that change while a compiler is open on them. */
import { createMemoryHost, type MemoryEntry } from "../../src/host/index.ts";
import type { Host } from "../../src/model/host.ts";

export interface ChangingHost extends Host {
  write(path: string, entry: MemoryEntry): void;
  /** Removes a file, or a directory with everything in it. */
  remove(path: string): void;
  /** The paths that were read since the last call, each as often as it was. */
  takeReads(): readonly string[];
}

export function createChangingHost(files: Readonly<Record<string, MemoryEntry>>): ChangingHost {
  const entries = new Map(Object.entries(files));
  let host = createMemoryHost(files);
  let reads: string[] = [];
  const update = (): void => void (host = createMemoryHost(Object.fromEntries(entries)));
  return {
    ...host,
    readDirectory: (path) => host.readDirectory(path),
    readFile(path) {
      reads.push(path);
      return host.readFile(path);
    },
    status: (path) => host.status(path),
    entryStatus: (path) => host.entryStatus(path),
    realPath: (path) => host.realPath(path),
    write(path, entry) {
      entries.set(path, entry);
      update();
    },
    remove(path) {
      for (const known of entries.keys()) if (known === path || known.startsWith(`${path}/`)) entries.delete(known);
      update();
    },
    takeReads() {
      const taken = reads;
      reads = [];
      return taken;
    },
  };
}
