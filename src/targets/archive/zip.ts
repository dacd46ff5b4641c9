/**
 * zip with sizes and checksums before each file, as readers need that do not seek: a small file is compressed in memory, a
 * large one is compressed twice, first to learn what its header has to say.
 */
import { isFailure } from "../../model/host.ts";
import { crc32 } from "./crc32.ts";
import { deflate } from "./deflate.ts";
import { openMember, type ArchiveMember, type MemberBytes } from "./member.ts";

/** A zip of more files, or with places beyond that, has a second form, which no skill needs. */
const MOST_FILES = 65_535;
export const MOST_BYTES_OF_ZIP = 0xffff_ffff;
/** Up to this many bytes a file is compressed once, and kept until it is written. */
const KEPT_BYTES = 1024 * 1024;

const VERSION = 20;
const UNIX = 3;
const UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
/** 1980-01-01, the first day that a zip can name. */
const DATE = 0x21;
const REGULAR = 0o100_000;

const encoder = new TextEncoder();

export function fitsZip(sizes: readonly number[]): boolean {
  // Headers and names come on top.
  return sizes.length <= MOST_FILES && sizes.reduce((sum, size) => sum + size + 4096, 0) <= MOST_BYTES_OF_ZIP;
}

interface Entry {
  readonly name: Uint8Array;
  readonly mode: number;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  /** Offset of its header. */
  readonly at: number;
}

/** Creates an archive of files, which are sorted. After a failure nothing follows. */
export function* zip(members: Iterable<ArchiveMember>): Generator<MemberBytes> {
  const entries: Entry[] = [];
  let at = 0;
  for (const member of members) {
    const measured = measure(member);
    if (isFailure(measured)) return yield measured;
    const { pieces, ...rest } = measured;
    const entry: Entry = { ...rest, name: encoder.encode(member.path), size: member.size, at };
    entries.push(entry);
    const head = join(fields([4, 0x0403_4b50], ...shared(entry)), entry.name);
    yield head;
    yield* pieces();
    at += head.length + entry.packed;
  }
  const directory = entries.map(centralHeader);
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, size], [4, at], [2, 0]);
}

interface Measured extends Pick<Entry, "mode" | "method" | "checksum" | "packed"> {
  readonly pieces: () => Iterable<MemberBytes>;
}

function measure(member: ArchiveMember): Measured | Exclude<MemberBytes, Uint8Array> {
  const { mode, pieces } = openMember(member);
  let checksum = 0;
  function* summed(): Generator<MemberBytes> {
    for (const piece of pieces) {
      if (!isFailure(piece)) checksum = crc32(piece, checksum);
      yield piece;
    }
  }
  const kept: Uint8Array[] = [];
  let packed = 0;
  for (const part of deflate(summed())) {
    if (isFailure(part)) return part;
    packed += part.length;
    if (member.size <= KEPT_BYTES) kept.push(part);
  }
  if (packed >= member.size) return { mode, checksum, method: STORED, packed: member.size, pieces: member.pieces };
  const again = (): Iterable<MemberBytes> => (kept.length > 0 ? kept : deflate(member.pieces()));
  return { mode, checksum, method: DEFLATED, packed, pieces: again };
}

/** What both headers of a file say. */
function shared({ method, checksum, packed, size, name }: Entry): readonly Field[] {
  return [
    [2, VERSION],
    [2, UTF8],
    [2, method],
    [2, 0],
    [2, DATE],
    [4, checksum],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
  ];
}

function centralHeader(entry: Entry): Uint8Array {
  const { mode, at, name } = entry;
  const made = (UNIX << 8) | VERSION;
  const attributes = ((REGULAR | mode) << 16) >>> 0;
  const more: readonly Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, attributes],
    [4, at],
  ];
  return join(fields([4, 0x0201_4b50], [2, made], ...shared(entry), ...more), name);
}

/** A number of two or four bytes. */
type Field = readonly [bytes: 2 | 4, value: number];

function fields(...all: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(all.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of all) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function join(one: Uint8Array, two: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}
