/**
 * Processor time of calls: a busy machine makes the time by the clock longer, not this one. An engine that does not tell it
 * (workerd, a browser) has 0: there the tests only ask for the result, and Node for the time.
 */

/** Returns the processor time of a call in milliseconds. */
export function processorTime(run: () => unknown): number {
  const before = now();
  run();
  return now() - before;
}

/** As `processorTime`, for a call that returns a promise. */
export async function processorTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = now();
  await run();
  return now() - before;
}

function now(): number {
  const usage = (globalThis as { process?: Partial<Pick<NodeJS.Process, "cpuUsage">> }).process?.cpuUsage?.();
  return usage === undefined ? 0 : (usage.user + usage.system) / 1000;
}
