/** Estimates the compressed size of a large file from slices all along it: its parts may compress differently. */

/** Bytes of a slice: gzip looks back no further. */
const SLICE = 32 * 1024;

/** Each slice stands for what follows, up to the next one: at first 256 KB, then a sixteenth of what came before. */
const STRETCH = { bytes: 8 * SLICE, share: 1 / 16 } as const;

export interface GzipSlices {
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
export function gzipSize(bytes: Uint8Array): number {
  // Not imported: a check needs no zlib, which takes a tenth of the time in which Node starts.
  return process.getBuiltinModule("node:zlib").gzipSync(bytes).length;
}
