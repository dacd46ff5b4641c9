/** Bytes that are pulled when they are needed. */
export interface ContentHandle {
  /** Stands for the bytes in a form: first 16 hexadecimal digits of their SHA-256, and `b` if they are kept as base64. */
  readonly key: string;
  /** Lower-case hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
  readonly bytes: number;
  /** Text is valid UTF-8 without NUL; everything else is binary. */
  readonly encoding: "text" | "binary";
  /** Host path; empty for content that is not on disk, which has `text`. */
  readonly location: string;
  readonly text?: string;
}
