/**
 * The result of the last run of a command: it is that of this one if the file system would answer every question as it
 * did then. Loads nothing of the compiler.
 */
import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { attempt } from "../host/attempt.ts";
import { findCachePlace } from "../host/cache-place.ts";
import { readCodeDigest } from "../host/code-digest.ts";
import { askAgain, createWitness, type Row, type Witness } from "../host/input-witness.ts";
import { createNodeHost } from "../host/node-host.ts";
import { readRecord, writeRecord } from "../host/run-records.ts";
import { isFailure } from "../model/host.ts";
import { pathsOf } from "./project-paths.ts";
import type { CacheOptions } from "./unit-cache.ts";

export interface KnownRun<T> {
  /** Undefined if anything may be different from what it was. */
  readonly result: T | undefined;
  /** Notes what a new run asks. */
  readonly witness: Witness;
  /** Keeps the result of a new run. */
  keep(result: T): void;
}

/**
 * Looks for a run with the same options.
 *
 * @param kind Command, and what else decides what its result means.
 * @returns undefined where there is no cache.
 * @example
 * const run = findKnownRun<CheckReport>("check", options);
 * if (run?.result !== undefined) return run.result;
 */
export function findKnownRun<T>(kind: string, options: CacheOptions): KnownRun<T> | undefined {
  const { cwd, base } = pathsOf(options);
  const { cache, config, search, sources, overrides } = options;
  const place = cache === false ? undefined : cache === undefined ? findCachePlace(base) : resolve(cwd, cache);
  const build = place === undefined ? undefined : readCodeDigest();
  if (place === undefined || build === undefined) return undefined;
  const dir = join(place, build);
  const user = [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
  const asked = { config, search, sources, overrides };
  const key = JSON.stringify([kind, cwd, base, asked, process.platform, user]);
  const host = createNodeHost(base);
  const now = readClock(dir);
  const write = (rows: readonly Row[], result: T): void => writeRecord(dir, key, JSON.stringify({ rows, result }));
  const witness = createWitness(host, { base, cache: place }, now);
  const text = readRecord(dir, key);
  const known = text === undefined ? undefined : (JSON.parse(text) as { readonly rows: readonly Row[]; result: T });
  const again = known && askAgain(host, base, known.rows, now);
  if (known !== undefined && again?.isYounger === true) write(again.rows, known.result);
  return {
    result: again === undefined ? undefined : known?.result,
    witness,
    keep(result) {
      const rows = witness.rows();
      if (rows !== undefined) write(rows, result);
    },
  };
}

/** The time by the clock of the file system or by that of the process, whichever is earlier. */
function readClock(dir: string): number {
  const now = Date.now();
  const probe = join(dir, `${"0".repeat(64)}.run.${randomBytes(8).toString("hex")}.tmp`);
  const time = attempt(() => {
    writeFileSync(probe, "", { flag: "wx" });
    return lstatSync(probe).mtimeMs;
  });
  attempt(() => rmSync(probe, { force: true }));
  return isFailure(time) ? now : Math.min(now, time);
}
