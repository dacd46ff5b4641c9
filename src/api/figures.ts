/** What an output weighs: measured while it is written. */
import { gzipSync } from "node:zlib";
import type { OutputFile } from "../model/output.ts";
import { estimateTokens } from "../runtime/prompt/token-count.ts";
import type { Catalog } from "../runtime/catalog/catalog.ts";

/** Sizes in bytes, tokens as estimated. */
export interface BuildFigures {
  readonly skills: number;
  readonly files: number;
  /** The generated JavaScript as written. */
  readonly rawBytes: number;
  readonly gzipBytes: number;
  /** `gzipBytes` is projected from a sample, because the output is large. */
  readonly gzipEstimated: boolean;
  /** The part that is parsed at startup. */
  readonly eagerBytes: number;
  /** Names and descriptions: what every turn of a conversation pays. */
  readonly indexTokens: number;
  readonly preloadTokens: number;
}

/** What is compressed at most to learn how well the output compresses. */
const SAMPLE_BYTES = 16 * 1024 * 1024;

const EAGER_FILES: ReadonlySet<string> = new Set(["index.js", "data.js", "content.js", "runtime.js"]);

export interface SizeMeter {
  /** Passes files on and weighs them on the way. */
  weigh(files: Iterable<OutputFile>): Iterable<OutputFile>;
  figures(catalog: Catalog): BuildFigures;
}

export function createSizeMeter(): SizeMeter {
  let rawBytes = 0;
  let eagerBytes = 0;
  let sampled = 0;
  let sampledGzip = 0;
  return {
    *weigh(files) {
      for (const file of files) {
        const { path, contents } = file;
        if (path.endsWith(".js") && typeof contents === "string") {
          // Generated code is ASCII: one unit is one byte.
          const bytes = contents.length;
          rawBytes += bytes;
          if (EAGER_FILES.has(path)) eagerBytes += bytes;
          if (sampled === 0 || sampled + bytes <= SAMPLE_BYTES) {
            sampled += bytes;
            sampledGzip += gzipSync(contents).length;
          }
        }
        yield file;
      }
    },
    figures: (catalog) => ({
      skills: catalog.skills.length,
      files: catalog.skills.reduce((sum, { files }) => sum + files.length, 0),
      rawBytes,
      gzipBytes: sampled === 0 ? 0 : Math.round((sampledGzip * rawBytes) / sampled),
      gzipEstimated: sampled < rawBytes,
      eagerBytes,
      indexTokens: catalog.skills.reduce(
        (sum, { id, description }) => sum + lineTokens(`- ${id}: ${description}\n`),
        0,
      ),
      preloadTokens: catalog.skills.reduce((sum, { preload, body }) => sum + (preload ? body.tokens : 0), 0),
    }),
  };
}

function lineTokens(line: string): number {
  return estimateTokens(new TextEncoder().encode(line));
}
