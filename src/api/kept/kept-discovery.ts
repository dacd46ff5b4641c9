/** What discovery of the last run found, as it is kept. */
import { inMemory, readStored } from "../../engine/stored-bytes.ts";
import type { StoredBytes } from "../../model/stored-bytes.ts";
import type { Config } from "../../model/config.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { LeftBehind } from "./left-behind.ts";
import type { KeptBlocks } from "./saved-skills.ts";

export interface Discovery {
  /** JSON of the runs. */
  readonly runs: string;
  readonly around: readonly Diagnostic[];
  /** The config: it may be another one by now, and its patterns may match other directories. */
  readonly config: string;
}

interface KeptDiscovery extends Discovery {
  readonly bytes: StoredBytes;
  /** The blocks of units of each run. */
  readonly blocks: readonly KeptBlocks[];
}

/** Returns the bytes of it: two lines of JSON, so that the longer one, of the runs, is written and read as it is. */
export function writeDiscovery({ runs, ...head }: Discovery): StoredBytes {
  return inMemory(Buffer.from(`${JSON.stringify(head)}\n${runs}`, "utf8"));
}

/** Returns what was found, and where the units of it are; undefined for another config. */
export function readDiscovery(left: LeftBehind, config: Config): KeptDiscovery | undefined {
  const [bytes, units] = [readStored(left.discovery), readStored(left.units)];
  if (bytes === undefined || units === undefined || bytes.length === 0) return undefined;
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Omit<Discovery, "runs">;
  if (head.config !== textOf(config)) return undefined;
  const blocks = JSON.parse(units.toString("utf8")) as readonly KeptBlocks[];
  return { ...head, runs: bytes.toString("utf8", end + 1), bytes: left.discovery, blocks };
}

/** Returns a config as text, without where each part is written. */
export function textOf(config: Config | undefined): string {
  return JSON.stringify(config ?? null, (key, value: unknown) => (key === "place" ? undefined : value));
}
