import { BlocksError } from "../api/shard.ts";
import { UsageError } from "./usage-error.ts";

/** Unusable blocks are wrong usage. */
export async function withBlocks<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof BlocksError ? new UsageError(error.message) : error;
  }
}
