/** Encodes many short texts into few arrays: texts that follow each other are written at once. */

const FIRST_ARRAY = 4 * 1024;
const LARGEST_ARRAY = 128 * 1024;

/**
 * Returns a function that encodes texts as UTF-8. Texts of consecutive calls are next to each other in one array, as far as
 * it has room. Arrays grow from a few KB on, so that a single text does not keep a large one.
 *
 * @example
 * const encode = createEncoder();
 * const [one, two] = [encode("one"), encode("two")]; // views of one array
 */
export function createEncoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let array = new Uint8Array(FIRST_ARRAY);
  let at = 0;
  let size = FIRST_ARRAY;
  return (text) => {
    // Three bytes for a UTF-16 unit are always enough; most texts need one.
    if (text.length * 3 > array.length - at) {
      if (text.length * 3 > LARGEST_ARRAY) return encoder.encode(text);
      size = Math.min(2 * size, LARGEST_ARRAY);
      array = new Uint8Array(Math.max(size, text.length * 3));
      at = 0;
    }
    const { written } = encoder.encodeInto(text, array.subarray(at));
    at += written;
    return array.subarray(at - written, at);
  };
}

/** Bytes that are worth a write of their own. */
const CHUNK = 64 * 1024;

/** Bytes next to each other that are not worth a copy. */
const LONG_RUN = CHUNK / 4;

/** Yields the same bytes in larger chunks; arrays that are next to each other are not copied. */
export function* inChunks(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  let runs: EncodedRun[] = [];
  let size = 0;
  for (const part of parts) {
    const { buffer, byteOffset, length } = part;
    const last = runs.at(-1);
    if (last !== undefined && last.buffer === buffer && last.end === byteOffset) last.end += length;
    else {
      if (runs.length === 1 && size >= LONG_RUN) {
        yield joined(runs, size);
        [runs, size] = [[], 0];
      }
      runs.push({ buffer, start: byteOffset, end: byteOffset + length });
    }
    size += length;
    if (size < CHUNK) continue;
    yield joined(runs, size);
    [runs, size] = [[], 0];
  }
  if (size > 0) yield joined(runs, size);
}

/** Bytes next to each other. */
interface EncodedRun {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  end: number;
}

function joined(runs: readonly EncodedRun[], size: number): Uint8Array {
  const parts = runs.map(({ buffer, start, end }) => new Uint8Array(buffer, start, end - start));
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : concat(parts, size);
}

/** Returns the bytes of several arrays as one. */
export function concat(parts: readonly Uint8Array[], size = sizeOf(parts)): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
