/** Measures the size of an output while it is written. */
import { isFailure } from "../model/host.ts";
import type { ContentFailure, OutputChunk, OutputFile, OutputRole } from "../model/output.ts";
import type { PieceSums } from "../piece/index.ts";

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
  /** A part of `gzipBytes` is estimated from slices of files, because the output is large. */
  readonly gzipEstimated: boolean;
  /** The part that is parsed at startup. */
  readonly eagerBytes: number;
  /** All files, by when they are needed. */
  readonly bytesByRole: Readonly<Record<OutputRole, number>>;
  /** How many files `assets/` has. */
  readonly assetFiles: number;
  /** Names and whole descriptions: the cost of every turn with an index of them. `agentSkills` sends at most its budget. */
  readonly indexTokens: number;
  readonly preloadTokens: number;
}

/** Files are compressed whole up to this number of bytes in all; after that, slices of them are. */
const WHOLE_BYTES = 16 * 1024 * 1024;

/** What is known of a file: its bytes, and how many they are when they are compressed. */
interface FileFigure {
  readonly size: number;
  /** Undefined if it was never compressed. */
  readonly gzip?: number | undefined;
  /** `gzip` is an estimate. */
  readonly isEstimate?: boolean | undefined;
}

/** A file that an earlier build created from the same inputs. */
export interface KnownFile extends FileFigure {
  readonly sha256: string;
  /** It is recognized as a file of skillc by its first bytes. */
  readonly isMarked: boolean;
}

export type MeasuredFile = FileFigure & Pick<OutputFile, "inputsKey">;

export interface SizeMeter {
  /**
   * Passes files on, and measures them while their chunks are read. A file that is known well enough has a digest: it
   * need not be read.
   */
  measure(files: Iterable<OutputFile>): Iterable<OutputFile>;
  figures(sums: PieceSums): BuildFigures;
  /** Returns the size of a file that was passed on without a digest, and the key of its inputs. */
  sizeOf(path: string): MeasuredFile | undefined;
}

/** @param isCompressed Whether to find out the compressed size; else it is 0. */
export function createSizeMeter(
  lookUp: (file: OutputFile) => KnownFile | undefined = () => undefined,
  isCompressed = true,
): SizeMeter {
  const bytes: Record<OutputRole, number> = { startup: 0, lazy: 0, types: 0, data: 0, asset: 0 };
  let assetFiles = 0;
  const compressed = { wholeBytes: 0, gzip: 0, hasEstimate: false };
  const sizes = new Map<string, MeasuredFile>();
  const needs: Needs = ({ role }, size) => {
    if (!isCompressed || (role !== "startup" && role !== "lazy")) return "nothing";
    return compressed.wholeBytes + size <= WHOLE_BYTES ? "all" : "slices";
  };
  const add = (file: OutputFile, { size, gzip = 0, isEstimate = false }: FileFigure): void => {
    bytes[file.role] += size;
    if (needs(file, size) === "nothing") return;
    compressed.gzip += gzip;
    if (isEstimate) compressed.hasEstimate = true;
    else compressed.wholeBytes += size;
  };
  return {
    *measure(files) {
      for (const file of files) {
        if (file.role === "asset") assetFiles++;
        if (file.digest !== undefined) {
          // What is known already may be too large to be read without need.
          bytes[file.role] += file.digest.bytes;
          yield file;
          continue;
        }
        const found = lookUp(file);
        const known = found !== undefined && isEnough(found, needs(file, found.size)) ? found : undefined;
        let measured: FileFigure | undefined = known;
        const chunks = (): Iterable<OutputChunk> => measureChunks(file, needs, (size) => (measured = size));
        yield {
          ...file,
          chunks,
          ...(known && { digest: { sha256: known.sha256, bytes: known.size, isMarked: known.isMarked } }),
        };
        if (measured === undefined) continue;
        const { size, gzip, isEstimate } = measured;
        sizes.set(file.path, { inputsKey: file.inputsKey, size, gzip, isEstimate });
        add(file, measured);
      }
    },
    figures: ({ skills, files, indexTokens, preloadTokens }) => ({
      skills,
      files,
      rawBytes: bytes.startup + bytes.lazy,
      gzipBytes: compressed.gzip,
      gzipEstimated: compressed.hasEstimate,
      eagerBytes: bytes.startup,
      bytesByRole: { ...bytes },
      assetFiles,
      indexTokens,
      preloadTokens,
    }),
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

/** What of a file of some size is compressed. */
type Needs = (file: OutputFile, size: number) => "nothing" | "all" | "slices";

/** The same figures with and without a cache: an estimate does not stand for a size, nor a size for an estimate. */
function isEnough({ gzip, isEstimate = false }: FileFigure, needed: ReturnType<Needs>): boolean {
  return needed === "nothing" || (gzip !== undefined && isEstimate === (needed === "slices"));
}

function* measureChunks(file: OutputFile, needs: Needs, done: (size: FileFigure) => void): Generator<OutputChunk> {
  const kept: Uint8Array[] = [];
  const slices = needs(file, 0) === "nothing" ? undefined : createGzipSlices();
  let size = 0;
  for (const chunk of file.chunks()) {
    // Passed on as bytes, so that text is encoded only once.
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    yield piece;
    if (isFailure(piece)) continue;
    size += piece.length;
    slices?.see(piece);
    if (needs(file, size) === "all") kept.push(piece);
    else kept.length = 0;
  }
  if (slices === undefined) done({ size });
  else if (needs(file, size) === "all") done({ size, gzip: gzipSize(Buffer.concat(kept)) });
  else done({ size, gzip: slices.estimate(), isEstimate: true });
}

/** Bytes of a slice: gzip looks back no further. */
const SLICE = 32 * 1024;

/** Each slice stands for what follows, up to the next one: at first 256 KB, then a sixteenth of what came before. */
const STRETCH = { bytes: 8 * SLICE, share: 1 / 16 } as const;

interface GzipSlices {
  /** Takes slices of what is written. Copies them. */
  see(piece: Uint8Array): void;
  /** Returns the estimated compressed size of all that was seen, in bytes. */
  estimate(): number;
}

export function createGzipSlices(): GzipSlices {
  const slices: { readonly start: number; readonly bytes: Uint8Array; filled: number }[] = [];
  let seen = 0;
  let next = 0;
  const begin = (): void => {
    slices.push({ start: next, bytes: new Uint8Array(SLICE), filled: 0 });
    next += Math.max(STRETCH.bytes, Math.round(next * STRETCH.share));
  };
  return {
    see(piece) {
      const end = seen + piece.length;
      for (;;) {
        const last = slices.at(-1);
        if (last !== undefined && last.filled < SLICE) {
          const at = last.start + last.filled - seen;
          const part = piece.subarray(at, at + SLICE - last.filled);
          last.bytes.set(part, last.filled);
          last.filled += part.length;
        }
        if (next >= end) break;
        begin();
      }
      seen = end;
    },
    estimate() {
      const sizes = slices.map(({ start, bytes, filled }, index) => {
        const until = slices[index + 1]?.start ?? seen;
        return (gzipSize(bytes.subarray(0, filled)) / filled) * (until - start);
      });
      return Math.round(sizes.reduce((sum, size) => sum + size, 0));
    },
  };
}

/** Returns how many bytes something has when it is compressed. */
function gzipSize(bytes: Uint8Array): number {
  // Not imported: a check needs no zlib, which takes a tenth of the time in which Node starts.
  return process.getBuiltinModule("node:zlib").gzipSync(bytes).length;
}
