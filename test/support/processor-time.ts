/**
 * Processor time of calls: a busy machine makes the time by the clock longer, not this one. An engine that does not tell it
 * (workerd, a browser) has 0: there the tests only ask for the result, and Node for the time.
 *
 * The limits of tests are about a machine on which `node -e 0` takes 50 ms of processor time. On a slower one a millisecond
 * counts as the part of it that this machine would have taken.
 */

/** Returns the processor time of a call in milliseconds. */
export function processorTime(run: () => unknown): number {
  const speed = ownSpeed();
  const before = now();
  run();
  return (now() - before) * speed;
}

/** As `processorTime`, for a call that returns a promise. */
export async function processorTimeOf(run: () => Promise<unknown>): Promise<number> {
  const speed = ownSpeed();
  const before = now();
  await run();
  return (now() - before) * speed;
}

/** What `work` takes on that machine: half of the 3.0 ms measured where `node -e 0` takes 100. */
const USUAL_MS = 1.5;
const TEXT = "abc $1a def ".repeat(80_000);

let speed: number | undefined;

/** 1, or less on a slower machine: the best of twenty, so that compiling the code does not count. */
function ownSpeed(): number {
  if (speed !== undefined) return speed;
  if (now() === 0) return 1;
  const times = Array.from({ length: 20 }, () => {
    const before = now();
    work();
    return now() - before;
  });
  const best = Math.min(...times);
  return (speed = best > USUAL_MS ? USUAL_MS / best : 1);
}

function work(): number {
  let sum = 0;
  for (let at = 0; at < TEXT.length; at++) sum = (Math.imul(sum, 31) + TEXT.charCodeAt(at)) | 0;
  return sum + TEXT.replace(/\$\d/g, "").length;
}

function now(): number {
  const usage = (globalThis as { process?: Partial<Pick<NodeJS.Process, "cpuUsage">> }).process?.cpuUsage?.();
  return usage === undefined ? 0 : (usage.user + usage.system) / 1000;
}
