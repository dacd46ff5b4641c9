/** What the files of an output were: a file with the same inputs need not be created again. */
import { readRecord, writeRecord } from "../../engine/run-records.ts";
import { inMemory } from "../../engine/stored-bytes.ts";
import type { FileProofs } from "../../output/stage-file.ts";
import type { OutputFile } from "../../model/output.ts";
import type { KnownFile } from "../figures.ts";

/** A file as it was written. */
export interface SavedFile extends KnownFile {
  /** As in `OutputFile`: equal keys of one build of skillc mean equal bytes. */
  readonly inputsKey: string;
}

/** The files of one output. */
export interface SavedOutput {
  get(file: OutputFile): SavedFile | undefined;
  /** Keeps the files in place of those before. */
  save(files: ReadonlyMap<string, SavedFile>): void;
}

/** What a process that builds more than once remembers of its outputs. */
export interface OutputMemory {
  /** By output directory, as the config names it. */
  readonly files: Map<string, ReadonlyMap<string, SavedFile>>;
  readonly proofs: FileProofs;
}

/** Creates an empty memory. */
export function createOutputMemory(): OutputMemory {
  return { files: new Map(), proofs: new Map() };
}

/**
 * Opens what is kept of an output.
 *
 * @param dir Absolute path of the cache of this build of skillc; undefined for none.
 * @param outDir Names the output.
 * @param memory Of a process that builds again: what it remembers comes before what is on disk.
 */
export function openSavedOutput(dir: string | undefined, outDir: string, memory?: OutputMemory): SavedOutput {
  const place = dir === undefined ? undefined : ({ dir, kind: "out", key: outDir } as const);
  const remembered = memory?.files.get(outDir);
  const before = remembered === undefined ? readText(place) : "";
  const known = remembered ?? new Map(JSON.parse(before) as readonly (readonly [path: string, file: SavedFile])[]);
  return {
    get({ path, inputsKey }) {
      const file = known.get(path);
      return file?.inputsKey === inputsKey ? file : undefined;
    },
    save(files) {
      // What the first build of a process keeps is enough for the next process.
      const isKept = memory?.files.has(outDir) === true;
      memory?.files.set(outDir, files);
      if (place === undefined || isKept) return;
      const now = JSON.stringify([...files]);
      if (now !== before) writeRecord(place, [inMemory(Buffer.from(now, "utf8"))]);
    },
  };
}

function readText(place: Parameters<typeof readRecord>[0] | undefined): string {
  const [bytes] = (place && readRecord(place)) ?? [];
  return bytes?.toString("utf8") ?? "[]";
}
