import { BlocksError } from "../api/shard.ts";
import { UsageError } from "./usage-error.ts";
import { setHeapGrowth } from "./v8-flags.ts";

/**
 * Before V8 collects garbage, the heap may be larger by this many percent than what was left the last time. By default it may be
 * three times as large. Linking 100,000 skills took 650 MB with 60, and 570 to 589 MB with 30, in 1.1 times the processor time.
 */
const GROWTH = { compile: 60, link: 30 };

/** Unusable blocks are wrong usage. */
export async function withBlocks<T>(command: keyof typeof GROWTH, run: () => Promise<T>): Promise<T> {
  setHeapGrowth(GROWTH[command]);
  try {
    return await run();
  } catch (error) {
    throw error instanceof BlocksError ? new UsageError(error.message) : error;
  }
}
