/** tar (POSIX ustar, with pax headers for long names) without times, owners and padding. */
import type { ArchiveMember, MemberBytes } from "./member.ts";
import { openMember } from "./member.ts";

const BLOCK = 512;
const PATH_BYTES = 100;
const PREFIX_BYTES = 155;
/** Bytes of the largest file: a size has eleven octal digits. */
export const LARGEST_IN_TAR = 8 ** 11 - 1;
/** The name that a pax header itself has. */
const PAX_PATH = "PaxHeader";

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

export function fitsTar(sizes: readonly number[]): boolean {
  return sizes.every((bytes) => bytes <= LARGEST_IN_TAR);
}

/** Creates an archive of files, which are sorted. */
export function* tar(members: Iterable<ArchiveMember>): Generator<MemberBytes> {
  for (const member of members) {
    const { path, size } = member;
    const { mode, pieces } = openMember(member);
    const bytes = encoder.encode(path);
    const split = splitPath(bytes);
    // Readers without pax, such as skills 1.7.4, take the header: it has as much of the name as it can.
    if (split === undefined || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) {
      const record = paxRecord("path", bytes);
      yield header({ path: encoder.encode(PAX_PATH), prefix: NOTHING, size: record.length, mode: 0o644, type: "x" });
      yield record;
      yield padding(record.length);
    }
    yield header({ ...(split ?? { path: endOf(bytes), prefix: NOTHING }), size, mode, type: "0" });
    yield* pieces;
    yield padding(size);
  }
  yield new Uint8Array(2 * BLOCK);
}

function padding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

interface Split {
  readonly path: Uint8Array;
  readonly prefix: Uint8Array;
}

/** Returns a path as a header can have it: in two parts if it is long; undefined if it is too long. */
function splitPath(path: Uint8Array): Split | undefined {
  if (path.length <= PATH_BYTES) return { path, prefix: NOTHING };
  const slash = path.indexOf(0x2f, path.length - PATH_BYTES - 1);
  return slash <= 0 || slash > PREFIX_BYTES || slash === path.length - 1
    ? undefined
    : { path: path.subarray(slash + 1), prefix: path.subarray(0, slash) };
}

function endOf(path: Uint8Array): Uint8Array {
  const end = path.subarray(-PATH_BYTES);
  return end.subarray(end.findIndex((byte) => (byte & 0xc0) !== 0x80));
}

/** The length of a record counts its own digits. */
function paxRecord(key: string, value: Uint8Array): Uint8Array {
  const rest = Uint8Array.of(...encoder.encode(` ${key}=`), ...value, 0x0a);
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
  const put = (text: string | Uint8Array, at: number): void =>
    block.set(typeof text === "string" ? encoder.encode(text) : text, at);
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
