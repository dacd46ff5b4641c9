/** A file to be written. `path` is POSIX and relative to the output directory. */
export interface OutputFile {
  readonly path: string;
  /** The text; or its pieces in order, made one by one, where a whole tree would be one text. */
  readonly contents: string | (() => Iterable<string>);
}
