/** A file to be written. `path` is POSIX and relative to the output directory. */
export interface OutputFile {
  readonly path: string;
  /** The text, or its pieces in order, created one by one if the whole tree would be one string. */
  readonly contents: string | (() => Iterable<string>);
}
