/**
 * Takes: the name of a platform and the sizes of an output. Gives: the sizes checked against the platform's limits.
 * Never: measures or reports anything; the caller reports a size over its limit.
 */
import { platforms, type Platform, type PlatformName } from "./table.ts";

export { platforms, type Platform, type PlatformName } from "./table.ts";

/** Names of all platforms, sorted. */
export const platformNames: readonly PlatformName[] = platforms.map(({ name }) => name);

/** Returns the platform with this name. */
export function findPlatform(name: string): Platform | undefined {
  return platforms.find((platform) => platform.name === name);
}

/** Sizes of an output, in bytes. */
export interface OutputFigures {
  /** Size of the whole deployment, as written. */
  readonly rawBytes: number;
  /** Size of the whole deployment, compressed with gzip. */
  readonly gzipBytes: number;
  /** Size of the text parsed at startup: the index, preloaded bodies and eager contents. */
  readonly eagerBytes: number;
}

/** One figure against one limit. */
export interface PlatformRow {
  readonly what: "raw" | "gzip" | "startup" | "memory";
  /** Bytes; for `startup` milliseconds. An estimate for `startup` and `memory`. */
  readonly actual: number;
  /** In the unit of `actual`. */
  readonly limit: number;
  /** `actual` divided by `limit`. */
  readonly share: number;
  readonly ok: boolean;
  /** Severity if `ok` is false; never `error` for an estimate. */
  readonly severity: "warning" | "error";
  /** The plan of the limit, or the method of the estimate, and the source of the limit. */
  readonly note: string;
}

/**
 * Checks sizes against the limits of a platform: a row per size limit, then the startup time and the memory if they
 * can be estimated. Returns no rows for a platform without limits.
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
    // A literal needs memory twice: as source text and as a string on the heap.
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
