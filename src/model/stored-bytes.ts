/** Bytes in memory or in a file, of which only what is needed is read. */
export interface StoredBytes {
  readonly length: number;
  /** The bytes, if they are in memory in one piece. */
  readonly bytes?: Uint8Array;
  /** What they are joined of. */
  readonly pieces?: readonly StoredBytes[];
  /** Copies some of them; returns false if they are no longer there, or not what was written. */
  copyTo(target: Uint8Array, start: number): boolean;
  /** Closes the files that they are in; what is read later is in memory. */
  release?(): void;
}
