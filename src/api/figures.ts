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
const SAMPLE_BYTES = { limited: 16 * 1024 * 1024, unlimited: 1024 * 1024 } as const;

export interface SizeMeter {
  /** Passes files on, and measures them while their chunks are read. */
  measure(files: Iterable<OutputFile>): Iterable<OutputFile>;
  figures(catalog: Catalog): BuildFigures;
}

/** @param isLimited Whether sizes are compared with the limits of a platform, for which more is compressed. */
export function createSizeMeter(isLimited: boolean): SizeMeter {
  const bytes: Record<OutputRole, number> = { startup: 0, lazy: 0, types: 0, data: 0, asset: 0 };
  const sample = createGzipSample(isLimited);
  return {
    *measure(files) {
      for (const file of files) {
        // What is known already may be too large to be read without need.
        if (file.digest !== undefined) bytes[file.role] += file.digest.bytes;
        yield file.digest === undefined ? { ...file, chunks: () => measureChunks(file, bytes, sample) } : file;
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
  };
}

/** Reads every chunk of files that is not measured yet, without writing any; returns the contents that could not be read. */
export function drain(files: Iterable<OutputFile>): readonly ContentFailure[] {
  const failures: ContentFailure[] = [];
  for (const { chunks, digest } of files)
    for (const chunk of digest === undefined ? chunks() : []) if (isFailure(chunk)) failures.push(chunk);
  return failures;
}

function* measureChunks(
  { role, chunks }: OutputFile,
  bytes: Record<OutputRole, number>,
  sample: GzipSample,
): Generator<OutputChunk> {
  const isLoaded = role === "startup" || role === "lazy";
  const kept: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks()) {
    // Passed on as bytes, so that text is encoded only once.
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    yield piece;
    if (isFailure(piece)) continue;
    size += piece.length;
    bytes[role] += piece.length;
    if (!isLoaded) continue;
    sample.see(piece);
    if (sample.hasRoom(size)) kept.push(piece);
    else kept.length = 0;
  }
  if (isLoaded && sample.hasRoom(size)) sample.add(Buffer.concat(kept));
}

/** Files, each compressed separately; large ones are left out, except the first. Of a large output, also slices. */
interface GzipSample {
  /** Takes slices of everything that is written. */
  see(piece: Uint8Array): void;
  hasRoom(bytes: number): boolean;
  add(file: Uint8Array): void;
  size(): number;
  /** Returns the estimated compressed size of a number of bytes. */
  project(bytes: number): number;
}

function createGzipSample(isLimited: boolean): GzipSample {
  const most = isLimited ? SAMPLE_BYTES.limited : SAMPLE_BYTES.unlimited;
  const slices = createGzipSlices();
  let size = 0;
  let compressed = 0;
  return {
    see: (piece) => slices.see(piece),
    hasRoom: (bytes) => size === 0 || size + bytes <= most,
    add(file) {
      size += file.length;
      compressed += gzipSize(file);
    },
    size: () => size,
    project(bytes) {
      if (size === 0) return 0;
      const share = size < bytes ? slices.share() : undefined;
      return Math.round(bytes * (share ?? compressed / size));
    },
  };
}

function gzipSize(bytes: Uint8Array): number {
  // Not imported: a check needs no zlib, which takes a tenth of the time in which Node starts.
  return process.getBuiltinModule("node:zlib").gzipSync(bytes).length;
}

/** Bytes of a slice: gzip looks back no further. */
const SLICE = 32 * 1024;

/** Each slice stands for what follows, up to the next one: at first 256 KB, then a sixteenth of what came before. */
const STRETCH = { bytes: 8 * SLICE, share: 1 / 16 } as const;

interface GzipSlices {
  see(piece: Uint8Array): void;
  /** Returns the compressed size of all that was seen by its size; undefined if it was too little. */
  share(): number | undefined;
}

/** Compresses slices all along an output: files of text and binary files compress differently, and follow each other. */
function createGzipSlices(): GzipSlices {
  const slice = new Uint8Array(SLICE);
  let filled = 0;
  let seen = 0;
  let next = 0;
  let compressed = 0;
  const close = (): void => {
    const stretch = Math.max(STRETCH.bytes, Math.round(next * STRETCH.share));
    compressed += (gzipSize(slice) / SLICE) * stretch;
    next += stretch;
    filled = 0;
  };
  return {
    see(piece) {
      for (let at = filled > 0 ? 0 : next - seen; at < piece.length; at = next - seen) {
        const part = piece.subarray(at, at + SLICE - filled);
        slice.set(part, filled);
        filled += part.length;
        if (filled < SLICE) break;
        close();
      }
      seen += piece.length;
    },
    share: () => (next === 0 ? undefined : compressed / next),
  };
}
