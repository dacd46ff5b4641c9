/**
 * Takes: the name of a platform and the sizes of an output. Gives: the sizes compared with the platform's limits.
 * Never: measures or reports anything; the caller reports what is over a limit.
 */
import { platforms, type Platform, type PlatformName } from "./table.ts";

export { platforms, type Platform, type PlatformName } from "./table.ts";

export const platformNames: readonly PlatformName[] = platforms.map(({ name }) => name);

export function findPlatform(name: string): Platform | undefined {
  return platforms.find((platform) => platform.name === name);
}

/** Sizes of an output in bytes, and the number of files next to it. */
export interface OutputFigures {
  readonly rawBytes: number;
  readonly gzipBytes: number;
  /** The part that is parsed at startup: the index, preloaded bodies and eager contents. */
  readonly eagerBytes: number;
  /** How many files `assets/` has, which are deployed next to the module. */
  readonly assetFiles: number;
}

export interface PlatformRow {
  readonly what: "raw" | "gzip" | "files" | "startup" | "memory";
  /** Bytes; for `startup` milliseconds, for `files` their number. An estimate for `startup` and `memory`. */
  readonly actual: number;
  readonly limit: number;
  readonly share: number;
  readonly ok: boolean;
  /** The severity if `ok` is false; never `error` for an estimate. */
  readonly severity: "warning" | "error";
  /** The plan that has the limit, or how the estimate was made, and the source of the limit. */
  readonly note: string;
}

/**
 * Compares sizes with the limits of a platform: a row per limit of size or number of files, then startup time and memory as
 * far as they can be estimated. All are those of the generated module alone, without the program that imports it, before a
 * skill is loaded. A platform without limits has no rows.
 */
export function assess(platform: Platform, figures: OutputFigures): readonly PlatformRow[] {
  const actuals = { raw: figures.rawBytes, gzip: figures.gzipBytes, files: figures.assetFiles };
  const rows: PlatformRow[] = platform.limits
    // Without assets, the number of files next to the module is of no interest.
    .filter(({ what }) => what !== "files" || figures.assetFiles > 0)
    .map(({ what, most, severity, label, source, date }) =>
      row({ what, actual: actuals[what], limit: most, severity, note: `${label}; ${source}, ${date}` }),
    );
  const { cost, startup, memory } = platform;
  if (cost === undefined) return rows;
  const [loaded, what] =
    cost.loads === "all" ? [figures.rawBytes, "all modules"] : [figures.eagerBytes, "the modules of startup"];
  if (cost.start !== undefined && startup !== undefined) {
    const { base, perMegabyte } = cost.start;
    const milliseconds = base + (loaded / 1_000_000) * perMegabyte;
    const actual = milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds);
    const estimate = `${base} ms and ${perMegabyte} ms per MB of ${what}, as in ${cost.engine}`;
    const note = `estimate: ${estimate}; ${startup.source}, ${startup.date}`;
    rows.push(row({ what: "startup", actual, limit: startup.milliseconds, severity: "warning", note }));
  }
  if (memory !== undefined) {
    const { base, perByte } = cost.memory;
    const actual = Math.round(base + loaded * perByte);
    const estimate = `${base / 1000} kB and ${perByte} times ${what}, as in ${cost.engine}`;
    const note = `estimate: ${estimate}; ${memory.source}, ${memory.date}`;
    rows.push(row({ what: "memory", actual, limit: memory.bytes, severity: "warning", note }));
  }
  return rows;
}

function row(compared: Omit<PlatformRow, "share" | "ok">): PlatformRow {
  const { actual, limit } = compared;
  return { ...compared, share: actual / limit, ok: actual <= limit };
}
