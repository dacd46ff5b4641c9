/** Zip archives, right ones and every kind of wrong one. */
import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a zip; the optional fields say something else than the bytes. */
export interface ZipFile {
  readonly path: string | Uint8Array;
  readonly content?: string | Uint8Array;
  /** Mode of Unix, with the type of the file. Default: a plain file. */
  readonly mode?: number;
  readonly stored?: true;
  readonly flags?: number;
  readonly method?: number;
  readonly size?: number;
  readonly crc?: number;
  /** Name in the local header. */
  readonly localPath?: string;
  /** Offset of the local header. */
  readonly at?: number;
}

const UTF8 = 0x800;

/** Creates a zip archive. */
export function createZip(files: readonly ZipFile[], comment = ""): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const data = Buffer.from(file.content ?? "");
    const packed = file.stored === true ? data : deflateRawSync(data);
    const name = Buffer.from(file.path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(file.flags ?? UTF8, 2);
    fields.writeUInt16LE(file.method ?? (file.stored === true ? 0 : 8), 4);
    fields.writeUInt32LE(file.crc ?? crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(file.size ?? data.length, 18);
    const localName = Buffer.from(file.localPath ?? name);
    fields.writeUInt16LE(localName.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, localName, packed]);
    fields.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(file.at ?? offset, 10);
    const maker = Buffer.from([20, 3]);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02"), maker, fields, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}
