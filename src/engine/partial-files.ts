/** Names of files that are being written, and what is left of them after a process was killed. */
import { hash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { attempt } from "../host/attempt.ts";
import { isAlive } from "../host/is-alive.ts";
import { isFailure } from "../model/host.ts";

/** After this time, no one is still writing a file. */
const ABANDONED_MS = 60 * 60 * 1000;

const hex = (number: number): string => number.toString(16).padStart(8, "0");

/** Stands for this machine: processes of several may write into one directory. */
const MACHINE = hash("sha256", hostname(), "hex").slice(0, 8);

const PARTIAL = /\.([0-9a-f]{8})([0-9a-f]{8})[0-9a-f]{8}\.tmp$/;

/**
 * Returns a name for a file until it is whole.
 *
 * @example
 * partialName("contents") // "contents.5feceb66000004d26b86b273.tmp"
 */
export function partialName(name: string): string {
  return `${name}.${MACHINE}${hex(process.pid)}${randomBytes(4).toString("hex")}.tmp`;
}

/** Removes what processes have left that do not run any more. */
export function removePartialFiles(dir: string): void {
  const names = attempt(() => readdirSync(dir));
  for (const name of isFailure(names) ? [] : names) {
    const [, machine, process] = PARTIAL.exec(name) ?? [];
    if (machine === undefined || process === undefined) continue;
    const path = join(dir, name);
    const isOver = machine === MACHINE && !isAlive(Number.parseInt(process, 16));
    if (isOver || isAbandoned(path)) attempt(() => rmSync(path, { force: true }));
  }
}

export function isAbandoned(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs > ABANDONED_MS;
}
