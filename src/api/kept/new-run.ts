/** A run of a command that has to do something: notes what it asks, and keeps what it came to. */
import { createWitness, type Witness } from "../../engine/index.ts";
import { writeRecord } from "../../engine/run-records.ts";
import { containsText, inMemory, LostBytes, NO_BYTES } from "../../engine/stored-bytes.ts";
import { createNodeHost } from "../../host/node-host.ts";
import { bytesOf, isReal, toBytes, type Head, type KnownRun, type Result } from "./known-run.ts";
import { startsToBytes, type KeptFindings } from "./kept-findings.ts";
import type { LeavesBehind, LeftBehind } from "./left-behind.ts";

export interface NewRun<T extends Result> {
  /** Notes what the run asks. */
  readonly witness: Witness;
  /** What the last run left for this one; undefined if it was elsewhere. */
  readonly left: LeftBehind | undefined;
  /** Keeps the result, and what the run leaves. `isMovable`: whether a copy of the project elsewhere has the same. */
  keep(
    result: Omit<T, "diagnostics">,
    findings: KeptFindings,
    isMovable: boolean,
    left: LeavesBehind | undefined,
  ): void;
}

/**
 * Starts a run whose outcome is not known.
 *
 * @example
 * const run = openRun(findKnownRun<CheckResult>("check", options, () => true));
 */
export function openRun<T extends Result>({ from: { at, base, cache, now, before, left } }: KnownRun<T>): NewRun<T> {
  const witness = createWitness(createNodeHost(base), { base, cache, before }, now);
  return {
    witness,
    left,
    keep(result, findings, isMovable, leaves) {
      const evidence = witness.evidence();
      if (evidence === undefined) return;
      const { paths, stamps, answers, listings, open } = evidence;
      // A result that contains this directory is valid only here.
      const names = JSON.stringify(base).slice(1, -1);
      const isFree = !containsText(findings.json, names) && !JSON.stringify(result).includes(names);
      const head: Head = { base, open, isMovable: evidence.isMovable && isMovable && isFree && isReal(base), result };
      const { discovery = NO_BYTES, units = NO_BYTES, edits = NO_BYTES, columns = NO_BYTES } = leaves ?? {};
      const starts = inMemory(startsToBytes(findings));
      const rest = [paths, answers, findings.json, listings, starts, discovery, units, edits, columns];
      writeRecord(at, [inMemory(toBytes(head)), inMemory(bytesOf(stamps)), ...rest]);
    },
  };
}

/** Runs once more without what the last run left, if some of that is no longer there: nothing was written yet. */
export async function orAnew<T extends Result, R>(
  known: KnownRun<T> | undefined,
  run: (known: KnownRun<T> | undefined) => Promise<R>,
): Promise<R> {
  try {
    return await run(known);
  } catch (error) {
    if (!(error instanceof LostBytes) || known === undefined) throw error;
    return run({ ...known, from: { ...known.from, left: undefined } });
  }
}
