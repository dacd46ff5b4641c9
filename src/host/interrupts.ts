/** Only the command line cleans up when a signal ends the process: a library leaves signals alone. */
import { constants } from "node:os";

export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const cleanUps = new Set<() => void>();
let isRequested = false;
let isInstalled = false;

/** Removes staged files and locks before a signal ends the process. */
export function cleanUpOnSignals(): void {
  isRequested = true;
}

/** Returns a function that removes the registration. */
export function onInterrupt(cleanUp: () => void): () => void {
  cleanUps.add(cleanUp);
  // Only while there is something to remove: a handler delays the signal until other work is done.
  if (isRequested && !isInstalled) for (const signal of SIGNALS) process.on(signal, interrupt);
  isInstalled = isRequested;
  return () => {
    cleanUps.delete(cleanUp);
  };
}

/** Lets signals act that arrived during the work, and leaves later ones to the system. */
export async function settleInterrupts(): Promise<void> {
  await yieldToSignals();
  if (cleanUps.size > 0 || !isInstalled) return;
  for (const signal of SIGNALS) process.off(signal, interrupt);
  isInstalled = false;
}

export async function yieldToSignals(): Promise<void> {
  // The first may come in the same turn of the event loop, before signals are handled.
  for (let turn = 0; turn < 2; turn++)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
}

function interrupt(signal: (typeof SIGNALS)[number]): void {
  for (const cleanUp of [...cleanUps].reverse()) cleanUp();
  for (const one of SIGNALS) process.off(one, interrupt);
  // The parent must see that a signal ended the process; the exit code is for systems without signals.
  process.kill(process.pid, signal);
  process.exitCode = 128 + constants.signals[signal];
}
