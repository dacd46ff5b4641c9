/** Supports ustar, PAX and GNU names. Works in memory, so no path can go anywhere. */
import { gunzipSync } from "node:zlib";
import { decodeUtf8 } from "../model/json.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { trimEndOf } from "../model/trim.ts";

const BLOCK = 512;
/** Of headers and their extensions, such as long names: 200,000 of them compress to nothing. */
const MAX_HEADER_BYTES = 32 * 1024 * 1024;

/** Undefined if there are more bytes, or if they are damaged. */
export function gunzip(bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/**
 * Unpacks an archive whose contents have at most a number of bytes, and returns its entries except directories.
 *
 * @param maxBytes Bytes of all files; headers may take as much again, at most 32 MiB.
 * @returns undefined if the archive is damaged, cut or too large.
 * @example
 * const entries = readArchive(tgz, limits.bytes) ?? []; // [{ path: "package/SKILL.md", bytes, … }]
 */
export function readArchive(archive: Uint8Array, maxBytes: number): readonly ArchiveEntry[] | undefined {
  const maxHeaderBytes = Math.min(maxBytes, MAX_HEADER_BYTES);
  const tar = gunzip(archive, maxBytes + maxHeaderBytes);
  return tar && readTar(tar, maxHeaderBytes);
}

/** Without directories; undefined if the archive is damaged, cut, or has too many headers. */
export function readTar(tar: Uint8Array, maxHeaderBytes = MAX_HEADER_BYTES): readonly ArchiveEntry[] | undefined {
  const entries: ArchiveEntry[] = [];
  let headerBytes = 0;
  const buffer = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength);
  let next: { path?: string; size?: number } = {};
  for (let at = 0; at + BLOCK <= buffer.length;) {
    const header = buffer.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries;
    if (!hasValidSum(header)) return undefined;
    const type = String.fromCharCode(header[156] as number);
    const size = next.size !== undefined && !isExtension(type) ? next.size : numberIn(header, 124, 12);
    const start = at + BLOCK;
    if (size === undefined || size < 0 || start + size > buffer.length) return undefined;
    const bytes = buffer.subarray(start, start + size);
    const end = start + Math.ceil(size / BLOCK) * BLOCK;
    headerBytes += (isExtension(type) ? end : start) - at;
    if (headerBytes > maxHeaderBytes) return undefined;
    at = end;
    if (isExtension(type)) {
      const read = readExtension(type, bytes);
      if (read === undefined) return undefined;
      Object.assign(next, read);
      continue;
    }
    const path = next.path ?? nameIn(header);
    next = {};
    // A directory; also one that an old archive writes as a file.
    if (type === "5" || path?.endsWith("/") === true) continue;
    const isFile = type === "0" || type === "\0" || type === "7";
    const kind = isFile ? "file" : type === "2" || type === "1" ? "symlink" : "other";
    const mode = numberIn(header, 100, 8) ?? 0;
    entries.push({ path, kind, size, bytes, executable: (mode & 0o100) !== 0 });
  }
  // An archive ends with empty blocks.
  return undefined;
}

function isExtension(type: string): boolean {
  return "xgLK".includes(type);
}

/** The sum of all bytes of a header, in which the sum itself counts as spaces. */
function hasValidSum(header: Buffer): boolean {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum === numberIn(header, 148, 8);
}

/** Octal digits, or in GNU archives a binary number. */
function numberIn(header: Buffer, at: number, length: number): number | undefined {
  const first = header[at] as number;
  if ((first & 0x80) !== 0) {
    const value = header.readUIntBE(at + length - 6, 6);
    const isSmall = first === 0x80 && header.subarray(at + 1, at + length - 6).every((byte) => byte === 0);
    return isSmall ? value : undefined;
  }
  const text = trimEndOf(header.toString("latin1", at, at + length), "\0 ").trimStart();
  if (text === "") return 0;
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** With its prefix; undefined if it is not UTF-8. */
function nameIn(header: Buffer): string | undefined {
  const name = textIn(header.subarray(0, 100));
  const isUstar = header.toString("latin1", 257, 263) === "ustar\0";
  const prefix = isUstar ? textIn(header.subarray(345, 500)) : "";
  if (name === undefined || prefix === undefined) return undefined;
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** A field ends with its first NUL. */
function textIn(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(0);
  return decodeUtf8(end === -1 ? bytes : bytes.subarray(0, end));
}

/** Path and size take precedence over those in the header of the next entry. */
function readExtension(type: string, bytes: Buffer): { path?: string; size?: number } | undefined {
  // Comments for the whole archive, and long targets of links, which are refused anyway.
  if (type === "g" || type === "K") return {};
  if (type === "L") {
    // It ends with one NUL; with another one, programs disagree about the name.
    const path = decodeUtf8(bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes);
    return path === undefined ? undefined : { path };
  }
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at);
    const length = space === -1 ? Number.NaN : Number(bytes.toString("latin1", at, space));
    if (!Number.isSafeInteger(length) || length <= space - at || at + length > bytes.length) return undefined;
    const record = decodeUtf8(bytes.subarray(space + 1, at + length - 1));
    const sign = record?.indexOf("=") ?? -1;
    if (record === undefined || sign === -1) return undefined;
    const [key, value] = [record.slice(0, sign), record.slice(sign + 1)];
    if (key === "path") found.path = value;
    if (key === "size") {
      if (!/^\d{1,15}$/.test(value)) return undefined;
      found.size = Number(value);
    }
    at += length;
  }
  return found;
}
