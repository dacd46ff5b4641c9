/** Returns the processor time of a call in milliseconds: a busy machine makes the time by the clock longer, not this one. */
export function processorTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
