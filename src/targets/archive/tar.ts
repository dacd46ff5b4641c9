/** tar (POSIX ustar, with pax headers for long names) without times, owners and padding. */
import type { ArchiveMember, Bytes } from "./member.ts";
import { openMember } from "./member.ts";

const BLOCK = 512;
const PATH_BYTES = 100;
const PREFIX_BYTES = 155;
/** Bytes of the largest file: a size has eleven octal digits. */
export const LARGEST_IN_TAR = 8 ** 11 - 1;
/** What older readers see in the place of a name that they cannot have. */
const PAX_PATH = "PaxHeader";

const encoder = new TextEncoder();

/** Returns whether an archive can have files of these sizes. */
export function fitsTar(sizes: readonly number[]): boolean {
  return sizes.every((bytes) => bytes <= LARGEST_IN_TAR);
}

/** Creates an archive of files, which are sorted. */
export function* tar(members: Iterable<ArchiveMember>): Generator<Bytes> {
  for (const member of members) {
    const { path, size } = member;
    const { mode, pieces } = openMember(member);
    const split = splitPath(path);
    if (split === undefined) {
      const record = paxRecord("path", path);
      yield header({ path: PAX_PATH, prefix: "", size: record.length, mode: 0o644, type: "x" });
      yield record;
      yield padding(record.length);
    }
    yield header({ ...(split ?? { path: shortened(path), prefix: "" }), size, mode, type: "0" });
    yield* pieces;
    yield padding(size);
  }
  yield new Uint8Array(2 * BLOCK);
}

function padding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

interface Split {
  readonly path: string;
  readonly prefix: string;
}

/** Returns a path as a header can have it: in two parts if it is long; undefined for what needs a header of its own. */
function splitPath(path: string): Split | undefined {
  // oxlint-disable-next-line no-control-regex -- what is not ASCII
  if (/[^\x20-\x7e]/.test(path)) return undefined;
  if (path.length <= PATH_BYTES) return { path, prefix: "" };
  const slash = path.indexOf("/", path.length - PATH_BYTES - 1);
  return slash <= 0 || slash > PREFIX_BYTES || slash === path.length - 1
    ? undefined
    : { path: path.slice(slash + 1), prefix: path.slice(0, slash) };
}

function shortened(path: string): string {
  return path.replaceAll(/[^\x20-\x7e]/g, "_").slice(-PATH_BYTES);
}

/** The length of a record counts its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = encoder.encode(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (`${length}`.length + rest.length !== length) length = `${length}`.length + rest.length;
  return Uint8Array.of(...encoder.encode(`${length}`), ...rest);
}

interface Header extends Split {
  readonly size: number;
  readonly mode: number;
  readonly type: "0" | "x";
}

function header({ path, prefix, size, mode, type }: Header): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number): void => block.set(encoder.encode(text), at);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
  put(path, 0);
  put(`${octal(mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`, 100);
  put(" ".repeat(8), 148);
  put(type, 156);
  put("ustar\x0000", 257);
  put(`${octal(0, 7)}\0${octal(0, 7)}\0`, 329);
  put(prefix, 345);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(`${octal(sum, 6)}\0 `, 148);
  return block;
}
