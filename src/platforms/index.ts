/**
 * Takes: the name of a platform and the sizes of an output. Gives: how the sizes stand against the platform's limits.
 * Never: measures anything, reports anything; what is over a limit is for the caller to say.
 */
import { platforms, type Platform, type PlatformName } from "./table.ts";

export { platforms, type Platform, type PlatformName } from "./table.ts";

/** Names of all platforms, sorted. */
export const platformNames: readonly PlatformName[] = platforms.map(({ name }) => name);

/** The platform of a name. */
export function findPlatform(name: string): Platform | undefined {
  return platforms.find((platform) => platform.name === name);
}

/** Sizes of an output, in bytes. */
export interface OutputFigures {
  /** All that is deployed, as written. */
  readonly rawBytes: number;
  /** The same, compressed with gzip. */
  readonly gzipBytes: number;
  /** What is parsed at startup: the index, preloaded bodies and eager contents. */
  readonly eagerBytes: number;
}

/** One figure against one limit. */
export interface PlatformRow {
  readonly what: "raw" | "gzip" | "startup" | "memory";
  /** Bytes; for `startup` milliseconds. An estimate for `startup` and `memory`. */
  readonly actual: number;
  /** In the unit of `actual`. */
  readonly limit: number;
  /** `actual` as a part of `limit`: 1 is all of it. */
  readonly share: number;
  readonly ok: boolean;
  /** How bad it is when `ok` is false; never `error` for an estimate. */
  readonly severity: "warning" | "error";
  /** Which plan the limit belongs to, or how the estimate was made, and where the limit was read. */
  readonly note: string;
}

/**
 * Sets sizes against the limits of a platform: a row per limit on size, then the startup time and the memory as far
 * as they can be estimated. No rows for a platform without limits.
 *
 * @example
 * const platform = findPlatform("cloudflare-workers");
 * if (platform) assess(platform, { rawBytes: 900_000, gzipBytes: 300_000, eagerBytes: 200_000 }).every((row) => row.ok);
 */
export function assess(platform: Platform, figures: OutputFigures): readonly PlatformRow[] {
  const rows: PlatformRow[] = platform.limits.map(({ what, bytes, severity, label, source, date }) => {
    const actual = what === "raw" ? figures.rawBytes : figures.gzipBytes;
    return row(what, actual, bytes, severity, `${label}; ${source}, ${date}`);
  });
  const { startup, startupPerMegabyte, memory } = platform;
  if (startup !== undefined && startupPerMegabyte !== undefined) {
    const milliseconds = Math.round((figures.eagerBytes / 1_000_000) * startupPerMegabyte);
    const note = `estimate: ${startupPerMegabyte} ms per MB of eager text; ${startup.source}, ${startup.date}`;
    rows.push(row("startup", milliseconds, startup.milliseconds, "warning", note));
  }
  if (memory !== undefined) {
    // A literal is held twice: as source text and as a string on the heap.
    const note = `estimate: twice the eager text; ${memory.source}, ${memory.date}`;
    rows.push(row("memory", figures.eagerBytes * 2, memory.bytes, "warning", note));
  }
  return rows;
}

function row(
  what: PlatformRow["what"],
  actual: number,
  limit: number,
  severity: "warning" | "error",
  note: string,
): PlatformRow {
  return { what, actual, limit, share: actual / limit, ok: actual <= limit, severity, note };
}
