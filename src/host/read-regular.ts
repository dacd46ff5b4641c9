/** Only regular files are read: opening a pipe would never return, and a device has no end. */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { isFailure, MOST_READ, tooLarge } from "../model/host.ts";
import { attempt, toFailure } from "./attempt.ts";

interface ReadRegularOptions {
  /** Rejects a path that is a symbolic link itself. */
  readonly noFollow?: boolean;
  /** The path that the opened file must really have, in the system's own form. */
  readonly real?: string;
  /** A larger file is not read whole; default: `MOST_READ`. In bytes; no system call reads more than 2 GiB. */
  readonly most?: number;
}

/** Windows has neither of the two other flags. */
const isWindows = process.platform === "win32";
/** Without O_NONBLOCK, opening a pipe waits for someone to write. */
const FLAGS = isWindows ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NONBLOCK;
const NO_FOLLOW = isWindows ? 0 : constants.O_NOFOLLOW;
/** Files such as those of /proc have no size; one with more than this may have no end. */
const MOST_WITHOUT_SIZE = 16 * 1024 * 1024;
/** Editors may replace a file between opening and checking it. */
const ATTEMPTS = 4;

/** Closes the descriptor; throws if the file is not regular. */
export function withRegularFile<T>(
  path: string,
  options: ReadRegularOptions,
  use: (descriptor: number, status: Stats) => T,
): T {
  const { descriptor, status } = openInPlace(path, options);
  try {
    return use(descriptor, status);
  } finally {
    closeSync(descriptor);
  }
}

const PIECE = 1024 * 1024;
/** Bytes of the piece in which the end of a file shows. */
const LAST_PIECE = 1024;

/** Returns the SHA-256 of all pieces; throws like `readRegular`. */
export function* readRegularPieces(path: string, options: ReadRegularOptions = {}): Generator<Buffer, string> {
  const digest = createHash("sha256");
  const { descriptor, status } = openInPlace(path, options);
  let left = status.size;
  try {
    for (;;) {
      // A whole piece for each of thousands of small files would keep the garbage collector busy.
      const piece = Buffer.allocUnsafe(Math.max(LAST_PIECE, Math.min(PIECE, left)));
      const read = readSync(descriptor, piece);
      if (read === 0) return digest.digest("hex");
      left -= read;
      digest.update(piece.subarray(0, read));
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}

interface OpenFile {
  readonly descriptor: number;
  readonly status: Stats;
}

function openInPlace(path: string, { noFollow = false, real }: ReadRegularOptions): OpenFile {
  for (let attempts = 1; ; attempts++) {
    const open = openRegular(path, noFollow);
    const { descriptor } = open;
    try {
      if (real === undefined || isAt(descriptor, path, real)) return open;
      if (attempts === ATTEMPTS) throw failure("it was replaced while it was being read");
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    closeSync(descriptor);
  }
}

/** Throws like `readFileSync`, and for a file that is too large or not regular. */
export function readRegular(path: string, options: ReadRegularOptions = {}): Buffer {
  const { most = MOST_READ } = options;
  return withRegularFile(path, options, (descriptor, { size }) => {
    if (size > most) throw failure(tooLarge(size, most).detail);
    return size > 0 ? readWithSize(descriptor, size) : readToEnd(descriptor, MOST_WITHOUT_SIZE);
  });
}

/** The caller closes the descriptor; throws if the file is not regular. */
export function openRegularFile(path: string, { noFollow = false }: Pick<ReadRegularOptions, "noFollow"> = {}): number {
  return openRegular(path, noFollow).descriptor;
}

function openRegular(path: string, noFollow: boolean): OpenFile {
  if (noFollow && isWindows && lstatSync(path).isSymbolicLink()) throw failure("ELOOP");
  let descriptor: number;
  try {
    descriptor = openSync(path, noFollow ? FLAGS | NO_FOLLOW : FLAGS);
  } catch (error) {
    // Sockets and devices without a driver cannot even be opened.
    throw /^(?:ENXIO|ENODEV|EOPNOTSUPP)$/.test(toFailure(error).detail) ? failure(SPECIAL) : error;
  }
  const status = fstatSync(descriptor);
  if (status.isFile()) return { descriptor, status };
  closeSync(descriptor);
  throw failure(status.isDirectory() ? "EISDIR" : SPECIAL);
}

const SPECIAL = "it is not a regular file";

/** Whether no directory on the way to an open file was swapped for a link. */
function isAt(descriptor: number, path: string, real: string): boolean {
  // One call where the system has /proc.
  if (process.platform === "linux" && attempt(() => readlinkSync(`/proc/self/fd/${descriptor}`)) === real) return true;
  if (attempt(() => realpathSync.native(path)) !== real) return false;
  const [open, there] = [fstatSync(descriptor, { bigint: true }), attempt(() => lstatSync(real, { bigint: true }))];
  return !isFailure(there) && open.ino === there.ino && open.dev === there.dev;
}

/** Like `readFileSync`, but takes the size of the open file instead of requesting it again. */
function readWithSize(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(descriptor, bytes, filled, size - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return filled === size ? bytes : bytes.subarray(0, filled);
}

/** Shorter at the end of the file. */
export function readPart(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(descriptor, bytes, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Reads a file, a pipe or a terminal to its end; throws if there are more than `most` bytes. */
export function readStandardInput(most: number): Buffer {
  const status = fstatSync(0);
  if (status.isFile() && status.size > most) throw failure(tooLarge(status.size, most).detail);
  return readToEnd(0, most);
}

function readToEnd(descriptor: number, most: number): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const read = readSync(descriptor, chunk);
    if (read === 0) return Buffer.concat(chunks, size);
    chunks.push(chunk.subarray(0, read));
    size += read;
    if (size > most) throw failure(`more than ${most.toLocaleString("en")} bytes`);
  }
}

/** As `attempt` reads it. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
