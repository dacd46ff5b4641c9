/**
 * Reads a zip archive in memory, by its central directory, so no path can go anywhere. Whatever two programs could read
 * differently (a second directory, names that differ, overlapping files) makes it damaged.
 */
import { crc32, inflateRawSync } from "node:zlib";
import { decodeUtf8 } from "../model/json.ts";
import type { ArchiveEntry } from "./archive-entry.ts";

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;
/** More files or bytes need a second form, which no skill does. */
const MAX_FILES = 0xfffe;

/** Bits of an entry. */
const ENCRYPTED = 0x1;
const UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;

interface Central {
  readonly entry: Omit<ArchiveEntry, "bytes">;
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  /** Offset of the local header. */
  readonly at: number;
  readonly isDirectory: boolean;
}

/**
 * Unpacks a zip archive whose contents have at most a number of bytes, and returns its entries except directories.
 *
 * @returns undefined if the archive is damaged, encrypted, cut or too large; sizes are judged before anything is inflated.
 * @example
 * const entries = readZip(bytes, limits.bytes) ?? []; // [{ path: "deploy/SKILL.md", bytes, … }]
 */
export function readZip(bytes: Uint8Array, maxBytes: number): readonly ArchiveEntry[] | undefined {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const listed = readDirectory(zip);
  if (listed === undefined) return undefined;
  if (listed.reduce((sum, { entry }) => sum + entry.size, 0) > maxBytes) return undefined;
  const entries: ArchiveEntry[] = [];
  let end = 0;
  for (const each of listed.toSorted((one, two) => one.at - two.at)) {
    const start = dataOf(zip, each);
    if (start === undefined || each.at < end) return undefined;
    end = start + each.packed;
    const content = contentOf(zip.subarray(start, end), each);
    if (content === undefined) return undefined;
    if (!each.isDirectory) entries.push({ ...each.entry, bytes: content });
  }
  return entries;
}

/** The end of the archive must be its last bytes: programs would disagree about a second one inside the comment. */
function readDirectory(zip: Buffer): readonly Central[] | undefined {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT);
  const ends: number[] = [];
  for (let at = zip.length - END_BYTES; at >= first; at--) if (zip.readUInt32LE(at) === END) ends.push(at);
  const [end] = ends;
  if (end === undefined || ends.length > 1 || end + END_BYTES + zip.readUInt16LE(end + 20) !== zip.length)
    return undefined;
  const [disk, count] = [zip.readUInt32LE(end + 4), zip.readUInt16LE(end + 10)];
  const [size, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  if (disk !== 0 || zip.readUInt16LE(end + 8) !== count || count > MAX_FILES || start + size !== end) return undefined;
  const listed: Central[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > end || zip.readUInt32LE(at) !== CENTRAL) return undefined;
    const length = CENTRAL_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (at + length > end) return undefined;
    const central = readCentral(zip.subarray(at, at + length), start);
    if (central === undefined) return undefined;
    listed.push(central);
    at += length;
  }
  return at === end ? listed : undefined;
}

function readCentral(header: Buffer, directory: number): Central | undefined {
  const [maker, flags, method] = [header[5], header.readUInt16LE(8), header.readUInt16LE(10)];
  const [packed, size, at] = [header.readUInt32LE(20), header.readUInt32LE(24), header.readUInt32LE(42)];
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) return undefined;
  if (at + LOCAL_BYTES + packed > directory || header.readUInt16LE(34) !== 0) return undefined;
  const name = header.subarray(CENTRAL_BYTES, CENTRAL_BYTES + header.readUInt16LE(28));
  const path = (flags & UTF8) !== 0 || name.every((byte) => byte < 0x80) ? decodeUtf8(name) : undefined;
  const mode = maker === UNIX ? header.readUInt32LE(38) >>> 16 : 0;
  const isDirectory = path?.endsWith("/") === true;
  if (isDirectory && size > 0) return undefined;
  const entry = { path, kind: kindOf(mode), size, executable: (mode & 0o100) !== 0 };
  return { entry, name, method, crc: header.readUInt32LE(16), packed, at, isDirectory };
}

/** From the mode of Unix; other systems have none. */
function kindOf(mode: number): ArchiveEntry["kind"] {
  const type = mode & 0o170000;
  if (type === 0 || type === 0o100000) return "file";
  return type === 0o120000 ? "symlink" : "other";
}

/** The local header must agree with the directory. */
function dataOf(zip: Buffer, { at, name, method, packed }: Central): number | undefined {
  if (zip.readUInt32LE(at) !== LOCAL || zip.readUInt16LE(at + 8) !== method) return undefined;
  const nameEnd = at + LOCAL_BYTES + zip.readUInt16LE(at + 26);
  const start = nameEnd + zip.readUInt16LE(at + 28);
  const isSame = zip.subarray(at + LOCAL_BYTES, nameEnd).equals(name);
  return isSame && start + packed <= zip.length ? start : undefined;
}

function contentOf(packed: Buffer, { method, entry: { size }, crc }: Central): Uint8Array | undefined {
  const content = method === STORED ? packed : inflate(packed, size);
  return content?.length === size && crc32(content) === crc ? content : undefined;
}

function inflate(packed: Buffer, size: number): Buffer | undefined {
  try {
    // No room at all would be an error of the call.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}
