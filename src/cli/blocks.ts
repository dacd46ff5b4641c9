import { setFlagsFromString } from "node:v8";
import { BlocksError } from "../api/shard.ts";
import { UsageError } from "./usage-error.ts";

/** What V8 may use before it collects garbage. */
const GROWTH = {
  /** By default the heap may become three times as large as what was left the last time, which saves no time. */
  compile: "--heap-growing-percent=60",
  /**
   * Linking keeps most of what it creates: what there is to collect are young objects, for which V8 would use three times 16 MB
   * and more old ones that they keep alive. 20,000 skills take 185 MB instead of 260.
   */
  link: "--heap-growing-percent=10 --semi-space-growth-factor=1",
};

/** Unusable blocks are wrong usage. */
export async function withBlocks<T>(command: keyof typeof GROWTH, run: () => Promise<T>): Promise<T> {
  setFlagsFromString(GROWTH[command]);
  try {
    return await run();
  } catch (error) {
    throw error instanceof BlocksError ? new UsageError(error.message) : error;
  }
}
