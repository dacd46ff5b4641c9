/** A file to be written. `path` is POSIX and relative to the output directory. */
export interface OutputFile {
  readonly path: string;
  readonly contents: string;
}
