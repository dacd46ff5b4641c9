/** Measures the size of an output while it is written. */
import { isFailure } from "../model/host.ts";
import type { ContentFailure, OutputChunk, OutputFile, OutputRole } from "../model/output.ts";
import { estimateIndexTokens } from "../runtime/prompt/token-count.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";

/**
 * Sizes of an output in bytes, and estimated tokens.
 *
 * @example
 * for (const { figures } of (await build()).outputs) console.log(figures.gzipBytes);
 */
export interface BuildFigures {
  readonly skills: number;
  readonly files: number;
  /** Everything that an application loads, at startup or later, uncompressed; without the files in `assets/`. */
  readonly rawBytes: number;
  readonly gzipBytes: number;
  /** `gzipBytes` is projected from a sample, because the output is large. */
  readonly gzipEstimated: boolean;
  /** The part that is parsed at startup. */
  readonly eagerBytes: number;
  /** All files, by when they are needed. */
  readonly bytesByRole: Readonly<Record<OutputRole, number>>;
  /** Names and descriptions: the cost of every turn in a conversation. */
  readonly indexTokens: number;
  readonly preloadTokens: number;
}

/** Maximum number of bytes that are compressed to estimate how well the output compresses. */
const SAMPLE_BYTES = 16 * 1024 * 1024;

/** What is known of a file: its bytes, and how many they are when they are compressed. */
export interface FileSize {
  readonly size: number;
  /** Undefined if it was never compressed. */
  readonly gzip?: number | undefined;
}

/** A file that an earlier build created from the same inputs. */
export interface KnownFile extends FileSize {
  readonly sha256: string;
}

export interface SizeMeter {
  /**
   * Passes files on, and measures them while their chunks are read. A file that is known well enough has a digest: it
   * need not be read.
   */
  measure(files: Iterable<OutputFile>): Iterable<OutputFile>;
  figures(catalog: Catalog): BuildFigures;
  /** Returns the size of a file that was passed on without a digest. */
  sizeOf(path: string): FileSize | undefined;
}

/** @param isCompressed Whether to find out the compressed size; else it is 0. */
export function createSizeMeter(
  lookUp: (file: OutputFile) => KnownFile | undefined = () => undefined,
  isCompressed = true,
): SizeMeter {
  const bytes: Record<OutputRole, number> = { startup: 0, lazy: 0, types: 0, data: 0, asset: 0 };
  const sample = createGzipSample(isCompressed ? SAMPLE_BYTES : 0);
  const sizes = new Map<string, FileSize>();
  const add = ({ path, role }: OutputFile, { size, gzip }: FileSize): void => {
    sizes.set(path, { size, gzip });
    bytes[role] += size;
    if (gzip !== undefined && isLoaded(role) && sample.hasRoom(size)) sample.add(size, gzip);
  };
  return {
    *measure(files) {
      for (const file of files) {
        if (file.digest !== undefined) {
          // What is known already may be too large to be read without need.
          bytes[file.role] += file.digest.bytes;
          yield file;
          continue;
        }
        const found = lookUp(file);
        const isEnough = found !== undefined && (found.gzip !== undefined || !isSampled(file, found.size, sample));
        const known = isEnough ? found : undefined;
        let measured: FileSize | undefined = known;
        const chunks = (): Iterable<OutputChunk> => measureChunks(file, sample, (size) => (measured = size));
        yield { ...file, chunks, ...(known && { digest: { sha256: known.sha256, bytes: known.size } }) };
        if (measured !== undefined) add(file, measured);
      }
    },
    figures: (catalog) => {
      const rawBytes = bytes.startup + bytes.lazy;
      return {
        skills: catalog.skills.length,
        files: catalog.skills.reduce((sum, { files }) => sum + files.length, 0),
        rawBytes,
        gzipBytes: sample.project(rawBytes),
        gzipEstimated: sample.size() < rawBytes,
        eagerBytes: bytes.startup,
        bytesByRole: { ...bytes },
        indexTokens: estimateIndexTokens(catalog.skills),
        preloadTokens: catalog.skills.reduce((sum, { preload, body }) => sum + (preload ? body.tokens : 0), 0),
      };
    },
    sizeOf: (path) => sizes.get(path),
  };
}

/** Reads every chunk of files that is not measured yet, without writing any; returns the contents that could not be read. */
export function drain(files: Iterable<OutputFile>): readonly ContentFailure[] {
  const failures: ContentFailure[] = [];
  for (const { chunks, digest } of files)
    for (const chunk of digest === undefined ? chunks() : []) if (isFailure(chunk)) failures.push(chunk);
  return failures;
}

function isLoaded(role: OutputRole): boolean {
  return role === "startup" || role === "lazy";
}

function isSampled({ role }: OutputFile, size: number, sample: GzipSample): boolean {
  return isLoaded(role) && sample.hasRoom(size);
}

function* measureChunks(file: OutputFile, sample: GzipSample, done: (size: FileSize) => void): Generator<OutputChunk> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for (const chunk of file.chunks()) {
    // Passed on as bytes, so that text is encoded only once.
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    yield piece;
    if (isFailure(piece)) continue;
    size += piece.length;
    if (isSampled(file, size, sample)) kept.push(piece);
    else kept.length = 0;
  }
  // Not imported: a check needs no zlib, which takes a tenth of the time in which Node starts.
  const compress = (): number => process.getBuiltinModule("node:zlib").gzipSync(Buffer.concat(kept)).length;
  done({ size, gzip: isSampled(file, size, sample) ? compress() : undefined });
}

/** Files, each compressed separately; large ones are left out, except the first. */
interface GzipSample {
  hasRoom(bytes: number): boolean;
  add(size: number, compressed: number): void;
  size(): number;
  /** Returns the estimated compressed size of a number of bytes. */
  project(bytes: number): number;
}

function createGzipSample(most: number): GzipSample {
  let size = 0;
  let compressed = 0;
  return {
    hasRoom: (bytes) => most > 0 && (size === 0 || size + bytes <= most),
    add(bytes, gzip) {
      size += bytes;
      compressed += gzip;
    },
    size: () => size,
    project: (bytes) => (size === 0 ? 0 : Math.round((compressed * bytes) / size)),
  };
}
