import { BlocksError } from "../api/shard.ts";
import { UsageError } from "./usage-error.ts";

/** Runs a command; blocks that cannot be used are wrong usage. */
export async function withBlocks<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof BlocksError ? new UsageError(error.message) : error;
  }
}
