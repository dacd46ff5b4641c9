import { closeSync, constants, openSync, writeSync } from "node:fs";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";

const PAUSE_MS = 10;
/** How long a pipe may be full: its reader may be slow, or never read. */
const PATIENCE_MS = 10_000;
/** Without O_NONBLOCK, opening a pipe waits until someone reads it. Windows has no such flag. */
const NO_WAIT = process.platform === "win32" ? 0 : constants.O_NONBLOCK;

/**
 * The path may also be a pipe with a reader or a device, such as `/dev/stderr`. Throws like `writeFileSync`: ENXIO for
 * a pipe that no one reads, EAGAIN if a reader stops.
 */
export function writeText(path: string, text: string): void {
  writeAll(path, text, constants.O_TRUNC);
}

/** Appends, otherwise like `writeText`. */
export function appendText(path: string, text: string): void {
  writeAll(path, text, constants.O_APPEND);
}

function writeAll(path: string, text: string, mode: number): void {
  const { O_WRONLY, O_CREAT } = constants;
  const descriptor = openSync(path, O_WRONLY | O_CREAT | mode | NO_WAIT, 0o666);
  try {
    const bytes = Buffer.from(text, "utf8");
    let done = 0;
    for (let waited = 0; done < bytes.length;) {
      const written = attempt(() => writeSync(descriptor, bytes, done));
      if (!isFailure(written)) {
        done += written;
        waited = 0;
        continue;
      }
      if (written.detail !== "EAGAIN" || waited >= PATIENCE_MS)
        throw Object.assign(new Error(`${path}: ${written.detail}`), { code: written.detail });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      waited += PAUSE_MS;
    }
  } finally {
    closeSync(descriptor);
  }
}
