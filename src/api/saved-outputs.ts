/** What the files of an output were: a file with the same inputs need not be created again. */
import { readRecord, writeRecord } from "../host/run-records.ts";
import type { OutputFile } from "../model/output.ts";
import type { KnownFile } from "./figures.ts";

/** A file as it was written. */
export interface SavedFile extends KnownFile {
  /** As in `OutputFile`: equal keys of one build of skillc mean equal bytes. */
  readonly inputsKey: string;
}

export interface SavedOutput {
  get(file: OutputFile): SavedFile | undefined;
  /** Keeps the files in place of those before. */
  save(files: ReadonlyMap<string, SavedFile>): void;
}

/**
 * Opens what is kept of an output.
 *
 * @param dir Absolute path of the cache of this build of skillc; undefined for none.
 * @param outDir Names the output.
 */
export function openSavedOutput(dir: string | undefined, outDir: string): SavedOutput {
  if (dir === undefined) return { get: () => undefined, save: () => undefined };
  const place = { dir, kind: "out", key: outDir } as const;
  const [bytes] = readRecord(place) ?? [];
  const text = bytes?.toString("utf8") ?? "[]";
  const known = new Map(JSON.parse(text) as readonly (readonly [path: string, file: SavedFile])[]);
  return {
    get({ path, inputsKey }) {
      const file = known.get(path);
      return file?.inputsKey === inputsKey ? file : undefined;
    },
    save(files) {
      const now = JSON.stringify([...files]);
      if (now !== text) writeRecord(place, [Buffer.from(now, "utf8")]);
    },
  };
}
