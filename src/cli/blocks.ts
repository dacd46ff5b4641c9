import { setFlagsFromString } from "node:v8";
import { BlocksError } from "../api/shard.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Before V8 collects garbage, the heap may be larger by this much than what was left the last time. By default it may be three
 * times as large: linking 100,000 skills then took 1,073 MB instead of 714 MB, and no less time. With 10 and a small young
 * generation they took 671 MB instead of 843, and 1.6 times the processor time.
 */
const GROWTH = "--heap-growing-percent=60";

/** Unusable blocks are wrong usage. */
export async function withBlocks<T>(run: () => Promise<T>): Promise<T> {
  setFlagsFromString(GROWTH);
  try {
    return await run();
  } catch (error) {
    throw error instanceof BlocksError ? new UsageError(error.message) : error;
  }
}
